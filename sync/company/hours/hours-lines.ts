import { ONE_TIME, rangesIn, withoutTimes } from './clock-times.ts';
import { isWordless } from './hours-kinds.ts';
import { BREAK, CLOSED, TURN } from './hours-words.ts';
import { ACTIVITY, CALL } from '../page/others-words.ts';
import type { Block, Line } from '../page/page-lines.ts';

/** The texts of lines as hours are read in them: each row or column of times in one, `undefined` for what joined another. */
export function hoursTexts(lines: readonly Line[], days: RegExp): readonly (string | undefined)[] {
  const texts = withTimesJoined(lines).map((text) => (text === undefined ? undefined : withDayApart(text, days)));
  return withDaysOfColumns(lines, texts, days);
}

/** `Monday9 AM–5 PM`, `SundayClosed`: style sheets set them apart. */
function withDayApart(text: string, days: RegExp): string {
  const [day = ''] = GLUED.exec(text) ?? [];
  return day !== '' && days.exec(day)?.[0] === day ? `${day} ${text.slice(day.length)}` : text;
}
const GLUED = /^\p{Lu}\p{Ll}{2,11}(?=[\p{Lu}\d])/u;

/** Without the button that stands behind its times: `Fr 08–15 Uhr` and `More about us`, not `by appointment`. */
function withoutButton({ text, links }: Line): string {
  const label = links.at(-1)?.label ?? '';
  const before = label !== '' && text.endsWith(label) ? text.slice(0, -label.length).trimEnd() : '';
  return BEHIND_TIME.test(before) && /^\p{Lu}\D*$/u.test(label) && !CLOSED.test(label) ? before : text;
}
const BEHIND_TIME = /\d\s?(?:uhr|[ap]\.?m\.?|h(?:rs?|oras)?|u(?:ur)?)?\.?$/i;

/** The times of opening and closing in cells of their own as one range: `9:00`, `17:00`. */
function withTimesJoined(lines: readonly Line[]): (string | undefined)[] {
  const texts: (string | undefined)[] = lines.map(withoutButton);
  for (const [index, line] of lines.entries()) {
    const end = DASH.test(lines[index + 1]?.text ?? '') ? index + 2 : index + 1;
    const [from, to] = [texts[index] ?? '', texts[end] ?? ''];
    const row = line.block.around;
    if (!(ONE_TIME.test(from) && ONE_TIME.test(to)) || row === undefined || row !== lines[end]?.block.around) continue;
    texts[index] = `${from} – ${to}`;
    texts.fill(undefined, index + 1, end + 1);
  }
  return texts;
}
const DASH = /^(?:[-–—]|to|bis|a|à)$/i;

const LONGEST_DAYS = 25;

/** A row of days with rows of as many times below it, or a list of days and one of times, as a line for each day. */
function withDaysOfColumns(
  lines: readonly Line[],
  texts: (string | undefined)[],
  days: RegExp,
): (string | undefined)[] {
  const isDays = (index: number) => {
    const text = texts[index] ?? '';
    return text.length <= LONGEST_DAYS && !/\d/.test(text) && days.exec(text)?.index === 0 && !CLOSED.test(text);
  };
  for (let start = 0; start < lines.length; start++) {
    if (!isDays(start)) continue;
    const head = rowFrom(lines, start);
    const isWhole = head.length > 1 && head.every(isDays);
    const rows = isWhole ? timeRows(lines, texts, head) : [];
    const own = rowsOfPlace(rows, texts, head.length, days);
    for (const [column, index] of head.entries()) {
      const cells = own.flatMap((row) => texts[row.at(-head.length + column) ?? -1] ?? []);
      if (cells.length > 0) texts[index] = [texts[index] ?? '', cells.join(', ')].join(' ');
    }
    const unread = rows.length > 0 && own.length === 0 ? [...head, ...rows.flat()] : rows.flat();
    for (const index of unread) texts[index] = undefined;
    start += head.length - 1;
  }
  return texts;
}

/** The rows below a row of days that have times or "closed" for each of them, if all have; the first cell may be a label. */
function timeRows(
  lines: readonly Line[],
  texts: readonly (string | undefined)[],
  head: readonly number[],
): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  const hasTimes = (index: number) => rangesIn(texts[index] ?? '').length > 0;
  const isTold = (index: number) => {
    const text = texts[index] ?? '';
    return hasTimes(index) ? !/\p{L}{5}/u.test(withoutTimes(text)) : CLOSED.test(text) || NOTHING.test(text);
  };
  for (let next = (head.at(-1) ?? 0) + 1; next < lines.length;) {
    const row = rowFrom(lines, next);
    if (!row.some(hasTimes)) break;
    const hasLabel = row.length === head.length + 1 && !/\d/.test(texts[next] ?? '');
    // An empty cell is no line: which day it is of cannot be told.
    if (!(row.length === head.length || hasLabel) || !row.slice(-head.length).every(isTold)) return [];
    rows.push(row);
    next += row.length;
  }
  return rows;
}
/** The rows that are of the place itself, if no words say what is done then: several with labels are only where each is called by its turn of the day. */
function rowsOfPlace(
  rows: readonly (readonly number[])[],
  texts: readonly (string | undefined)[],
  columns: number,
  days: RegExp,
): readonly (readonly number[])[] {
  const labelOf = (row: readonly number[]) => (row.length > columns ? (texts[row[0] ?? -1] ?? '') : '');
  const own = rows.filter((row) => !isOfSomethingElse(labelOf(row)));
  const isTimetable = own.some((row) => row.slice(-columns).some((index) => !isWordless(texts[index] ?? '', days)));
  if (isTimetable) return [];
  return own.length < 2 || own.every((row) => labelOf(row) === '' || TURN.test(labelOf(row))) ? own : [];
}
const isOfSomethingElse = (label: string): boolean =>
  label.search(ACTIVITY) !== -1 || CALL.test(label) || BREAK.test(label);
const NOTHING = /^[-–—/.]+$/;

/** The lines from one on that are cells of one row, items of one list or lines of one paragraph. */
export function rowFrom(lines: readonly Line[], start: number): readonly number[] {
  const [first, second] = [lines[start], lines[start + 1]];
  const isParagraph = first !== undefined && first.block === second?.block;
  const rowOf = (line: Line | undefined): Block | undefined => (isParagraph ? line?.block : line?.block.around);
  const row = rowOf(first);
  if (row === undefined) return [start];
  let end = start + 1;
  while (rowOf(lines[end]) === row) end++;
  return Array.from({ length: end - start }, (_, at) => start + at);
}
