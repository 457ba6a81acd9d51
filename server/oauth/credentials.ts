/** Returns `length` bytes from a cryptographically secure source. */
export type RandomBytes = (length: number) => Buffer;

// base64url needs no form-encoding.
const make = (prefix: string, length: number) => (randomBytes: RandomBytes) =>
  `${prefix}_${randomBytes(length).toString('base64url')}`;

export const newClientId = make('cli', 16);
export const newClientSecret = make('cqs', 32);
export const newAccessToken = make('cqt', 32);
