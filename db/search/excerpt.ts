import type { Hit } from './types.ts';
import { isUnspaced } from './text/segmentation.ts';
import { wordEndAt, words } from './text/tokenizer.ts';

const LONGEST = 240;
/** Room for words between two ellipses. */
const ROOM = LONGEST - 2;
/** Distance of the start of an excerpt from its first hit, when its sentence begins too far away. */
const LEAD = 30;
/** Length of the longest word before a cut; within it, a script without spaces is cut between two of its words. */
const LONG_WORD = 40;
/** Share of its weight that a term already in the window still adds. */
const REPEATED = 0.05;
/** Exponent of the term frequency that divides the weight of a term: a frequent one does not tell where the answer is. */
const FREQUENT = 0.5;
/** Share of the weight of its paragraph that a window gains: a passage answers, not a few words of it. */
const AROUND = 0.6;
/** Share of its weight that a window gains which begins with a sentence. */
const SENTENCE = 0.1;
/** Share that a window loses whose first hit is at its end: answers follow the words of the question. */
const LATE = 0.2;
/** Share that a window loses, at most twice, that is of two paragraphs. */
const DIVIDED = 0.4;

/**
 * The excerpt of a plain text, at most 240 characters: the window of the heaviest hits, in whole words, with an ellipsis
 * where text was left out; before rows of a table, its first row. The beginning of the text when there are no hits.
 */
export function excerptOf(text: string, hits: readonly Hit[]): string {
  if (text.length <= LONGEST) return within(LONGEST, oneLine(text), '', false);
  const start = bestStart(text, weightsInText(text, hits));
  return cutTable(text, start) ?? cut(text, start, ROOM);
}

/** A hit with its end, and its weight in this text. */
type WeighedHit = Hit & { readonly end: number };

/** The hits with their weights in this text: divided by a power of the term's frequency in it. */
function weightsInText(text: string, hits: readonly Hit[]): WeighedHit[] {
  const counts: number[] = [];
  for (const { term } of hits) counts[term] = (counts[term] ?? 0) + 1;
  const divisors = counts.map((count) => count ** FREQUENT);
  return hits.map(({ start, term, weight }) => {
    return { start, end: wordEndAt(text, start), term, weight: weight / (divisors[term] ?? 1) };
  });
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
      end = lineEnd(text, start);
    }
    if (lastIn[term] !== first) sum += weight;
    lastIn[term] = first;
  }
  while (weights.length < hits.length) weights.push(sum);
  return weights;
}

/**
 * Places where windows may begin, ascending: with the sentence of a hit, and a few words before the hit. Twice the place,
 * and one more where no sentence begins.
 */
function windowStarts(text: string, hits: readonly WeighedHit[]): number[] {
  const places: number[] = [];
  let [sentence, lead, before] = [-1, -1, 0];
  for (const { start, end } of hits) {
    const earliest = Math.max(0, end - ROOM);
    // Where no sentence begins after the hit before, it is of the same one.
    const next = sentenceStart(text, start, Math.max(earliest, before)) ?? sentence;
    if (next >= earliest && next !== sentence) places.push(2 * next);
    sentence = next;
    const few = wordStart(text, Math.max(0, start - LEAD), start);
    if (few !== lead) places.push(2 * few + 1);
    [lead, before] = [few, start];
  }
  return places.toSorted((a, b) => a - b);
}

/** Start of the window whose distinct terms weigh most, for its place in sentence and paragraph. */
function bestStart(text: string, hits: readonly WeighedHit[]): number {
  const around = paragraphWeights(text, hits);
  const counts: number[] = [];
  let best = { value: 0, at: Math.max(0, hits[0]?.start ?? 0) };
  let score = 0;
  let left = 0;
  let right = 0;
  for (const place of windowStarts(text, hits)) {
    const at = place >> 1;
    for (let next = hits[right]; next && next.end <= at + ROOM; next = hits[++right]) {
      const count = counts[next.term] ?? 0;
      counts[next.term] = count + 1;
      score += count === 0 ? next.weight : next.weight * REPEATED;
    }
    for (let gone = hits[left]; gone && left < right && gone.start < at; gone = hits[++left]) {
      const had = counts[gone.term] ?? 1;
      counts[gone.term] = had - 1;
      score -= had === 1 ? gone.weight : gone.weight * REPEATED;
    }
    const first = hits[left];
    if (!first || left >= right) continue;
    const value =
      (score + AROUND * Math.max(around[left] ?? 0, around[right - 1] ?? 0)) *
      (place % 2 === 0 ? 1 + SENTENCE : 1) *
      (1 - (LATE * (first.start - at)) / ROOM) *
      (1 - (DIVIDED * shorterPart(text, at)) / ROOM);
    if (value > best.value + 1e-9) best = { value, at };
  }
  return best.at;
}

