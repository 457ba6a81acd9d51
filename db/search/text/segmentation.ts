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

/** Longest prefix of a run that is looked at for its first word; V8 copies so short a one, and does not keep its text for it. */
const LOOKED_AT = 12;
/** So many prefixes are remembered: excerpts are cut from the same texts again and again. */
const CACHED = 20_000;
const lengths = new Map<string, number>();

/** Length of the first word of a run of letters. */
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
