import type { Hit } from './types.ts';
import { bestWindow } from './excerpt-window.ts';
import { isUnspaced } from './text/segmentation.ts';
import { isSpace, lineEnd, lineStart } from './text/lines.ts';
import { wordEndAt, words } from './text/tokenizer.ts';

const LONGEST = 240;
/** Room for words between two ellipses. */
const ROOM = LONGEST - 2;
/** Length of the longest word before a cut; within it, a script without spaces is cut between two of its words. */
const LONG_WORD = 40;

/**
 * The excerpt of a plain text, at most 240 characters: the window of the heaviest hits, in whole words, with an ellipsis
 * where text was left out; before rows of a table, its first row. The beginning of the text when there are no hits.
 */
export function excerptOf(text: string, hits: readonly Hit[]): string {
  if (text.length <= LONGEST) return within(LONGEST, oneLine(text), '', false);
  const start = bestWindow(text, hits, ROOM);
  return cutTable(text, start) ?? cut(text, start, ROOM);
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
  if (from - start > LONGEST_HEADER) return undefined;
  const first = firstRow(text, start);
  const end = lineEnd(text, first);
  if (first === start || end - first > LONGEST_HEADER) return undefined;
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
  const line = text.slice(start, lineEnd(text, start));
  return line.includes(CELLS.trim()) ? line.split(CELLS).length : 1;
}

/** Puts ellipses around a passage; one that block separators made too long loses words at its end. */
function within(room: number, passage: string, before: string, isCut: boolean): string {
  if (passage.length <= room) return `${before}${passage}${isCut ? '…' : ''}`;
  return `${before}${passage.slice(0, wordEnd(passage, 0, Math.min(room, ROOM))).replace(/[ ·]+$/, '')}…`;
}

/** Anything but one space between two words. */
const UNEVEN = /[^\S ]| {2}|^ | $/;

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
