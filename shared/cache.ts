// lru-cache's only door.
import { LRUCache } from 'lru-cache';

/** Share of a cache that one answer may take at most. */
const LARGEST = 1 / 16;

/** Size of a cached answer with its key, in bytes. */
type BytesOf<Key, Answer> = (answer: Answer, key: Key) => number;

/** An LRU cache of at most `maxBytes`; an entry that would take more than a sixteenth of them is not kept. */
export function createCache<Key extends string | number, Answer extends object>(
  maxBytes: number,
  bytesOf: BytesOf<Key, Answer>,
) {
  return new LRUCache<Key, Answer>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(Math.floor(maxBytes * LARGEST), 1),
    sizeCalculation: bytesOf,
  });
}

/** Memoizes a pure function: its most recent answers are kept in at most `maxBytes`. */
export function memoize<Key extends string | number, Answer extends object>({
  maxBytes,
  compute,
  bytesOf = roughBytes,
}: {
  readonly maxBytes: number;
  readonly compute: (key: Key) => Answer;
  readonly bytesOf?: BytesOf<Key, Answer>;
}): (key: Key) => Answer {
  const answers = createCache<Key, Answer>(maxBytes, bytesOf);
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(key);
    answers.set(key, answer);
    return answer;
  };
}

/** Estimate for a small answer that grows with its key. */
function roughBytes(_answer: unknown, key: string | number): number {
  return 300 + 4 * String(key).length;
}
