import type { Lexicon } from '../storage/lexicon.ts';
import { twiceAsLong } from '../storage/typed-arrays.ts';
import { LIKENESS } from './likeness-parameters.ts';

// Bits of the hash of a run: collisions within a query are rare. No hash is 0.
const BITS = 16;
export const HASHES = 2 ** BITS;
// Number of runs in a block, and bits of the number of blocks of a surface form.
export const BLOCK = 8;
const COUNT_BITS = 4;
const BLOCK_COUNTS = 2 ** COUNT_BITS;

/** Creates a cache of the letter runs of surface forms, in blocks that are padded with 0. */
export function createRuns(lexicon: Lexicon, fold: (word: string) => string) {
  let end = 0;

  // `pool`: hashes of runs in blocks. `blocks`: first block and number of blocks of each surface form; 0 if it is not
  // cached.
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

// Offsets `[start, stop)` of the runs of a surface form in the pool.
export const startOf = (blocks: number): number => BLOCK * (blocks >>> COUNT_BITS);
export const stopOf = (blocks: number): number => BLOCK * ((blocks >>> COUNT_BITS) + (blocks & (BLOCK_COUNTS - 1)));

/** Returns the number of letter runs of a word; a short word has a single run. */
export function runCount(folded: string): number {
  return Math.max(1, folded.length + 3 - LIKENESS.letters);
}

/** Returns the hash of the letter run at an offset of a word; of the whole word if it is short. */
export function runAt(folded: string, from: number): number {
  const end = Math.min(folded.length + 2, from + LIKENESS.letters);
  let hash = 0;
  for (let at = from; at < end; at++) hash = Math.imul(hash + markedCodeAt(folded, at), 0x9e3779b1);
  return hash >>> (32 - BITS) || 1;
}

// Returns a letter of a word, with markers before its beginning and after its end.
function markedCodeAt(folded: string, at: number): number {
  return at === 0 ? BEGINNING : at > folded.length ? END : folded.charCodeAt(at - 1);
}

const BEGINNING = '^'.charCodeAt(0);
const END = '$'.charCodeAt(0);
