import type { Reply } from '../http/message.ts';
import { createCache } from '../../shared/cache.ts';
import type { Noted } from '../ledger/noted.ts';

/** An answer that is the same for everybody, and what it is about. */
type Answer = { readonly reply: Reply; readonly noted: Noted | undefined };

/**
 * Answers of one generation of the index, by operation and arguments; a new generation starts afresh. Only answers that
 * are the same for everybody may go in.
 */
export function createAnswerCache(maxBytes: number) {
  let generation: unknown;
  const answers = createCache<string, Answer>(maxBytes, ({ reply }, key) => reply.body.length + 4 * key.length + 1500);

  /** The answer that `of` gave to this key, or the one that `make` gives. */
  return function cached(of: object, key: string, make: () => Answer): Answer {
    if (of !== generation) {
      answers.clear();
      generation = of;
    }
    const known = answers.get(key);
    if (known) return known;
    const answer = make();
    answers.set(key, answer);
    return answer;
  };
}
