/** `length` bytes that nobody can guess. */
export type RandomBytes = (length: number) => Buffer;

/** Only letters, digits, `-` and `_`: form-encoding leaves them alone. */
const make = (prefix: string, length: number) => (randomBytes: RandomBytes) =>
  `${prefix}_${randomBytes(length).toString('base64url')}`;

export const newClientId = make('cli', 16);
export const newClientSecret = make('cqs', 32);
export const newAccessToken = make('cqt', 32);
