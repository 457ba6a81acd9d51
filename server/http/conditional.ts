import { hash } from 'node:crypto';
import { codedETag, contentCoding } from './content-coding.ts';
import type { Reply, Request } from './message.ts';

/** Adds a strong ETag of the body before content coding. */
export function tagged({ status, headers, body }: Reply): Reply {
  const bytes = Buffer.from(body);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
  return { status, headers: { ...headers, ETag: etag }, body: bytes };
}

/**
 * Returns a 304 response if `If-None-Match` has the ETag (RFC 9110 §13.1.2). If-Modified-Since is ignored, because
 * WordPress can change a page without changing its date.
 */
export function conditional(request: Request, reply: Reply): Reply {
  const condition = request.headers['if-none-match'];
  if (condition === undefined) return reply;
  const etag = codedETag(reply.headers['ETag'] ?? '', contentCoding(request, reply));
  if (!matches(condition, etag)) return reply;
  const headers: Record<string, string> = { ...reply.headers, ETag: etag };
  delete headers['Content-Type'];
  return { status: 304, headers, body: '' };
}

/** Adds an ETag and evaluates the condition. */
export function withETag(request: Request, reply: Reply): Reply {
  return conditional(request, tagged(reply));
}

// `If-None-Match` compares weakly: `W/"x"` equals `"x"`.
function matches(field: string, etag: string): boolean {
  if (field.trim() === '*') return true;
  return (field.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => candidate.replace(/^W\//, '') === etag);
}
