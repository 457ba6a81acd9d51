import type { Hit } from './types.ts';
import { isUnspaced } from './text/segmentation.ts';
import { wordEndAt, words } from './text/tokenizer.ts';

const LONGEST = 240;
/** Room for words between two ellipses. */
const ROOM = LONGEST - 2;
/** Distance of the start of an excerpt from its first hit, when the sentence begins too far away. */
const LEAD = 60;
/** Length of the longest word before a cut; within it, a script without spaces is cut between two of its words. */
const LONG_WORD = 40;
/** Share of its weight that a term already in the window still adds. */
const REPEATED = 0.1;
/** Exponent of the term frequency that divides the weight of a term: a frequent one does not tell where the answer is. */
const FREQUENT = 0.25;
/** Share of its weight that a window as wide as can be loses: terms near each other mean more. */
const WIDE = 0.1;
/** Share of the weight of its whole paragraph that a window gains: a passage answers, not a few words of it. */
const AROUND = 0.3;

/**
 * The excerpt of a plain text, at most 240 characters: the window of the heaviest hits, in whole words, with an ellipsis
 * where text was left out. The beginning of the text when there are no hits.
 */
export function excerptOf(text: string, hits: readonly Hit[]): string {
  if (text.length <= LONGEST) return within(LONGEST, oneLine(text), '', false);
  const { from, to } = bestWindow(text, weightsInText(hits));
  return cut(text, from, to);
}

/** The hits with their weights in this text: divided by a power of the term's frequency in it. */
function weightsInText(hits: readonly Hit[]): Hit[] {
  const counts: number[] = [];
  for (const { term } of hits) counts[term] = (counts[term] ?? 0) + 1;
  const divisors = counts.map((count) => count ** FREQUENT);
  return hits.map(({ start, term, weight }) => ({ start, term, weight: weight / (divisors[term] ?? 1) }));
}

/** For each hit the weight of the distinct terms in its paragraph. */
function paragraphWeights(text: string, hits: readonly Hit[]): readonly number[] {
  const weights: number[] = [];
  const lastIn: number[] = [];
  let [first, end, sum] = [0, 0, 0];
  for (let at = 0; at < hits.length; at++) {
    const { start, term, weight } = hits[at] as Hit;
    if (start >= end) {
      while (weights.length < at) weights.push(sum);
      [first, sum] = [at, 0];
      const next = text.indexOf('\n', start);
      end = next < 0 ? text.length : next;
    }
    if (lastIn[term] !== first) sum += weight;
    lastIn[term] = first;
  }
  while (weights.length < hits.length) weights.push(sum);
  return weights;
}

/** The window whose distinct terms weigh most, for its width and in its paragraph. */
function bestWindow(text: string, hits: readonly Hit[]): { readonly from: number; readonly to: number } {
  const around = paragraphWeights(text, hits);
  const counts: number[] = [];
  let best = { value: 0, from: 0, to: 0 };
  let score = 0;
  let left = 0;
  for (const [right, { start, term, weight }] of hits.entries()) {
    const end = wordEndAt(text, start);
    const count = counts[term] ?? 0;
    counts[term] = count + 1;
    score += count === 0 ? weight : weight * REPEATED;
    for (let gone = hits[left]; gone && left < right && end - gone.start > ROOM; gone = hits[left]) {
      left += 1;
      const had = counts[gone.term] ?? 1;
      counts[gone.term] = had - 1;
      score -= had === 1 ? gone.weight : gone.weight * REPEATED;
    }
    const from = hits[left]?.start ?? 0;
    const value = score * (1 - (WIDE * (end - from)) / ROOM) + AROUND * (around[left] ?? 0);
    if (value > best.value + 1e-9) best = { value, from, to: end };
  }
  return best;
}

/** Widens a window to the room there is: back to the start of its sentence, then on to the next words. */
function cut(text: string, from: number, to: number): string {
  // A single word may be longer than any excerpt.
  const last = Math.min(to, from + ROOM);
  const start = sentenceStart(text, from, Math.max(0, last - ROOM));
  const end = wordEnd(text, last, start + ROOM);
  return within(ROOM, oneLine(text.slice(start, end)), start > 0 ? '…' : '', end < text.length);
}

/** Puts ellipses around a passage; one that block separators made too long loses words at its end. */
function within(room: number, passage: string, before: string, isCut: boolean): string {
  if (passage.length <= room) return `${before}${passage}${isCut ? '…' : ''}`;
  return `${before}${passage.slice(0, wordEnd(passage, 0, ROOM)).replace(/[ ·]+$/, '')}…`;
}

/** Punctuation that ends a sentence, and punctuation that may come after. */
const ENDING = '.!?…:';
/** The same in scripts without spaces. */
const ENDING_ALONE = '。！？';
const CLOSING = '"»”)';
/** Anything but one space between two words. */
const UNEVEN = /[^\S ]| {2}|^ | $/;

/** Start of the sentence of this word; else a few words before it. Not before `earliest`. */
function sentenceStart(text: string, from: number, earliest: number): number {
  for (let at = from; at >= earliest; at--) {
    if (at === 0 || (isSpace(text, at - 1) && endsSentence(text, at))) return at;
    if (ENDING_ALONE.includes(text.charAt(at - 1))) return at;
  }
  return wordStart(text, Math.max(earliest, from - LEAD), from);
}

/** True when the spaces before this place come after the end of a sentence or a line. */
function endsSentence(text: string, place: number): boolean {
  let at = place - 1;
  for (; at >= 0 && isSpace(text, at); at--) if (text.charAt(at) === '\n') return true;
  while (at >= 0 && CLOSING.includes(text.charAt(at))) at -= 1;
  return at >= 0 && ENDING.includes(text.charAt(at));
}

/** The first word start at or after `at`, but not after `limit`. */
function wordStart(text: string, at: number, limit: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, limit).search(/\s/);
  return space < 0 ? limit : at + space + 1;
}

/** The last word end at or before `limit`, but not before `at`; where no word ends, between two characters. */
function wordEnd(text: string, at: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const near = Math.max(at, limit - LONG_WORD);
  for (let end = limit; end >= near; end--) if (isSpace(text, end)) return end;
  const segment = segmentEnd(text, near, limit);
  if (segment !== undefined) return segment;
  for (let end = near; end >= at; end--) if (isSpace(text, end)) return end;
  return wholeCharacter(text, at);
}

/** The last end at or before `limit` of a word in a script without spaces. */
function segmentEnd(text: string, from: number, limit: number): number | undefined {
  const start = wholeCharacter(text, from);
  const ends = words(text.slice(start, wholeCharacter(text, limit + LONG_WORD))).map(({ end }) => start + end);
  return ends.findLast((end) => end > from && end <= limit && isUnspaced(text.charAt(end - 1)));
}

/** The place itself, or the one before it where it is within a character. */
const wholeCharacter = (text: string, at: number): number => ((text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at);

/** Joins lines, one block each; a block that no punctuation ends, as the items of a list, gets a separator. */
function oneLine(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .trim()
    .replaceAll(/([^\s.!?…:;,·])\s*\n\s*/g, '$1 · ')
    .replaceAll(/\s+/g, ' ');
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 32 || unit === 10;
}
