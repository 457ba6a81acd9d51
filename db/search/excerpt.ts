import type { Hit } from './types.ts';
import { bestWindow } from './excerpt-window.ts';
import { isInFigure } from './text/figures.ts';
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
  const sought = text.includes(DOT) ? hitsInRows(text, hits) : hits;
  const start = bestWindow(text, sought, ROOM);
  const header = headerOf(text, start);
  if (header === undefined) return cut(text, start, ROOM);
  const room = ROOM - (lineEnd(text, header) - header) - BETWEEN;
  const row = bestWindow(text, sought, room);
  return cutRows(text, headerOf(text, row) === header ? row : start, header, room);
}

/** The window that begins here, in whole words. */
function cut(text: string, from: number, room: number): string {
  const end = wordEnd(text, Math.min(wordEndAt(text, from), from + room), from + room);
  return within(room, oneLine(text.slice(from, end)), from > 0 ? '…' : '', end < text.length);
}

/** Between the cells of a row (markdown-to-text.ts). */
const CELLS = ' · ';
/** The sign of a cell separator by itself: a text without one has no cells, and finding one character does not stop at each space. */
const DOT = '·';
/** Longest first row of a table that is put before others. */
const LONGEST_HEADER = 100;

/** Space between the first row and others, with an ellipsis. */
const BETWEEN = 3;

/** Start of the first row of the table in which a window begins; `undefined` where it begins in none, or in that row. */
function headerOf(text: string, from: number): number | undefined {
  const start = lineStart(text, from);
  if (from - start > LONGEST_HEADER) return undefined;
  const first = firstRow(text, start);
  return first === start || lineEnd(text, first) - first > LONGEST_HEADER ? undefined : first;
}

/** The window of rows of a table with the first row before it. */
function cutRows(text: string, from: number, first: number, room: number): string {
  const start = lineStart(text, from);
  const end = lineEnd(text, first);
  const rows = cut(text, start, room);
  const between = start === end + 1 ? rows.replace('…', CELLS.trimStart()) : rows;
  return `${first > 0 ? '…' : ''}${text.slice(first, end)} ${between}`;
}

/** The hits without those in the first row of a table that has others below: it is shown before these. */
function hitsInRows(text: string, hits: readonly Hit[]): readonly Hit[] {
  const kept: Hit[] = [];
  for (let at = 0; at < hits.length;) {
    const start = lineStart(text, (hits[at] as Hit).start);
    const end = lineEnd(text, start);
    let next = at + 1;
    while (next < hits.length && (hits[next] as Hit).start < end) next += 1;
    const below = hits[next];
    const isShown = below && end - start <= LONGEST_HEADER && isFirstRow(text, start);
    if (!isShown || firstRow(text, lineStart(text, below.start)) !== start) kept.push(...hits.slice(at, next));
    at = next;
  }
  return kept;
}

function isFirstRow(text: string, line: number): boolean {
  const columns = columnsAt(text, line);
  return columns > 1 && (line === 0 || columnsAt(text, lineStart(text, line - 1)) !== columns);
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
  return line.includes(DOT) ? line.split(CELLS).length : 1;
}

/** Puts ellipses around a passage; one that block separators made too long loses words at its end. */
function within(room: number, passage: string, before: string, isCut: boolean): string {
  if (passage.length <= room) return `${before}${passage}${isCut ? '…' : ''}`;
  return `${before}${passage.slice(0, wordEnd(passage, 0, Math.min(room, ROOM))).replace(/[ ·]+$/, '')}…`;
}

/** The last word end at or before `limit`, but not before `at`; where no word ends, between two characters. */
function wordEnd(text: string, at: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const near = Math.max(at, limit - LONG_WORD);
  for (let end = limit; end >= near; end--) if (isSpace(text, end) && !isInFigure(text, end)) return end;
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
  // A plain text has one space between two words of a line, and no other white space.
  if (!text.includes('\n')) return text.trim();
  return text
    .trim()
    .replaceAll(/([^\s.!?…:;,·])\s*\n\s*/g, '$1 · ')
    .replaceAll(/\s+/g, ' ');
}
