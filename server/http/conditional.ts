import { hash } from 'node:crypto';
import { codedETag, contentCoding } from './content-coding.ts';
import type { Reply, Request } from './message.ts';

/** Gives an answer its strong ETag, over its body before any content coding. */
export function tagged({ status, headers, body }: Reply): Reply {
  const bytes = Buffer.from(body);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
  return { status, headers: { ...headers, ETag: etag }, body: bytes };
}

/**
 * Answers 304 instead when the client has that very body (RFC 9110 §13.1.2). If-Modified-Since is not used: WordPress can
 * change what a page shows without changing its date.
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

/** Both: the answer with its ETag, or 304. */
export function withETag(request: Request, reply: Reply): Reply {
  return conditional(request, tagged(reply));
}

/** `If-None-Match` compares weakly: `W/"x"` is `"x"`. */
function matches(field: string, etag: string): boolean {
  if (field.trim() === '*') return true;
  return (field.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => candidate.replace(/^W\//, '') === etag);
}
