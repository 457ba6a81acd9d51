// The only import of lru-cache.
import { LRUCache } from 'lru-cache';

/** Largest share of the cache for an entry. */
const LARGEST = 1 / 16;

type BytesOf<Key, Answer> = (answer: Answer, key: Key) => number;

/** Creates an LRU cache of at most `maxBytes`. Entries above a sixteenth of that are not stored. */
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

/** Memoizes a pure function in an LRU cache of at most `maxBytes`. */
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

function roughBytes(_answer: unknown, key: string | number): number {
  return 300 + 4 * String(key).length;
}
