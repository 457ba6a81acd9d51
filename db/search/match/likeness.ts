import { BM25F, idf, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { PageTokens } from '../types.ts';
import { twiceAsLong } from './growing-array.ts';
import { BLOCK, HASHES, addRun, createRuns, runAt, runCount, startOf, stopOf } from './letter-runs.ts';
import { LIKENESS } from './likeness-parameters.ts';
import { createPassageWindow } from './passage-window.ts';
import { TERM_WEIGHTS } from './term-weights.ts';
import { createPairs } from './word-pairs.ts';

/** Runs of one query beyond these are dropped; the longest query that is allowed has fewer. */
const MOST_RUNS = 255;
/** Marks of surface forms fit into a byte. */
const LAST_MARK = 255;
/** A run that occurs and its place in the page fit into a number: the lower bits are those of the run. */
const RUN_BITS = 8;

/** Room for so many occurrences at first, and the most that is kept for the next query. */
const ROOM = 2 ** 10;
const LARGEST_KEPT = 2 ** 15;

const FIELDS = [0, 1, 2] as const;

/**
 * Likeness of pages to a query by the letters of all their words: forms, derivations, compounds and spellings that the stems
 * keep apart have most of their letters in common. Pairs of words beside each other count, too, stop words included, and so does
 * the passage that has most of the query. One query at a time.
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
  const numberOf = new Uint8Array(HASHES);
  /** The runs of the query by their numbers: hashes, shares of their weight, document frequencies. */
  const sought = new Uint16Array(MOST_RUNS + 1);
  const shares = new Float64Array(MOST_RUNS + 1);
  const frequencies = new Float64Array(MOST_RUNS + 1);
  /** The same of a page: weights of the occurrences, and the place of the occurrences; one row for each page. */
  const table = Array.from({ length: LIKENESS.mostWithFurther }, createRow);
  /** The occurrences in the pages, page after page, in the order of each. */
  let occurrences = new Int32Array(ROOM);
  let noted = 0;
  const window = createPassageWindow(LIKENESS.passageWords, MOST_RUNS + 1);
  const pairs = createPairs(lexicon.surfaces);
  /** Mark of each surface form for this query: `like` or `unlike` once it is met; those of earlier queries are lower. */
  const marks = new Uint8Array(lexicon.surfaces);
  /** A surface form that has runs of the query, and one that has none. */
  let like = 1;
  let unlike = 2;

  /** True for a query that is compared, by its folded words. */
  function isCompared(words: readonly string[]): boolean {
    return askedOf(words) >= LIKENESS.fewestWords;
  }

  /** True for a query that is compared with further pages, and by its best passage. */
  function isLong(words: readonly string[]): boolean {
    return askedOf(words) >= LIKENESS.words;
  }

  function askedOf(words: readonly string[]): number {
    let asked = 0;
    for (const word of words) if (isContentWord(word)) asked += 1;
    return asked;
  }

  /** The likeness of each of a few pages to the folded words of a query. Runs are weighed by the words of these pages. */
  function compare(words: readonly string[], candidates: readonly PageTokens[]): readonly number[] {
    const last = enter(words);
    pairs.enter(words);
    const rows = table.slice(0, candidates.length);
    const notes = isLong(words);
    noted = 0;
    const held = candidates.map((page, at) => {
      count(page, rows[at] as Row, last, notes);
      return pairs.take();
    });
    const weight = LIKENESS.weight * Math.min(1, askedOf(words) / LIKENESS.words);
    let ofAll = 0;
    for (let number = 1; number <= last; number++) {
      shares[number] = weight * (shares[number] as number) * idf(frequencies[number] as number, pages);
      ofAll += shares[number] as number;
    }
    const weights = shares.subarray(0, last + 1);
    const countsPassage = notes && ofAll > 0;
    leave(last);
    const weightOf = (word: number): number => {
      const share = isGeneralWord(pairs.wordAt(word)) ? TERM_WEIGHTS.general : 1;
      return share * idf(pairs.pagesOf(word), pages);
    };
    const likenesses = rows.map((row, at) => {
      let sum = countsPassage ? (LIKENESS.passage * bestPassage(row, weights) ** 2) / ofAll : 0;
      for (const [first, second] of held[at] ?? []) {
        sum += (weight * LIKENESS.pair * (weightOf(first) + weightOf(second))) / 2;
      }
      for (let number = 1; number <= last; number++) {
        const counted = row.counts[number] as number;
        if (counted > 0) sum += (shares[number] as number) * saturate(counted);
      }
      return sum;
    });
    if (occurrences.length > LARGEST_KEPT) occurrences = new Int32Array(ROOM);
    return likenesses;
  }

  /** The weight of the distinct runs of the passage that has most of them; those of the title belong to every passage. */
  function bestPassage({ from, to, titleLength }: Row, weights: Float64Array): number {
    window.clear(weights);
    for (let nth = from; nth < to; nth++) {
      const occurrence = occurrences[nth] as number;
      const number = occurrence & MOST_RUNS;
      const place = occurrence >>> RUN_BITS;
      if (place < titleLength) window.addToAll(number);
      else window.add(number, place);
    }
    return window.best();
  }

  /** Numbers the runs of the words of a query; each has the share of its weight that the most telling of its words leaves it. */
  function enter(words: readonly string[]): number {
    let last = 0;
    for (const word of words) {
      const share = isGeneralWord(word) ? TERM_WEIGHTS.general : 1;
      const runsOfWord = runCount(word);
      for (let at = 0; at < runsOfWord; at++) {
        const run = runAt(word, at);
        const number = numberOf[run] as number;
        if (number > 0) {
          if ((shares[number] as number) < share) shares[number] = share;
        } else if (last < MOST_RUNS) {
          last += 1;
          numberOf[run] = last;
          sought[last] = run;
          shares[last] = share;
          frequencies[last] = 0;
        }
      }
    }
    return last;
  }

  /** Forgets the runs of a query, and the surface forms that were met. */
  function leave(last: number): void {
    for (let number = 1; number <= last; number++) {
      const run = sought[number] as number;
      numberOf[run] = 0;
    }
    like += 2;
    unlike += 2;
    if (unlike <= LAST_MARK) return;
    marks.fill(0);
    like = 1;
    unlike = 2;
  }

  /** Weighs the occurrences of each run in a page, and notes them where they are asked for. */
  function count({ tokens, start, ends }: PageTokens, row: Row, last: number, notes: boolean): void {
    const { counts } = row;
    counts.fill(0, 1, last + 1);
    row.from = noted;
    row.titleLength = ends[0] - start;
    const norm = 1 - LIKENESS.b + (LIKENESS.b * (ends[2] - start)) / averageLength;
    let at = start;
    for (const field of FIELDS) {
      const one = BM25F.weights[field] / norm;
      const end = ends[field];
      // No passage goes on in the next field.
      const origin = start - field * LIKENESS.passageWords;
      pairs.begin();
      for (; at < end; at++) {
        const surface = tokens[at] as number;
        const mark = marks[surface] as number;
        if (mark === unlike || (mark !== like && meet(surface) === unlike)) continue;
        pairs.read(surface, at);
        const { pool } = runs;
        const blocks = runs.blocks[surface] as number;
        const stop = stopOf(blocks);
        for (let place = startOf(blocks); place < stop; place++) {
          const number = numberOf[pool[place] as number] as number;
          if (number === 0) continue;
          counts[number] = (counts[number] as number) + one;
          if (!notes) continue;
          if (noted === occurrences.length) occurrences = twiceAsLong(occurrences);
          occurrences[noted] = ((at - origin) << RUN_BITS) | number;
          noted += 1;
        }
      }
    }
    row.to = noted;
  }

  /** Tells whether a surface form has runs of the query, and adds its document frequency to theirs. */
  function meet(surface: number): number {
    const blocks = (runs.blocks[surface] as number) || runs.add(surface);
    const { pool } = runs;
    const start = startOf(blocks);
    const stop = stopOf(blocks);
    // Few have any, and a block at once, without branches, finds that out soonest.
    let any = 0;
    for (let place = start; place < stop; place += BLOCK) {
      any |=
        (numberOf[pool[place] as number] as number) |
        (numberOf[pool[place + 1] as number] as number) |
        (numberOf[pool[place + 2] as number] as number) |
        (numberOf[pool[place + 3] as number] as number) |
        (numberOf[pool[place + 4] as number] as number) |
        (numberOf[pool[place + 5] as number] as number) |
        (numberOf[pool[place + 6] as number] as number) |
        (numberOf[pool[place + 7] as number] as number);
    }
    const mark = any === 0 ? unlike : like;
    marks[surface] = mark;
    if (mark === unlike) return mark;
    const holding = lexicon.surfacePages(surface);
    let hash = 0;
    for (let place = start; place < stop; place++) hash = addRun(hash, pool[place] as number);
    pairs.meet(surface, hash, holding);
    for (let place = start; place < stop; place++) {
      const number = numberOf[pool[place] as number] as number;
      if (number > 0) frequencies[number] = (frequencies[number] as number) + holding;
    }
    return mark;
  }

  return { isCompared, isLong, compare };
}
export type Likeness = ReturnType<typeof createLikeness>;

/** Counts of one page: the runs of letters that occur, by weight, and where their occurrences are noted. */
function createRow() {
  return { counts: new Float64Array(MOST_RUNS + 1), from: 0, to: 0, titleLength: 0 };
}
type Row = ReturnType<typeof createRow>;
