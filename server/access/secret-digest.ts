import { hash, timingSafeEqual } from 'node:crypto';

/** The SHA-256 digest that is stored of a secret or token: 256 random bits need no slow hash. */
export function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares two digests in constant time. */
export function sameDigest(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