/** Length of the shorter of the two parts of a window where a paragraph ends in it, 0 where none does. */
function shorterPart(text: string, at: number): number {
  const length = lineEnd(text, at) - at;
  return length >= ROOM ? 0 : Math.min(length, ROOM - length);
}

/** The window that begins here, in whole words. */
function cut(text: string, from: number, room: number): string {
  const end = wordEnd(text, Math.min(wordEndAt(text, from), from + room), from + room);
  return within(room, oneLine(text.slice(from, end)), from > 0 ? '…' : '', end < text.length);
}

/** Between the cells of a row (markdown-to-text.ts). */
const CELLS = ' · ';
/** Longest first row of a table that is put before others. */
const LONGEST_HEADER = 100;

/** The window of rows of a table with the first row before it; `undefined` where no such rows are. */
function cutTable(text: string, from: number): string | undefined {
  const start = lineStart(text, from);
  const first = firstRow(text, start);
  const end = lineEnd(text, first);
  if (first === start || end - first > LONGEST_HEADER || from - start > LONGEST_HEADER) return undefined;
  const rows = cut(text, start, ROOM - (end - first) - 3);
  const between = start === end + 1 ? rows.replace('…', CELLS.trimStart()) : rows;
  return `${first > 0 ? '…' : ''}${text.slice(first, end)} ${between}`;
}

/** Start of the first of the neighbouring lines that have as many cells; the line itself when it has but one. */
function firstRow(text: string, line: number): number {
  const columns = columnsAt(text, line);
  if (columns === 1) return line;
  for (let first = line; ;) {
    const before = lineStart(text, first - 1);
    if (first === 0 || columnsAt(text, before) !== columns) return first;
    first = before;
  }
}

/** The number of cells of the row that begins here. */
function columnsAt(text: string, start: number): number {
  const end = lineEnd(text, start);
  let columns = 1;
  for (let at = text.indexOf(CELLS, start); at >= 0 && at < end; at = text.indexOf(CELLS, at + 1)) columns += 1;
  return columns;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  return next < 0 ? text.length : next;
}

/** Puts ellipses around a passage; one that block separators made too long loses words at its end. */
function within(room: number, passage: string, before: string, isCut: boolean): string {
  if (passage.length <= room) return `${before}${passage}${isCut ? '…' : ''}`;
  return `${before}${passage.slice(0, wordEnd(passage, 0, Math.min(room, ROOM))).replace(/[ ·]+$/, '')}…`;
}

const SPACE = 32;
const NEW_LINE = 10;
/** Punctuation that ends a sentence, and punctuation that may come after. */
const ENDING = '.!?…:';
const CLOSING = '"»”)';
/** Punctuation that ends a sentence in scripts without spaces: 。！？ */
const ENDING_ALONE = new Set([0x3002, 0xff01, 0xff1f]);
/** Anything but one space between two words. */
const UNEVEN = /[^\S ]| {2}|^ | $/;

/** Start of the sentence of this word, where that is not before `earliest`. */
function sentenceStart(text: string, from: number, earliest: number): number | undefined {
  for (let at = from; at >= earliest; at--) {
    if (at === 0) return 0;
    const before = text.charCodeAt(at - 1);
    if (before === SPACE || before === NEW_LINE) {
      if (endsSentence(text, at)) return at;
    } else if (before > 0x3000 && ENDING_ALONE.has(before)) return at;
  }
  return undefined;
}

/** True when the spaces before this place come after the end of a sentence or a line. */
function endsSentence(text: string, place: number): boolean {
  let at = place - 1;
  for (; at >= 0 && isSpace(text, at); at--) if (text.charCodeAt(at) === NEW_LINE) return true;
  while (at >= 0 && CLOSING.includes(text.charAt(at))) at -= 1;
  return at >= 0 && ENDING.includes(text.charAt(at));
}

/** The first word start at or after `from`, but not after `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  if (from === 0) return 0;
  for (let at = from; at < limit; at++) if (isSpace(text, at)) return at + 1;
  return limit;
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
  return unit === SPACE || unit === NEW_LINE;
}
