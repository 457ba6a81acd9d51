import { hash } from 'node:crypto';
import type { Reply, Request } from './message.ts';

/**
 * Gives a 200 its strong ETag, and answers 304 when the client has that very body (RFC 9110 §13.1.2).
 * If-Modified-Since is not used: WordPress can change what a page shows without changing its date.
 */
export function withETag(request: Request, reply: Reply): Reply {
  const etag = `"${hash('sha256', reply.body, 'base64url').slice(0, 27)}"`;
  const headers: Record<string, string> = { ...reply.headers, ETag: etag };
  if (!matches(request.headers['if-none-match'], etag)) return { ...reply, headers };
  delete headers['Content-Type'];
  return { status: 304, headers, body: '' };
}

/** `If-None-Match` compares weakly: `W/"x"` is `"x"`. */
function matches(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false;
  if (field.trim() === '*') return true;
  return (field.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => candidate.replace(/^W\//, '') === etag);
}
