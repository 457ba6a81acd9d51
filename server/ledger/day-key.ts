import { hash } from 'node:crypto';

const KEY_BYTES = 32;
/** Longest text that is hashed whole, in bytes of UTF-8: questions and addresses are shorter. */
const TEXT_BYTES = 4096;
/** Letters of a hash that are kept: as many as tell the questions of one day apart. */
const KEPT = 16;

/**
 * The key of one day (UTC), which is never written anywhere. When the day is over it is overwritten: hashes that were made with
 * it can then be compared with nothing.
 */
export function createDayKey(randomBytes: (size: number) => Buffer) {
  let day = '';
  /** The key, then the text of the last hash. */
  const keyed = Buffer.alloc(KEY_BYTES + TEXT_BYTES);
  return {
    day: () => day,
    /** Takes a new key if this is another day; returns true when it did. */
    turn(now: Date): boolean {
      const today = now.toISOString().slice(0, 10);
      if (today === day) return false;
      day = today;
      keyed.fill(0);
      randomBytes(KEY_BYTES).copy(keyed);
      return true;
    },
    hash(text: string): string {
      const end = KEY_BYTES + keyed.write(text, KEY_BYTES);
      return hash('sha256', keyed.subarray(0, end), 'base64url').slice(0, KEPT);
    },
    destroy: (): void => {
      keyed.fill(0);
    },
  };
}
