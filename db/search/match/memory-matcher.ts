import { createTopK, type Keyed } from './top-k.ts';
import { NO_FAMILY, type Range, type MemoryIndex } from '../storage/memory-index.ts';
import type { Match, Matcher, Pass, QueryTerm } from '../types.ts';
import { binarySearch, lowerBound } from './binary-search.ts';

/** Scores are whole numbers, so that they add up to the same sum in any order. */
const SCALE = 64;
/** Pages that hold all the words: above every score. */
const ALL_WORDS = 2 ** 28;

/** Looking for one page in a list takes as long as going through so many entries of it. */
const LOOK_UP = 32;

const BUCKET_BITS = 11;
const BUCKETS = 2 ** BUCKET_BITS;

/** A list of pages for one alternative of a word, and what it counts. */
type List = { readonly from: number; readonly to: number; readonly factor: number; readonly most: number };

/** A word of the query; `required` when pages that hold all such words come first. */
type Word = {
  readonly required: boolean;
  readonly lists: readonly List[];
  /** Whether a page may be in several of the lists. */
  readonly overlap: boolean;
  readonly most: number;
  readonly length: number;
};

/**
 * Finds the best matches by adding up stored impacts, word after word, rarest first. As soon as the words that are left
 * cannot lift a page that has none of the others into the answer, only pages already in sight are looked up (MaxScore).
 * Exact: the pruning never changes the answer.
 */
