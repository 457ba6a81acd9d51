import type { Reply } from '../http/message.ts';
import { createCache } from '../../shared/cache.ts';

/**
 * Answers of one generation of the index, by operation and arguments; a new generation starts afresh. Only answers that
 * are the same for everybody may go in.
 */
export function createAnswerCache(maxBytes: number) {
  let generation: unknown;
  const answers = createCache<string, Reply>(maxBytes, (reply, key) => reply.body.length + 2 * key.length + 1000);

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
