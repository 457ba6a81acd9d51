// lru-cache's only door.
import { LRUCache } from 'lru-cache';

/** Texts longer than this are answered but not remembered. */
const MAX_LENGTH = 1000;

/** The same function of a text, which remembers its latest answers. It must always answer the same to the same text. */
export function remembering<Answer extends object>(
  entries: number,
  of: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new LRUCache<string, Answer>({ max: entries });
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = of(text);
    if (text.length <= MAX_LENGTH) answers.set(text, answer);
    return answer;
  };
}

/** A store of values of a given size that forgets the least used ones when they exceed so many bytes together. */
export function boundedStore<Value extends object>(maxBytes: number, bytesOf: (value: Value, key: string) => number) {
  return new LRUCache<string, Value>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(maxBytes >> 5, 1),
    sizeCalculation: bytesOf,
  });
}
