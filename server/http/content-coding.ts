import { acceptedCoding, type Coding } from './negotiation.ts';
import type { Reply, Request } from './message.ts';

// Bytes. Coding a shorter body does not save a packet.
const SMALLEST = 1024;

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json|image\/svg\+xml)/;

/**
 * Returns the content coding of a response, or `undefined`. Only responses with an ETag are coded, because these may be
 * requested again.
 */
export function contentCoding(request: Pick<Request, 'headers'>, { headers, body }: Reply): Coding | undefined {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined || headers['ETag'] === undefined || body.length < SMALLEST) return undefined;
  return COMPRESSIBLE.test(headers['Content-Type'] ?? '') ? acceptedCoding(accepted) : undefined;
}

/** Returns the ETag of a coded body, which differs from the ETag of the uncoded body (RFC 9110 §8.8.3.3). */
export function codedETag(etag: string, coding: Coding | undefined): string {
  return coding === undefined ? etag : `${etag.slice(0, -1)}-${coding}"`;
}
