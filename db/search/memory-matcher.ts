import { createBest, type Keyed } from './best.ts';
import { NO_FAMILY, type Range, type WordStore } from './memory.ts';
import type { Match, Matcher } from './matcher.ts';
import type { Concept, Pass } from './plan.ts';
import { find, lowerBound } from './sorted-list.ts';

/** Scores are whole numbers, so that they add up to the same sum in any order. */
const SCALE = 64;
/** Pages that hold all the words: above every score. */
const ALL_WORDS = 2 ** 28;

/** Looking for one page in a list takes as long as going through so many entries of it. */
const LOOK_UP = 32;

/** A list of pages for one alternative of a word, and what it counts. */
type List = { readonly from: number; readonly to: number; readonly factor: number; readonly most: number };

/** A word of the query; `required` when pages that hold all such words come first. */
type Word = {
  readonly required: boolean;
  readonly lists: readonly List[];
  readonly most: number;
  readonly length: number;
};

/**
 * Finds the best matches by adding up stored impacts, word after word, rarest first. As soon as the words that are left
 * cannot lift a page that has none of the others into the answer, only pages already in sight are looked up (MaxScore).
 * Exact: the pruning never changes the answer.
 */
export function createMemoryMatcher(store: WordStore): Matcher {
  const scores = new Int32Array(store.pages);
  const counts = new Uint8Array(store.pages);
  const stamps = new Uint8Array(store.pages);
  const touched = new Uint32Array(store.pages);
  const { postingPages, postingImpacts, ids } = store;

  /** Adds a word's pages up; `required` says whether it counts towards holding all words. */
  function accumulate(lists: readonly List[], stamp: number, required: boolean, sighted: number): number {
    let seen = sighted;
    for (const { from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postingPages[at] as number;
        const before = stamps[page] as number;
        if (before === stamp) continue;
        if (before === 0) touched[seen++] = page;
        stamps[page] = stamp;
        scores[page] = (scores[page] as number) + (postingImpacts[at] as number) * factor;
        if (required) counts[page] = (counts[page] as number) + 1;
      }
    }
    return seen;
  }

  /** Adds a word up for the pages in sight, by going through its list. */
  function update(lists: readonly List[], stamp: number, required: boolean): void {
    for (const { from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postingPages[at] as number;
        const before = stamps[page] as number;
        if (before === 0 || before === stamp) continue;
        stamps[page] = stamp;
        scores[page] = (scores[page] as number) + (postingImpacts[at] as number) * factor;
        if (required) counts[page] = (counts[page] as number) + 1;
      }
    }
  }

  /** Adds a word up for the pages in sight that may still matter, by looking for each in its list. */
  function lookUp(lists: readonly List[], pages: Uint32Array, required: boolean): void {
    for (const page of pages) {
      for (const { from, to, factor } of lists) {
        const at = find(postingPages, page, from, to);
        if (at < 0) continue;
        scores[page] = (scores[page] as number) + (postingImpacts[at] as number) * factor;
        if (required) counts[page] = (counts[page] as number) + 1;
        break;
      }
    }
  }

  function listsOf(concept: Concept, ranges: readonly Range[]): List[] {
    return concept.alternatives.flatMap(({ stem, weight }) => {
      const from = store.postingStarts[stem] ?? 0;
      const to = store.postingStarts[stem + 1] ?? 0;
      const factor = Math.max(1, Math.round(SCALE * weight * concept.rarity));
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
  function lookedUp(concept: Concept, ranges: readonly Range[], required: boolean): Word {
    const lists = listsOf(concept, ranges);
    return {
      required,
      lists,
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

    let sighted = 0;
    let left = words.reduce((sum, { most }) => sum + most, 0);
    let candidates: Uint32Array | undefined;
    let requiredDone = 0;
    words.forEach((word, at) => {
      const pages = candidates ?? touched.subarray(0, sighted);
      if (requiredDone > 0 && pages.length > 2 * limit && word.length > 2 * limit) {
        const threshold = lowBoundOfBest(scores, pages, limit);
        if (left < threshold) candidates = stillPossible(pages, threshold - left, requiredDone);
      }
      if (candidates === undefined) sighted = accumulate(word.lists, at + 1, word.required, sighted);
      else if (word.length < LOOK_UP * candidates.length) update(word.lists, at + 1, word.required);
      else lookUp(word.lists, candidates, word.required);
      left -= word.most;
      if (word.required) requiredDone += 1;
    });

    const best = createBest(limit, ids);
    const inSight = candidates ?? touched.subarray(0, sighted);
    for (const page of inSight) {
      best.offer(page, (scores[page] as number) + (counts[page] === requiredDone ? ALL_WORDS : 0));
    }
    const matches = best.sorted();
    if (pass.everyPage && matches.length < limit) {
      addUntouched(matches, ranges, limit, requiredDone === 0 ? ALL_WORDS : 0);
    }
    for (let at = 0; at < sighted; at++) {
      const page = touched[at] as number;
      scores[page] = 0;
      counts[page] = 0;
      stamps[page] = 0;
    }
    return matches.map(({ page, key }) => ({ page, allWords: key >= ALL_WORDS }));
  }

  /** Pages that can still come into the answer: by this score, or because they hold every word so far. */
  function stillPossible(pages: Uint32Array, score: number, requiredDone: number): Uint32Array {
    const possible = new Uint32Array(pages.length);
    let count = 0;
    for (const page of pages) {
      if ((scores[page] as number) >= score || counts[page] === requiredDone) possible[count++] = page;
    }
    return possible.subarray(0, count);
  }

  /** Pages without any of the words come last, by id. */
  function addUntouched(matches: Keyed[], ranges: readonly Range[], limit: number, key: number): void {
    for (const { from, to } of ranges) {
      for (let page = from; page < to && matches.length < limit; page++) {
        if (stamps[page] === 0) matches.push({ page, key });
      }
    }
  }

  function holds(pass: Pass, page: number): boolean | undefined {
    const held = pass.words.filter(({ alternatives }) =>
      alternatives.some(({ stem }) => {
        const from = store.postingStarts[stem] ?? 0;
        return find(postingPages, page, from, store.postingStarts[stem + 1] ?? 0) >= 0;
      }),
    ).length;
    return held === 0 && !pass.everyPage ? undefined : held === pass.words.length;
  }

  return {
    match,
    holds,
    placeOf: (page) => ({
      family: store.familyOf[page] ?? NO_FAMILY,
      isCopy: page >= store.generalPages,
      isLanding: store.familyOf[page] === NO_FAMILY,
      general: (store.generalOf[page] ?? -1) < 0 ? undefined : store.generalOf[page],
    }),
    wordsOf(page) {
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

function rangesOf(store: WordStore, { cities }: Pass): readonly Range[] {
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

const BUCKETS = 2048;

/** A score that at least `limit` pages in sight reach. */
function lowBoundOfBest(scores: Int32Array, pages: Uint32Array, limit: number): number {
  let most = 1;
  for (const page of pages) if ((scores[page] as number) > most) most = scores[page] as number;
  const width = Math.ceil((most + 1) / BUCKETS);
  const histogram = new Uint32Array(BUCKETS);
  for (const page of pages) {
    const bucket = Math.trunc((scores[page] as number) / width);
    histogram[bucket] = (histogram[bucket] as number) + 1;
  }
  let reached = 0;
  for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
    reached += histogram[bucket] as number;
    if (reached >= limit) return bucket * width;
  }
  return 0;
}
