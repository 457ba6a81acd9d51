// lru-cache's only door.
import { LRUCache } from 'lru-cache';

/** A part of the room that one answer may take at most. */
const LARGEST = 1 / 16;

/** How many bytes an answer takes with its key. */
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

/** The same function, with its latest answers kept in at most `maxBytes`. `compute` must always answer the same to a key. */
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

/** Of a small answer that grows with its key. */
function roughBytes(_answer: unknown, key: string | number): number {
  return 300 + 4 * String(key).length;
}
