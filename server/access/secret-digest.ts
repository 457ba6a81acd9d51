import { hash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 digest of a secret or token for storage: 256 random bits need no slow hash. */
export function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares two digests in constant time. */
export function sameDigest(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
