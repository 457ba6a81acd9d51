// lru-cache's only door.
import { LRUCache } from 'lru-cache';

/** A part of the room that one answer may take at most. */
const LARGEST = 1 / 16;

/** How many bytes an answer takes with its key. */
type BytesOf<Key, Answer> = (answer: Answer, key: Key) => number;

/** A store of so many bytes that forgets what was not used for longest, and takes nothing that is very large. */
export function boundedStore<Key extends string | number, Answer extends object>(
  bytes: number,
  bytesOf: BytesOf<Key, Answer>,
) {
  return new LRUCache<Key, Answer>({
    maxSize: bytes,
    maxEntrySize: Math.max(Math.floor(bytes * LARGEST), 1),
    sizeCalculation: bytesOf,
  });
}

/** The same function, which remembers its latest answers. It must always answer the same to the same key. */
export function remembering<Key extends string | number, Answer extends object>(
  bytes: number,
  of: (key: Key) => Answer,
  bytesOf: BytesOf<Key, Answer> = roughBytes,
): (key: Key) => Answer {
  const answers = boundedStore<Key, Answer>(bytes, bytesOf);
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = of(key);
    answers.set(key, answer);
    return answer;
  };
}

/** Of a small answer that grows with its key. */
function roughBytes(_answer: unknown, key: string | number): number {
  return 300 + 4 * String(key).length;
}