export function createMemoryMatcher(store: MemoryIndex): Matcher {
  const { postingPages, postingImpacts, ids } = store;
  // For each page what its words add up to, 0 while it is out of sight; how many of the required words it holds; and the
  // last word that was counted, from 1, where a page may be in several lists of one word.
  const scores = new Int32Array(store.pages);
  const counts = new Uint8Array(store.pages);
  const stamps = new Uint8Array(store.pages);
  const sighted = new Uint32Array(store.pages);
  const kept = new Uint32Array(store.pages);
  const histogram = new Uint32Array(BUCKETS);
  const best = createTopK(ids);

  /** Adds a word up for every page that holds it; returns how many pages are in sight now. */
  function accumulate({ lists, overlap, required }: Word, stamp: number, inSight: number): number {
    const held = Number(required);
    let seen = inSight;
    for (const { from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postingPages[at] as number;
        if (overlap) {
          if (stamps[page] === stamp) continue;
          stamps[page] = stamp;
        }
        const score = scores[page] as number;
        if (score === 0) sighted[seen++] = page;
        scores[page] = score + (postingImpacts[at] as number) * factor;
        counts[page] = (counts[page] as number) + held;
      }
    }
    return seen;
  }

  /** Adds a word up for the pages in sight, by going through its lists. */
  function update({ lists, overlap, required }: Word, stamp: number): void {
    const held = Number(required);
    for (const { from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postingPages[at] as number;
        const score = scores[page] as number;
        if (score === 0) continue;
        if (overlap) {
          if (stamps[page] === stamp) continue;
          stamps[page] = stamp;
        }
        scores[page] = score + (postingImpacts[at] as number) * factor;
        counts[page] = (counts[page] as number) + held;
      }
    }
  }

  /** Adds a word up for the pages that may still matter, by looking for each in its lists. */
  function lookUp({ lists, required }: Word, pages: Uint32Array, length: number): void {
    const held = Number(required);
    for (let candidate = 0; candidate < length; candidate++) {
      const page = pages[candidate] as number;
      for (const { from, to, factor } of lists) {
        const at = binarySearch(postingPages, page, from, to);
        if (at < 0) continue;
        scores[page] = (scores[page] as number) + (postingImpacts[at] as number) * factor;
        counts[page] = (counts[page] as number) + held;
        break;
      }
    }
  }

  function listsOf(concept: QueryTerm, ranges: readonly Range[]): List[] {
    return concept.alternatives.flatMap(({ stem, weight }) => {
      const from = store.postingStarts[stem] ?? 0;
      const to = store.postingStarts[stem + 1] ?? 0;
      const factor = Math.max(1, Math.round(SCALE * weight * concept.idf));
      const most = factor * (store.bestImpacts[stem] ?? 0);
      return ranges.map((range) =>
        range.from === 0 && range.to === store.pages
          ? { from, to, factor, most }
          : {
              from: lowerBound(postingPages, range.from, from, to),
              to: lowerBound(postingPages, range.to, from, to),
              factor,
              most,
            },
      );
    });
  }

  /** A word with the pages that hold it, how many they are, and the most it can add to one. */
  function lookedUp(concept: QueryTerm, ranges: readonly Range[], required: boolean): Word {
    const lists = listsOf(concept, ranges);
    return {
      required,
      lists,
      overlap: concept.alternatives.length > 1,
      most: lists.reduce((most, list) => Math.max(most, list.most), 0),
      length: lists.reduce((length, { from, to }) => length + to - from, 0),
    };
  }

  /** The first `limit` matches of a pass, best first; ties by id. */
  function match(pass: Pass, limit: number): Match[] {
    const ranges = rangesOf(store, pass);
    const words = [
      ...pass.words.map((concept) => lookedUp(concept, ranges, true)),
      ...pass.extras.map((concept) => lookedUp(concept, ranges, false)),
    ].toSorted((a, b) => Number(b.required) - Number(a.required) || b.most - a.most || a.length - b.length);

    let inSight = 0;
    let pages = sighted;
    let length = 0;
    let left = words.reduce((sum, { most }) => sum + most, 0);
    let requiredDone = 0;
    for (const [at, word] of words.entries()) {
      if (requiredDone > 0 && length > 2 * limit && word.length > 2 * limit) {
        const threshold = lowBoundOfBest(pages, length, limit);
        if (left < threshold) {
          length = keepPossible(pages, length, threshold - left, requiredDone);
          pages = kept;
        }
      }
      if (pages === sighted) length = inSight = accumulate(word, at + 1, inSight);
      else if (word.length < LOOK_UP * length) update(word, at + 1);
      else lookUp(word, pages, length);
      left -= word.most;
      if (word.required) requiredDone += 1;
    }

    best.keep(Math.min(limit, length));
    for (let at = 0; at < length; at++) {
      const page = pages[at] as number;
      best.offer(page, (scores[page] as number) + (counts[page] === requiredDone ? ALL_WORDS : 0));
    }
    const matches = best.take();
    if (pass.everyPage && matches.length < limit) {
      addUnseen(matches, ranges, limit, requiredDone === 0 ? ALL_WORDS : 0);
    }
    for (let at = 0; at < inSight; at++) {
      const page = sighted[at] as number;
      scores[page] = 0;
      counts[page] = 0;
      stamps[page] = 0;
    }
    return matches.map(({ page, key }) => ({ page, hasAllTerms: key >= ALL_WORDS }));
  }

  /** A score that at least `limit` of these pages reach. */
  function lowBoundOfBest(pages: Uint32Array, length: number, limit: number): number {
    let most = 1;
    for (let at = 0; at < length; at++) most = Math.max(most, scores[pages[at] as number] as number);
    // Buckets of a power of two are found without division.
    const shift = Math.max(0, 32 - Math.clz32(most) - BUCKET_BITS);
    histogram.fill(0);
    for (let at = 0; at < length; at++) {
      const bucket = (scores[pages[at] as number] as number) >> shift;
      histogram[bucket] = (histogram[bucket] as number) + 1;
    }
    let reached = 0;
    for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
      reached += histogram[bucket] as number;
      if (reached >= limit) return bucket << shift;
    }
    return 0;
  }

  /** Keeps the pages that can still come into the answer: by this score, or because they hold every word so far. */
  function keepPossible(pages: Uint32Array, length: number, score: number, requiredDone: number): number {
    let count = 0;
    for (let at = 0; at < length; at++) {
      const page = pages[at] as number;
      if ((scores[page] as number) >= score || counts[page] === requiredDone) kept[count++] = page;
    }
    return count;
  }

  /** Pages without any of the words come last, by id. */
  function addUnseen(matches: Keyed[], ranges: readonly Range[], limit: number, key: number): void {
    for (const { from, to } of ranges) {
      for (let page = from; page < to && matches.length < limit; page++) {
        if (scores[page] === 0) matches.push({ page, key });
      }
    }
  }

  function holds(pass: Pass, page: number): boolean | undefined {
    const held = pass.words.filter(({ alternatives }) =>
      alternatives.some(({ stem }) => {
        const from = store.postingStarts[stem] ?? 0;
        return binarySearch(postingPages, page, from, store.postingStarts[stem + 1] ?? 0) >= 0;
      }),
    ).length;
    return held === 0 && !pass.everyPage ? undefined : held === pass.words.length;
  }

  return {
    match,
    holds,
    groupOf: (page) => ({
      family: store.familyOf[page] ?? NO_FAMILY,
      isCopy: page >= store.generalPages,
      isLanding: store.familyOf[page] === NO_FAMILY,
      general: (store.generalOf[page] ?? -1) < 0 ? undefined : store.generalOf[page],
    }),
    tokensOf(page) {
      const bound = (field: number) => store.bounds[page * store.fields + field] ?? 0;
      return {
        tokens: store.tokens,
        start: bound(0),
        ends: [bound(1), bound(2), bound(3)],
        steps: store.steps,
        firstStep: store.stepBounds[page] ?? 0,
      };
    },
    idOf: (page) => ids[page] ?? 0,
  };
}

function rangesOf(store: MemoryIndex, { cities }: Pass): readonly Range[] {
  if (cities === undefined) return [{ from: 0, to: store.pages }];
  if ('only' in cities) {
    const range = store.cityRanges.get(cities.only);
    return range ? [range] : [];
  }
  const range = store.cityRanges.get(cities.except);
  if (!range) return [{ from: 0, to: store.pages }];
  return [
    { from: 0, to: range.from },
    { from: range.to, to: store.pages },
  ];
}
