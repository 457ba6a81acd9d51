import { BM25F, idf, lengthNorm, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { PageTokens, PassWord } from '../types.ts';
import { BLOCK, HASHES, createRuns, runAt, runCount, startOf, stopOf } from './letter-runs.ts';
import { LIKENESS } from './likeness-parameters.ts';
import { TERM_WEIGHTS } from './term-weights.ts';

// Maximum number of runs of a query; the longest valid query has fewer.
const MOST_RUNS = 255;
// Marks of surface forms fit into a byte.
const LAST_MARK = 255;
const FIELDS = [0, 1, 2] as const;

/**
 * Computes the likeness of pages to a query by letter runs. Inflections, derivations, compounds and spellings with
 * different stems have most letters in common. Supports a single query at a time.
 */
export function createLikeness(options: {
  readonly lexicon: Lexicon;
  readonly analyzer: Analyzer;
  readonly pages: number;
  readonly averageLengths: ArrayLike<number>;
}) {
  const { lexicon, analyzer, pages, averageLengths } = options;
  const averageLength = Array.from(averageLengths).reduce((sum, length) => sum + length, 0) || 1;
  const runs = createRuns(lexicon, analyzer.fold);
  // Number of a run in the query, from 1; 0 for runs outside the query.
  const numberOf = new Uint8Array(HASHES);
  // A bit for each run of the query. Unlike `numberOf`, the bits fit into the first cache of a processor.
  const bits = new Int32Array(HASHES / 32);
  // Runs of the query by number: hash, share of the weight, document frequency.
  const sought = new Uint16Array(MOST_RUNS + 1);
  const shares = new Float64Array(MOST_RUNS + 1);
  const frequencies = new Float64Array(MOST_RUNS + 1);
  // Counts of each compared page.
  const table = Array.from({ length: LIKENESS.most }, () => new Float64Array(MOST_RUNS + 1));
  // Mark of each surface form for this query: `like`, `unlike`, or a lower number if it is not classified.
  const marks = new Uint8Array(lexicon.surfaces);
  // Marks of a surface form with runs of the query, and without.
  let like = 1;
  let unlike = 2;

  /** Returns true if a query of these words is compared by letters. */
  function isCompared(words: readonly PassWord[]): boolean {
    return contentWordsIn(words) >= LIKENESS.fewestWords;
  }

  function contentWordsIn(words: readonly PassWord[]): number {
    let found = 0;
    for (const { isStopWord } of words) if (!isStopWord) found += 1;
    return found;
  }

  /**
   * Returns the likeness of each candidate to the words of a query. Runs are weighted by the document
   * frequencies of the candidates' words.
   */
  function compare(words: readonly PassWord[], candidates: readonly PageTokens[]): readonly number[] {
    const last = enter(words);
    candidates.forEach((page, at) => {
      count(page, table[at] as Float64Array, last);
    });
    const weight = Math.min(1, contentWordsIn(words) / LIKENESS.words);
    for (let number = 1; number <= last; number++) {
      shares[number] = weight * (shares[number] as number) * idf(frequencies[number] as number, pages);
    }
    leave(last);
    return candidates.map((_, at) => {
      const counts = table[at] as Float64Array;
      let sum = 0;
      for (let number = 1; number <= last; number++) {
        const counted = counts[number] as number;
        if (counted > 0) sum += (shares[number] as number) * saturate(counted);
      }
      return sum;
    });
  }

  // Numbers the runs of a query. A run has the greatest share of the weights of its words.
  function enter(words: readonly PassWord[]): number {
    let last = 0;
    for (const { folded, isGeneral } of words) {
      const share = isGeneral ? TERM_WEIGHTS.lesser : 1;
      const runsOfWord = runCount(folded);
      for (let at = 0; at < runsOfWord; at++) {
        const run = runAt(folded, at);
        const number = numberOf[run] as number;
        if (number > 0) {
          if ((shares[number] as number) < share) shares[number] = share;
        } else if (last < MOST_RUNS) {
          last += 1;
          numberOf[run] = last;
          bits[run >>> 5] = (bits[run >>> 5] as number) | (1 << (run & 31));
          sought[last] = run;
          shares[last] = share;
          frequencies[last] = 0;
        }
      }
    }
    return last;
  }

  // Resets the runs of a query and the marks of surface forms.
  function leave(last: number): void {
    for (let number = 1; number <= last; number++) {
      const run = sought[number] as number;
      numberOf[run] = 0;
      bits[run >>> 5] = 0;
    }
    like += 2;
    unlike += 2;
    if (unlike <= LAST_MARK) return;
    marks.fill(0);
    like = 1;
    unlike = 2;
  }

  // Counts the weighted occurrences of each run in a page.
  function count({ tokens, start, ends }: PageTokens, counts: Float64Array, last: number): void {
    counts.fill(0, 1, last + 1);
    const norm = lengthNorm(LIKENESS.b, ends[2] - start, averageLength);
    let at = start;
    for (const field of FIELDS) {
      const perOccurrence = BM25F.weights[field] / norm;
      const end = ends[field];
      for (; at < end; at++) {
        const surface = tokens[at] as number;
        const mark = marks[surface] as number;
        if (mark === unlike || (mark !== like && meet(surface) === unlike)) continue;
        const { pool } = runs;
        const blocks = runs.blocks[surface] as number;
        const stop = stopOf(blocks);
        for (let place = startOf(blocks); place < stop; place++) {
          const number = numberOf[pool[place] as number] as number;
          if (number > 0) counts[number] = (counts[number] as number) + perOccurrence;
        }
      }
    }
  }

  // Returns the bit of a run in the lowest position, below further bits.
  const bitOf = (run: number): number => (bits[run >>> 5] as number) >>> (run & 31);

  // Classifies a surface form, and adds its document frequency to the runs of the query.
  function meet(surface: number): number {
    const blocks = (runs.blocks[surface] as number) || runs.add(surface);
    const { pool } = runs;
    const start = startOf(blocks);
    const stop = stopOf(blocks);
    // Few forms have runs of the query. A block without branches is the fastest test.
    let any = 0;
    for (let place = start; place < stop; place += BLOCK) {
      any |=
        bitOf(pool[place] as number) |
        bitOf(pool[place + 1] as number) |
        bitOf(pool[place + 2] as number) |
        bitOf(pool[place + 3] as number) |
        bitOf(pool[place + 4] as number) |
        bitOf(pool[place + 5] as number) |
        bitOf(pool[place + 6] as number) |
        bitOf(pool[place + 7] as number);
    }
    const mark = (any & 1) === 0 ? unlike : like;
    marks[surface] = mark;
    if (mark === unlike) return mark;
    const holding = lexicon.surfacePages(surface);
    for (let place = start; place < stop; place++) {
      const number = numberOf[pool[place] as number] as number;
      if (number > 0) frequencies[number] = (frequencies[number] as number) + holding;
    }
    return mark;
  }

  return { isCompared, compare };
}
export type Likeness = ReturnType<typeof createLikeness>;
