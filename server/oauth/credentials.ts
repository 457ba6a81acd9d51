import { hash, timingSafeEqual } from 'node:crypto';

/** `length` bytes that nobody can guess. */
export type RandomBytes = (length: number) => Buffer;

/** Only letters, digits, `-` and `_`: form-encoding leaves them alone. */
const make = (prefix: string, length: number) => (randomBytes: RandomBytes) =>
  `${prefix}_${randomBytes(length).toString('base64url')}`;

export const newClientId = make('cli', 16);
export const newClientSecret = make('cqs', 32);
export const newAccessToken = make('cqt', 32);

/** What is kept of a secret or token: 256 random bits need no slow hash. */
export function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares two digests in constant time. */
export function sameDigest(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
