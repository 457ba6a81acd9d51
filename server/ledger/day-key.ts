import { createHmac } from 'node:crypto';

/** Bytes of a key and of a hash that is kept: as many as tell the questions of one day apart. */
const KEY_BYTES = 32;
const HASH_BYTES = 12;

/**
 * The key of one day (UTC), which is never written anywhere. When the day is over it is overwritten: hashes that were made with
 * it can then be compared with nothing.
 */
export function createDayKey(randomBytes: (size: number) => Buffer) {
  let day = '';
  let key: Buffer = Buffer.alloc(0);
  return {
    day: () => day,
    /** Takes a new key if this is another day; returns true when it did. */
    turn(now: Date): boolean {
      const today = now.toISOString().slice(0, 10);
      if (today === day) return false;
      day = today;
      key.fill(0);
      key = randomBytes(KEY_BYTES);
      return true;
    },
    hash: (text: string): string =>
      createHmac('sha256', key).update(text).digest().subarray(0, HASH_BYTES).toString('base64url'),
    destroy: (): void => {
      key.fill(0);
    },
  };
}
