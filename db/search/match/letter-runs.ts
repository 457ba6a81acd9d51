import type { Lexicon } from '../storage/lexicon.ts';
import { twiceAsLong } from './growing-array.ts';
import { LIKENESS } from './likeness-parameters.ts';

/** Runs of letters are told apart by hashes of so many bits: those of one query hardly ever meet others. No hash is 0. */
const BITS = 16;
export const HASHES = 2 ** BITS;
/** Runs of a surface form lie in blocks of so many; the number of its blocks has so many bits. */
export const BLOCK = 8;
const COUNT_BITS = 4;
const BLOCK_COUNTS = 2 ** COUNT_BITS;

/** The runs of letters of surface forms, found when a form is first met, in blocks that are filled up with 0. */
export function createRuns(lexicon: Lexicon, fold: (word: string) => string) {
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

/** The hash of the runs of a word, as they lie in blocks. */
export function hashOf(folded: string): number {
  const size = Math.min(runCount(folded), BLOCK * (BLOCK_COUNTS - 1));
  let hash = 0;
  for (let at = 0; at < size; at++) hash = addRun(hash, runAt(folded, at));
  return hash;
}

/** The hash of some runs and another; what fills up a block changes nothing. */
export const addRun = (hash: number, run: number): number => (run === 0 ? hash : Math.imul(hash + run, 0x9e3779b1));

/** First place in the pool of the runs of a surface form, and the place behind the last. */
export const startOf = (blocks: number): number => BLOCK * (blocks >>> COUNT_BITS);
export const stopOf = (blocks: number): number => BLOCK * ((blocks >>> COUNT_BITS) + (blocks & (BLOCK_COUNTS - 1)));

/** The number of runs of letters of a word; a shorter word is one. */
export function runCount(folded: string): number {
  return Math.max(1, folded.length + 3 - LIKENESS.letters);
}

/** The hash of a run of letters of a word, from 0; of a shorter word, that of the whole. */
export function runAt(folded: string, from: number): number {
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
