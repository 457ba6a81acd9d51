// lru-cache's only door.
import { LRUCache } from 'lru-cache';
import type { Reply } from '../http/message.ts';

/**
 * Answers of one generation of the index, by operation and arguments; a new generation starts afresh. Only answers that
 * are the same for everybody may go in.
 */
export function createAnswerCache(maxBytes: number) {
  let generation: unknown;
  const answers = new LRUCache<string, Reply>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(maxBytes >> 5, 1),
    sizeCalculation: (reply, key) => 2 * (reply.body.length + key.length) + 500,
  });

  /** The answer that `of` gave to this key, or the one that `make` gives. */
  return function cached(of: object, key: string, make: () => Reply): Reply {
    if (of !== generation) {
      answers.clear();
      generation = of;
    }
    const known = answers.get(key);
    if (known) return known;
    const reply = make();
    answers.set(key, reply);
    return reply;
  };
}
