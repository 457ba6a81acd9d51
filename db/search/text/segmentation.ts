/** Scripts that put no spaces between words. */
const UNSPACED = /^[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;
const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]$/u;

/** True for a letter of a script without spaces between words. */
export function isUnspaced(character: string): boolean {
  return UNSPACED.test(character) && WORD_CHARACTER.test(character);
}

/** ICU finds the words of these scripts by dictionaries and models of its own, whatever the locale. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Calls back with the start of every word of a run of letters; the words follow each other without a gap. */
export function eachSegment(run: string, found: (start: number, end: number) => void): void {
  for (const { index, segment } of segmenter.segment(run)) found(index, index + segment.length);
}

/** Longest prefix of a run that is looked at for its first word. */
const LOOKED_AT = 64;

/** Length of the first word of a run of letters. */
export function firstSegmentLength(run: string): number {
  const length = lengthOfFirst(run.slice(0, LOOKED_AT));
  return length < LOOKED_AT ? length : lengthOfFirst(run);
}

function lengthOfFirst(run: string): number {
  for (const { segment } of segmenter.segment(run)) return segment.length;
  return 0;
}
