// Scripts without spaces between words.
const UNSPACED = /^[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;
const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]$/u;

/** Returns true for a letter of a script without spaces between words. */
export function isUnspaced(character: string): boolean {
  return UNSPACED.test(character) && WORD_CHARACTER.test(character);
}

// ICU segments these scripts with dictionaries and models, independent of the locale.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Calls back with the offsets of every word of a run of letters. The words are adjacent. */
export function eachSegment(run: string, found: (start: number, end: number) => void): void {
  for (const { index, segment } of segmenter.segment(run)) found(index, index + segment.length);
}

// Length of the prefix that is searched for the first word. V8 copies a slice below 13 characters, so that the cache
// does not retain its text.
const LOOKED_AT = 12;
// Number of cached prefixes: excerpts are cut from the same texts repeatedly.
const CACHED = 20_000;
const lengths = new Map<string, number>();

/** Returns the length of the first word of a run of letters. */
export function firstSegmentLength(run: string): number {
  const prefix = run.slice(0, LOOKED_AT);
  const cached = lengths.get(prefix);
  if (cached !== undefined) return cached;
  const length = lengthOfFirst(prefix);
  if (length === LOOKED_AT) return lengthOfFirst(run);
  if (lengths.size >= CACHED) lengths.clear();
  lengths.set(prefix, length);
  return length;
}

function lengthOfFirst(run: string): number {
  for (const { segment } of segmenter.segment(run)) return segment.length;
  return 0;
}
