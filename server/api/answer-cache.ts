import type { Reply } from '../http/message.ts';
import { createCache } from '../../shared/cache.ts';
import type { Noted } from '../ledger/entries.ts';

// A response that is the same for all clients, and its ledger entry.
type Answer = { readonly reply: Reply; readonly noted: Noted | undefined };

/** Creates a cache of responses. The sites of a server share it; each site has a separate partition. */
export function createAnswerStore(maxBytes: number) {
  const answers = createCache<string, Answer>(maxBytes, ({ reply }, key) => reply.body.length + 4 * key.length + 1500);
  let parts = 0;

  // The number is never reused, not even by a site that is reopened.
  function part() {
    parts += 1;
    const prefix = `${parts} `;
    return {
      get: (key: string): Answer | undefined => answers.get(prefix + key),
      set: (key: string, answer: Answer): void => void answers.set(prefix + key, answer),
      clear(): void {
        for (const key of answers.keys()) if (key.startsWith(prefix)) answers.delete(key);
      },
    };
  }

  return { part };
}
export type AnswerStore = ReturnType<typeof createAnswerStore>;

/**
 * Caches responses of a site by operation and arguments, until the next generation. Cache only responses that are the
 * same for all clients.
 */
export function createAnswerCache(store: AnswerStore) {
  const answers = store.part();
  let generation: unknown;

  // Returns the cached response of `key`, or the result of `make`. A new `of` clears the cache.
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
