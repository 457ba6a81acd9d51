import { createMemoryCounters } from './access/memory-counters.ts';
import type { CounterStore } from './access/limiter.ts';
import { createAnswerStore } from './api/answer-cache.ts';
import { createCompression } from './http/compression.ts';

/** Memory for answers that were asked for before, in bytes. */
const CACHED_ANSWERS = 32 * 1024 * 1024;

/** Memory for pages that were asked for before, in bytes. */
const CACHED_PAGES = 8 * 1024 * 1024;

/**
 * What the sites of one service have in common, and what stays when one of them is closed: memory for answers, and counters of
 * quotas, which each site has under its name.
 */
export function createCommon(monotonicNow: () => number) {
  const counters = { anonimo: createMemoryCounters(monotonicNow), identificado: createMemoryCounters(monotonicNow) };
  return {
    answers: createAnswerStore(CACHED_ANSWERS),
    pages: createAnswerStore(CACHED_PAGES),
    /** Compressed bodies, by what they are made of. */
    encode: createCompression(),
    /** The counters of a site. */
    countersOf: (site: string | undefined) => ({
      anonimo: ofSite(counters.anonimo, site),
      identificado: ofSite(counters.identificado, site),
    }),
  };
}
export type Common = ReturnType<typeof createCommon>;

/** The part of counters that is a site's; all of them where it is alone. */
function ofSite(counters: CounterStore, site: string | undefined): CounterStore {
  if (site === undefined) return counters;
  const own = (key: string) => `${site} ${key}`;
  return {
    add: (key, points, windowMs) => counters.add(own(key), points, windowMs),
    find: (key) => counters.find(own(key)),
  };
}
