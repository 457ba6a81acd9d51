import { acceptedCoding, type Coding } from './negotiation.ts';
import type { Reply, Request } from './message.ts';

/** Length below which a coding saves no packet. */
const SMALLEST = 1024;

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json|image\/svg\+xml)/;

/**
 * The content coding in which a reply leaves; `undefined` for the body as it is. Only what has an ETag is coded: what may
 * be asked for again.
 */
export function contentCoding(request: Pick<Request, 'headers'>, { headers, body }: Reply): Coding | undefined {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined || headers['ETag'] === undefined || body.length < SMALLEST) return undefined;
  return COMPRESSIBLE.test(headers['Content-Type'] ?? '') ? acceptedCoding(accepted) : undefined;
}

/** The ETag of a coded body, which is another one than that of the body as it is (RFC 9110 §8.8.3.3). */
export function codedETag(etag: string, coding: Coding | undefined): string {
  return coding === undefined ? etag : `${etag.slice(0, -1)}-${coding}"`;
}
