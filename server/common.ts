import { createMemoryCounters, type CounterStore } from './access/limiter.ts';
import { createAnswerStore } from './api/answer-cache.ts';
import { createCompression } from './http/compression.ts';

// Bytes of cached API responses.
const CACHED_ANSWERS = 32 * 1024 * 1024;

// Bytes of cached Markdown pages.
const CACHED_PAGES = 8 * 1024 * 1024;

/** Creates the caches and quota counters that all sites of a server share. They remain when a site closes. */
export function createCommon(monotonicNow: () => number) {
  const counters = { anonimo: createMemoryCounters(monotonicNow), identificado: createMemoryCounters(monotonicNow) };
  return {
    answers: createAnswerStore(CACHED_ANSWERS),
    pages: createAnswerStore(CACHED_PAGES),
    /** Compresses bodies, with a cache. */
    encode: createCompression(),
    /** Returns the counters of a site. */
    countersOf: (site: string | undefined) => ({
      anonimo: ofSite(counters.anonimo, site),
      identificado: ofSite(counters.identificado, site),
    }),
  };
}
export type Common = ReturnType<typeof createCommon>;

// Counter keys have the name of the site as a prefix.
function ofSite(counters: CounterStore, site: string | undefined): CounterStore {
  if (site === undefined) return counters;
  const keyOf = (key: string) => `${site} ${key}`;
  return {
    add: (key, points, windowMs) => counters.add(keyOf(key), points, windowMs),
    find: (key) => counters.find(keyOf(key)),
  };
}
