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

// Maximum number of runs of a query; the longest valid query has fewer.
const MOST_RUNS = 255;
// Marks of surface forms fit into a byte.
const LAST_MARK = 255;
// An occurrence is a number: run number in the lower bits, position in the upper bits.
const RUN_BITS = 8;

// Initial size of the buffer of occurrences, and maximum size that is retained for the next query.
const ROOM = 2 ** 10;
const LARGEST_KEPT = 2 ** 15;

const FIELDS = [0, 1, 2] as const;

/**
 * Computes the likeness of pages to a query by letter runs. Inflections, derivations, compounds and spellings with
 * different stems have most letters in common. Adjacent words of the query, including stop words, and the best passage
 * also count. Supports a single query at a time.
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
  // Number of a run in the query, from 1; 0 for runs outside the query.
  const numberOf = new Uint8Array(HASHES);
  // Runs of the query by number: hash, share of the weight, document frequency.
  const sought = new Uint16Array(MOST_RUNS + 1);
  const shares = new Float64Array(MOST_RUNS + 1);
  const frequencies = new Float64Array(MOST_RUNS + 1);
  // Counts of each compared page.
  const table = Array.from({ length: LIKENESS.mostWithFurther }, createRow);
  // Occurrences of all compared pages, page by page, in their order.
  let occurrences = new Int32Array(ROOM);
  let recorded = 0;
  const window = createPassageWindow(LIKENESS.passageWords, MOST_RUNS + 1);
  const pairs = createPairs(lexicon.surfaces);
  // Mark of each surface form for this query: `like`, `unlike`, or a lower number if it is not classified.
  const marks = new Uint8Array(lexicon.surfaces);
  // Marks of a surface form with runs of the query, and without.
  let like = 1;
  let unlike = 2;

  /** Returns true if a query of these folded words is compared by letters. */
  function isCompared(words: readonly string[]): boolean {
    return contentWordsIn(words) >= LIKENESS.fewestWords;
  }

  /** Returns true if a query is compared with further pages and by its best passage. */
  function isLong(words: readonly string[]): boolean {
    return contentWordsIn(words) >= LIKENESS.words;
  }

  function contentWordsIn(words: readonly string[]): number {
    let found = 0;
    for (const word of words) if (isContentWord(word)) found += 1;
    return found;
  }

  /**
   * Returns the likeness of each candidate to the folded words of a query. Runs are weighted by the document
   * frequencies of the candidates' words.
   */
  function compare(words: readonly string[], candidates: readonly PageTokens[]): readonly number[] {
    const last = enter(words);
    pairs.enter(words);
    const rows = table.slice(0, candidates.length);
    const records = isLong(words);
    recorded = 0;
    const held = candidates.map((page, at) => {
      count(page, rows[at] as Row, last, records);
      return pairs.take();
    });
    const weight = LIKENESS.weight * Math.min(1, contentWordsIn(words) / LIKENESS.words);
    let ofAll = 0;
    for (let number = 1; number <= last; number++) {
      shares[number] = weight * (shares[number] as number) * idf(frequencies[number] as number, pages);
      ofAll += shares[number] as number;
    }
    const weights = shares.subarray(0, last + 1);
    const countsPassage = records && ofAll > 0;
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

  // Returns the greatest weight of the distinct runs in a passage. Runs of the title count for every passage.
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

  // Numbers the runs of a query. A run has the greatest share of the weights of its words.
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

  // Resets the runs of a query and the marks of surface forms.
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

  // Counts the weighted occurrences of each run in a page, and records their positions if `notes` is true.
  function count({ tokens, start, ends }: PageTokens, row: Row, last: number, records: boolean): void {
    const { counts } = row;
    counts.fill(0, 1, last + 1);
    row.from = recorded;
    row.titleLength = ends[0] - start;
    const norm = 1 - LIKENESS.b + (LIKENESS.b * (ends[2] - start)) / averageLength;
    let at = start;
    for (const field of FIELDS) {
      const perOccurrence = BM25F.weights[field] / norm;
      const end = ends[field];
      // A gap between fields, so that a passage does not cross them.
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
          counts[number] = (counts[number] as number) + perOccurrence;
          if (!records) continue;
          if (recorded === occurrences.length) occurrences = twiceAsLong(occurrences);
          occurrences[recorded] = ((at - origin) << RUN_BITS) | number;
          recorded += 1;
        }
      }
    }
    row.to = recorded;
  }

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

// Counts of a page: weighted occurrences of each run, and the range of its recorded occurrences.
function createRow() {
  return { counts: new Float64Array(MOST_RUNS + 1), from: 0, to: 0, titleLength: 0 };
}
type Row = ReturnType<typeof createRow>;
