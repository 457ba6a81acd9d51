import { BM25F, idf, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { PageTokens } from '../types.ts';
import { twiceAsLong } from './growing-array.ts';
import { createPassageWindow } from './passage-window.ts';
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
  /** Beyond these, pages with this share of it are for queries of `words` words, and so many in all. */
  furtherShare: 0.65,
  mostWithFurther: 9,
  /** So many copies of one text among them, where it is not one city that is asked for. */
  copies: 2,
  /** Length of a run of letters; the beginning and the end of a word count as letters. */
  letters: 4,
  /** Length normalization. */
  b: 0.75,
  /** Weight of two words of the query beside each other, against a run of letters. */
  pair: 0.3,
  /** Weight of the best passage, in queries of `words` words, and its length in words. */
  passage: 0.12,
  passageWords: 20,
} as const;

/** Runs of letters are told apart by so many bits: those of one query hardly ever meet others. No hash is 0. */
const BITS = 16;
/** Runs of one query beyond these are dropped; the longest query that is allowed has fewer. */
const MOST_RUNS = 255;
/** Marks of surface forms fit into a byte. */
const LAST_MARK = 255;
/** A run that occurs and its place in the page fit into a number: the lower bits are those of the run. */
const RUN_BITS = 8;
/** Words of one query beyond these form no pairs; their numbers fit into a byte. */
const MOST_WORDS = 255;
/** Runs of a surface form lie in blocks of so many; the number of its blocks has so many bits. */
const BLOCK = 8;
const COUNT_BITS = 4;
const BLOCK_COUNTS = 2 ** COUNT_BITS;

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
  const numberOf = new Uint8Array(2 ** BITS);
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

/** The runs of surface forms, found when a form is first met, in blocks that are filled up with 0. */
function createRuns(lexicon: Lexicon, fold: (word: string) => string) {
  /** Number of the next block. */
  let end = 0;

  /** Hashes of runs in blocks (`pool`), and first block and number of blocks of each surface form; 0 before it is met. */
  const runs = { blocks: new Uint32Array(lexicon.surfaces), pool: new Uint16Array(2 ** 12), add };

  function add(surface: number): number {
    const folded = fold(lexicon.surfaceText(surface));
    const count = Math.min(BLOCK_COUNTS - 1, Math.ceil(runCount(folded) / BLOCK));
    const first = end;
    end += count;
    if (BLOCK * end > runs.pool.length) runs.pool = twiceAsLong(runs.pool);
    const size = Math.min(runCount(folded), BLOCK * count);
    for (let at = 0; at < size; at++) runs.pool[BLOCK * first + at] = runAt(folded, at);
    return (runs.blocks[surface] = BLOCK_COUNTS * first + count);
  }

  return runs;
}

/** The words of a query that stand beside each other, and those of them that do so in a page. */
function createPairs(surfaces: number) {
  /** The number of the word of the query that a surface form is when folded, from 1; 0 for none, and anything before it is met. */
  const wordOf = new Uint8Array(surfaces);
  /** Numbers by the hashes of the words; the words, and the pages that hold them, by number. */
  const numbers = new Map<number, number>();
  let texts: string[] = [];
  let holding: number[] = [];
  const sought = new Set<number>();
  let found = new Set<number>();
  let before = 0;
  let beforeAt = -1;

  function enter(words: readonly string[]): void {
    numbers.clear();
    sought.clear();
    texts = [];
    holding = [];
    let last = 0;
    for (const word of words.slice(0, MOST_WORDS)) {
      const hash = hashOf(word);
      const number = numbers.get(hash) ?? texts.push(word);
      numbers.set(hash, number);
      holding[number - 1] = 0;
      if (last > 0) sought.add(pairOf(last, number));
      last = number;
    }
  }

  return {
    enter,
    /** Notes which word a surface form is, and the pages that hold it. */
    meet(surface: number, hash: number, pages: number): void {
      const number = numbers.get(hash) ?? 0;
      wordOf[surface] = number;
      if (number > 0) holding[number - 1] = (holding[number - 1] as number) + pages;
    },
    /** Begins another text. */
    begin(): void {
      before = 0;
    },
    /** Reads the next word of a text that has letters of the query, and its place. */
    read(surface: number, at: number): void {
      const number = wordOf[surface] as number;
      const pair = pairOf(before, number);
      if (before > 0 && number > 0 && beforeAt === at - 1 && sought.has(pair)) found.add(pair);
      before = number;
      beforeAt = at;
    },
    /** The pairs that were read, as numbers of their words; they are forgotten. */
    take(): readonly (readonly [number, number])[] {
      if (found.size === 0) return NO_PAIRS;
      const taken = Array.from(found, (pair) => [pair >>> 8, pair & 255] as const);
      found = new Set();
      return taken;
    },
    wordAt: (number: number): string => texts[number - 1] as string,
    pagesOf: (number: number): number => holding[number - 1] as number,
  };
}

const NO_PAIRS: readonly (readonly [number, number])[] = [];
const pairOf = (first: number, second: number): number => (first << 8) | second;

/** The hash of the runs of a word, as they lie in blocks. */
function hashOf(folded: string): number {
  const size = Math.min(runCount(folded), BLOCK * (BLOCK_COUNTS - 1));
  let hash = 0;
  for (let at = 0; at < size; at++) hash = addRun(hash, runAt(folded, at));
  return hash;
}

/** The hash of some runs and another; what fills up a block changes nothing. */
const addRun = (hash: number, run: number): number => (run === 0 ? hash : Math.imul(hash + run, 0x9e3779b1));

/** First place in the pool of the runs of a surface form, and the place behind the last. */
const startOf = (blocks: number): number => BLOCK * (blocks >>> COUNT_BITS);
const stopOf = (blocks: number): number => BLOCK * ((blocks >>> COUNT_BITS) + (blocks & (BLOCK_COUNTS - 1)));

/** The number of runs of letters of a word; a shorter word is one. */
function runCount(folded: string): number {
  return Math.max(1, folded.length + 3 - LIKENESS.letters);
}

/** The hash of a run of letters of a word, from 0; of a shorter word, that of the whole. */
function runAt(folded: string, from: number): number {
  const end = Math.min(folded.length + 2, from + LIKENESS.letters);
  let hash = 0;
  for (let at = from; at < end; at++) hash = Math.imul(hash + markedCodeAt(folded, at), 0x9e3779b1);
  return hash >>> (32 - BITS) || 1;
}

/** A letter of a word between the marks of its beginning and its end. */
function markedCodeAt(folded: string, at: number): number {
  return at === 0 ? BEGINNING : at > folded.length ? END : folded.charCodeAt(at - 1);
}

const BEGINNING = '^'.charCodeAt(0);
const END = '$'.charCodeAt(0);
