import { hashOf } from './letter-runs.ts';

// Maximum number of words of a query that form pairs; their numbers fit into a byte.
const MOST_WORDS = 255;

/** Finds pairs of adjacent words of a query that are adjacent in a page. */
export function createPairs(surfaces: number) {
  // Number of the query word of a surface form, from 1; 0 without. Undefined until `meet` is called.
  const wordOf = new Uint8Array(surfaces);
  // Numbers by the hash of a word; words and document frequencies by number.
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
    /** Maps a surface form to its query word, and adds its document frequency. */
    meet(surface: number, hash: number, pages: number): void {
      const number = numbers.get(hash) ?? 0;
      wordOf[surface] = number;
      if (number > 0) holding[number - 1] = (holding[number - 1] as number) + pages;
    },
    begin(): void {
      before = 0;
    },
    /** Reads the next token of a field with letters of the query, and its position. */
    read(surface: number, at: number): void {
      const number = wordOf[surface] as number;
      const pair = pairOf(before, number);
      if (before > 0 && number > 0 && beforeAt === at - 1 && sought.has(pair)) found.add(pair);
      before = number;
      beforeAt = at;
    },
    /** Returns the pairs as numbers of words, and clears them. */
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
