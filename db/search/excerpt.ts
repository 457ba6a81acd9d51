import type { Hit } from './types.ts';
import { createWindows } from './excerpt-window.ts';
import { isInFigure } from './text/figures.ts';
import { isUnspaced } from './text/segmentation.ts';
import { sentenceStarts } from './text/sentences.ts';
import { isSpace, lineEnd, lineStart } from './text/lines.ts';
import { wordEndAt, words } from './text/tokenizer.ts';

const LONGEST = 240;
// Characters between two ellipses.
const ROOM = LONGEST - 2;
// Longest word before a cut. Within it, a script without spaces is cut between two words.
const LONG_WORD = 40;

/**
 * Returns an excerpt of at most 240 characters of a plain text: whole words around the heaviest hits, with ellipses at
 * the cuts. An excerpt of table rows begins with the first row of the table. Without hits it is the beginning of the
 * text. `starts` are the starts of the sentences of the text.
 */
export function excerptOf(text: string, hits: readonly Hit[], starts = sentenceStarts(text)): string {
  if (text.length <= LONGEST) return within(LONGEST, oneLine(text), '', false);
  const hasRows = text.includes(DOT);
  const startIn = createWindows(text, hasRows ? hitsInRows(text, hits) : hits, starts);
  const start = startIn(ROOM);
  const header = hasRows ? headerOf(text, start) : undefined;
  if (header === undefined) return cut(text, fullStart(text, start), ROOM);
  const room = ROOM - (lineEnd(text, header) - header) - BETWEEN;
  const row = startIn(room);
  return cutRows(text, headerOf(text, row) === header ? row : start, header, room);
}

// Returns an earlier start of a word if the text ends before the window is full.
function fullStart(text: string, start: number): number {
  for (let at = text.length - ROOM; at < start; at++) if (isSpace(text, at - 1) && !isInFigure(text, at - 1)) return at;
  return start;
}

function cut(text: string, from: number, room: number): string {
  const end = wordEnd(text, Math.min(wordEndAt(text, from), from + room), from + room);
  return within(room, oneLine(text.slice(from, end)), from > 0 ? '…' : '', end < text.length);
}

// Separator of cells (markdown-to-text.ts).
const CELLS = ' · ';
// The sign of the separator. A search for a single character is faster than for the separator.
const DOT = '·';
// Longest first row that is repeated before further rows.
const LONGEST_HEADER = 100;

// Spaces and ellipsis between the first row and further rows.
const BETWEEN = 3;

// Returns the start of the first row of the table at an offset; `undefined` outside tables and in the first row.
function headerOf(text: string, from: number): number | undefined {
  const start = lineStart(text, from);
  if (from - start > LONGEST_HEADER) return undefined;
  const first = firstRow(text, start);
  return first === start || lineEnd(text, first) - first > LONGEST_HEADER ? undefined : first;
}

function cutRows(text: string, from: number, first: number, room: number): string {
  const start = lineStart(text, from);
  const end = lineEnd(text, first);
  const rows = cut(text, start, room);
  const between = start === end + 1 ? rows.replace('…', CELLS.trimStart()) : rows;
  return `${first > 0 ? '…' : ''}${text.slice(first, end)} ${between}`;
}

// Removes hits in the first row of a table if further rows have hits, because the excerpt repeats that row.
function hitsInRows(text: string, hits: readonly Hit[]): readonly Hit[] {
  const remaining: Hit[] = [];
  for (let at = 0; at < hits.length;) {
    const start = lineStart(text, (hits[at] as Hit).start);
    const end = lineEnd(text, start);
    let next = at + 1;
    while (next < hits.length && (hits[next] as Hit).start < end) next += 1;
    const below = hits[next];
    const isShown = below && end - start <= LONGEST_HEADER && isFirstRow(text, start);
    if (!isShown || firstRow(text, lineStart(text, below.start)) !== start) remaining.push(...hits.slice(at, next));
    at = next;
  }
  return remaining;
}

function isFirstRow(text: string, line: number): boolean {
  const columns = columnsAt(text, line);
  return columns > 1 && (line === 0 || columnsAt(text, lineStart(text, line - 1)) !== columns);
}

// Returns the start of the first adjacent line with the same number of cells; the line itself if it has a single cell.
function firstRow(text: string, line: number): number {
  const columns = columnsAt(text, line);
  if (columns === 1) return line;
  for (let first = line; ;) {
    const before = lineStart(text, first - 1);
    if (first === 0 || columnsAt(text, before) !== columns) return first;
    first = before;
  }
}

function columnsAt(text: string, start: number): number {
  const line = text.slice(start, lineEnd(text, start));
  return line.includes(DOT) ? line.split(CELLS).length : 1;
}

// Adds ellipses. Shortens a passage if block separators have made it too long.
function within(room: number, passage: string, before: string, isCut: boolean): string {
  if (passage.length <= room) return `${before}${passage}${isCut ? '…' : ''}`;
  return `${before}${passage.slice(0, wordEnd(passage, 0, Math.min(room, ROOM))).replace(/[ ·]+$/, '')}…`;
}

// Returns the last end of a word in `[at, limit]`; the end of a character if no word ends there.
function wordEnd(text: string, at: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const near = Math.max(at, limit - LONG_WORD);
  for (let end = limit; end >= near; end--) if (isSpace(text, end) && !isInFigure(text, end)) return end;
  const segment = segmentEnd(text, near, limit);
  if (segment !== undefined) return segment;
  for (let end = near; end >= at; end--) if (isSpace(text, end)) return end;
  return wholeCharacter(text, at);
}

// Returns the last end of a word at or before `limit` in a script without spaces.
function segmentEnd(text: string, from: number, limit: number): number | undefined {
  const start = wholeCharacter(text, from);
  const ends = words(text.slice(start, wholeCharacter(text, limit + LONG_WORD))).map(({ end }) => start + end);
  return ends.findLast((end) => end > from && end <= limit && isUnspaced(text.charAt(end - 1)));
}

// Moves an offset within a surrogate pair to its start.
const wholeCharacter = (text: string, at: number): number => ((text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at);

// Joins blocks to a line, with a separator after a block without final punctuation, such as a list item.
function oneLine(text: string): string {
  if (!text.includes('\n')) return text.trim();
  // A plain text has a single space between two words of a line.
  let joined = '';
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    joined = joined === '' ? trimmed : `${joined}${PUNCTUATION.includes(joined.slice(-1)) ? ' ' : CELLS}${trimmed}`;
  }
  return joined;
}

const PUNCTUATION = '.!?…:;,·';
