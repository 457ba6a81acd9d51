import { hash } from 'node:crypto';

const KEY_BYTES = 32;
// Longest text that is hashed whole, in bytes of UTF-8: questions and addresses are shorter.
const TEXT_BYTES = 4096;
// Characters of a hash, sufficient to distinguish the questions of a day.
const KEPT = 16;

/**
 * The key of a day (UTC), in memory only. At the end of the day it is overwritten, so its hashes cannot be compared any
 * more.
 */
export function createDayKey(randomBytes: (size: number) => Buffer) {
  let day = '';
  // The key, then the text of the last hash.
  const keyed = Buffer.alloc(KEY_BYTES + TEXT_BYTES);
  return {
    day: () => day,
    /** Creates a new key on a new day; returns true if it did. */
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
