import { hash } from 'node:crypto';
import type { Reply, Request } from './message.ts';

/** Gives an answer its strong ETag, over its body. */
export function tagged(reply: Reply): Reply {
  const etag = `"${hash('sha256', reply.body, 'base64url').slice(0, 27)}"`;
  return { ...reply, headers: { ...reply.headers, ETag: etag } };
}

/**
 * Answers 304 instead when the client has that very body (RFC 9110 §13.1.2). If-Modified-Since is not used: WordPress can
 * change what a page shows without changing its date.
 */
export function conditional(request: Request, reply: Reply): Reply {
  const condition = request.headers['if-none-match'];
  if (condition === undefined || !matches(condition, reply.headers['ETag'] ?? '')) return reply;
  const headers: Record<string, string> = { ...reply.headers };
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
