import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 digest of a secret or token for storage: 256 random bits need no slow hash. */
export function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares two digests in constant time. */
export function sameDigest(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Largest difference between the clocks of the signer and of the service, in seconds; also the lifetime of a signature. */
export const SIGNATURE_WINDOW = 300;

/** Checks an HMAC-SHA-256 (RFC 2104) in hexadecimal over parts of a text, in constant time. */
export function isSignature(given: string, secret: string, ...parts: readonly (string | Buffer)[]): boolean {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return sameDigest(hmac.digest(), Buffer.from(given, 'hex'));
}
