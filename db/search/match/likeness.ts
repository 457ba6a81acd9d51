import { BM25F, idf, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { PageTokens } from '../types.ts';
import { TERM_WEIGHTS } from './term-weights.ts';

/** Parameters of likeness by letters; chosen on every second article of XQuAD and on the made-up sites (bench/relevance.ts). */
export const LIKENESS = {
  /** Weight of likeness against the other signs, in queries of so many words that are no stop words. */
  weight: 0.5,
  words: 6,
  /** Queries of fewer words are not compared by letters: each of their words counts by itself. */
  fewestWords: 3,
  /** Pages with this share of the best score are compared, and so many at most. */
  share: 0.5,
  most: 5,
  /** Length of a run of letters; the beginning and the end of a word count as letters. */
  letters: 4,
  /** Length normalization. */
  b: 0.75,
} as const;

/** Runs of letters are told apart by so many bits: those of one query hardly ever meet others. */
const BITS = 16;
const RUNS = 2 ** BITS;

/** A surface form that has runs of the query, and one that has none. */
const LIKE = 1;
const UNLIKE = 2;

/**
 * Likeness of pages to a query by the letters of all their words: forms, derivations, compounds and spellings that the stems
 * keep apart have most of their letters in common. One query at a time.
 */
export function createLikeness(options: {
  readonly lexicon: Lexicon;
  readonly analyzer: Analyzer;
  readonly pages: number;
  readonly averageLengths: ArrayLike<number>;
}) {
  const { lexicon, analyzer, pages, averageLengths } = options;
  const { fold, isContentWord, isGeneralWord } = analyzer;
  const averageLength = Array.from(averageLengths).reduce((sum, length) => sum + length, 0) || 1;
  const runs = createRuns(lexicon, fold);
  /** The number of a run in the query, from 1; 0 for the others. */
  const numberOf = new Uint8Array(RUNS);
  /** What is known of the surface forms that the pages of a query had so far. */
  const met = new Uint8Array(lexicon.surfaces);
  const metSurfaces: number[] = [];

  /** True for a query that is compared, by its folded words. */
  function isCompared(words: readonly string[]): boolean {
    return askedOf(words) >= LIKENESS.fewestWords;
  }

  function askedOf(words: readonly string[]): number {
    let asked = 0;
    for (const word of words) if (isContentWord(word)) asked += 1;
    return asked;
  }

  /** The likeness of each page to the folded words of a query. Runs are weighed by the words of these pages. */
  function compare(words: readonly string[], candidates: readonly PageTokens[]): readonly number[] {
    const { sought, shares } = runsOfQuery(words);
    const frequencies = new Float64Array(sought.length);
    const counted = candidates.map((page) => count(page, frequencies));
    for (const run of sought) numberOf[run] = 0;
    for (const surface of metSurfaces) met[surface] = 0;
    metSurfaces.length = 0;
    const weight = LIKENESS.weight * Math.min(1, askedOf(words) / LIKENESS.words);
    const weights = frequencies.map((frequency, at) => weight * (shares[at] as number) * idf(frequency, pages));
    return counted.map((counts) => {
      let sum = 0;
      for (let at = 0; at < counts.length; at++) sum += (weights[at] as number) * saturate(counts[at] as number);
      return sum;
    });
  }

  /** Numbers the runs of the words of a query; each has the share of its weight that the most telling of its words leaves it. */
  function runsOfQuery(words: readonly string[]) {
    const sought: number[] = [];
    const shares: number[] = [];
    for (const word of words) {
      const share = isGeneralWord(word) ? TERM_WEIGHTS.general : 1;
      for (const run of runsOf(word)) {
        const at = (numberOf[run] as number) - 1;
        if (at < 0) {
          shares.push(share);
          numberOf[run] = sought.push(run);
        } else if ((shares[at] as number) < share) shares[at] = share;
      }
    }
    return { sought, shares };
  }

  /** Weighs the occurrences of each run in a page. */
  function count(page: PageTokens, frequencies: Float64Array): Float64Array {
    const { tokens, start, ends } = page;
    const counts = new Float64Array(frequencies.length);
    const norm = 1 - LIKENESS.b + (LIKENESS.b * (ends[2] - start)) / averageLength;
    let at = start;
    for (const field of [0, 1, 2] as const) {
      const one = BM25F.weights[field] / norm;
      for (; at < ends[field]; at++) {
        const surface = tokens[at] as number;
        const kind = (met[surface] as number) || meet(surface, frequencies);
        if (kind === UNLIKE) continue;
        const first = runs.firstOf(surface);
        const pool = runs.pool();
        const last = first + (pool[first] as number);
        for (let place = first + 1; place <= last; place++) {
          const number = numberOf[pool[place] as number] as number;
          if (number > 0) counts[number - 1] = (counts[number - 1] as number) + one;
        }
      }
    }
    return counts;
  }

  /** Tells whether a surface form has runs of the query, and adds its document frequency to theirs. */
  function meet(surface: number, frequencies: Float64Array): number {
    const first = runs.firstOf(surface);
    const pool = runs.pool();
    const last = first + (pool[first] as number);
    const holding = lexicon.surfacePages(surface);
    let kind = UNLIKE;
    for (let place = first + 1; place <= last; place++) {
      const number = numberOf[pool[place] as number] as number;
      if (number === 0) continue;
      frequencies[number - 1] = (frequencies[number - 1] as number) + holding;
      kind = LIKE;
    }
    met[surface] = kind;
    metSurfaces.push(surface);
    return kind;
  }

  return { isCompared, compare };
}
export type Likeness = ReturnType<typeof createLikeness>;

/** The runs of surface forms, found when a form is first met. */
function createRuns(lexicon: Lexicon, fold: (word: string) => string) {
  /** Where the runs of a surface form begin in the pool, after their number; 0 before it is met. */
  const firsts = new Uint32Array(lexicon.surfaces);
  let pool = new Uint16Array(2 ** 12);
  let end = 1;

  function add(surface: number): number {
    const found = runsOf(fold(lexicon.surfaceText(surface)));
    const first = end;
    end += found.length + 1;
    if (end > pool.length) {
      const larger = new Uint16Array(Math.max(end, 2 * pool.length));
      larger.set(pool);
      pool = larger;
    }
    pool[first] = found.length;
    pool.set(found, first + 1);
    firsts[surface] = first;
    return first;
  }

  return {
    pool: (): Uint16Array => pool,
    firstOf: (surface: number): number => (firsts[surface] as number) || add(surface),
  };
}

/** The hashes of the runs of letters of a word; of a shorter word, that of the whole. */
function runsOf(folded: string): number[] {
  const marked = `^${folded}$`;
  const found: number[] = [];
  for (let at = 0; at === 0 || at + LIKENESS.letters <= marked.length; at++) {
    const end = Math.min(marked.length, at + LIKENESS.letters);
    let hash = 0;
    for (let place = at; place < end; place++) hash = Math.imul(hash + marked.charCodeAt(place), 0x9e3779b1);
    found.push(hash >>> (32 - BITS));
  }
  return found;
}
