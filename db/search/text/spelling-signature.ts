/** Bitmasks of a folded word: a filter that rejects most words before letters are compared. */
export type SpellingSignature = {
  /** A bit for each letter of the word. */
  readonly letters: number;
  /** A bit for each letter that occurs more than once. */
  readonly repeated: number;
};

export function signatureOf(word: string): SpellingSignature {
  let letters = 0;
  let repeated = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = 1 << (word.charCodeAt(at) & 31);
    repeated |= letters & letter;
    letters |= letter;
  }
  return { letters, repeated };
}

/** Returns the number of set bits of a 32-bit number. */
export function popcount(number: number): number {
  let count = number - ((number >>> 1) & 0x55_55_55_55);
  count = (count & 0x33_33_33_33) + ((count >>> 2) & 0x33_33_33_33);
  return Math.imul((count + (count >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/** Returns true for a number with more than `most` set bits; faster than `popcount`. */
export function hasMoreBits(number: number, most: number): boolean {
  let left = number;
  for (let bit = 0; bit < most; bit++) left &= left - 1;
  return left !== 0;
}
