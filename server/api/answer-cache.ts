import type { Reply } from '../http/message.ts';
import { createCache } from '../../shared/cache.ts';
import type { Noted } from '../ledger/noted.ts';

/** An answer that is the same for everybody, and what it is about. */
type Answer = { readonly reply: Reply; readonly noted: Noted | undefined };

/** Memory for answers. Those who have it in common, such as the sites of one service, have each a part of their own. */
export function createAnswerStore(maxBytes: number) {
  const answers = createCache<string, Answer>(maxBytes, ({ reply }, key) => reply.body.length + 4 * key.length + 1500);
  let parts = 0;

  /** A part that nobody else has, nor a site that was closed and is opened anew. */
  function part() {
    parts += 1;
    const own = `${parts} `;
    return {
      get: (key: string): Answer | undefined => answers.get(own + key),
      set: (key: string, answer: Answer): void => void answers.set(own + key, answer),
      clear(): void {
        for (const key of answers.keys()) if (key.startsWith(own)) answers.delete(key);
      },
    };
  }

  return { part };
}
export type AnswerStore = ReturnType<typeof createAnswerStore>;

/**
 * Answers of one generation of the index of one site, by operation and arguments; a new generation starts afresh. Only answers
 * that are the same for everybody may go in.
 */
export function createAnswerCache(store: AnswerStore) {
  const answers = store.part();
  let generation: unknown;

  /** The answer that `of` gave to this key, or the one that `make` gives. */
  return function cached(of: object, key: string, make: () => Answer): Answer {
    if (of !== generation) {
      if (generation !== undefined) answers.clear();
      generation = of;
    }
    const known = answers.get(key);
    if (known) return known;
    const answer = make();
    answers.set(key, answer);
    return answer;
  };
}
