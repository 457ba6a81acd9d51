import { rangesIn } from './clock-times.ts';
import { rowFrom } from './hours-lines.ts';
import { CLOSED, HOURS_LABEL, SEASON, TURN } from './hours-words.ts';
import type { Line } from '../page/page-lines.ts';

type Range = ReturnType<typeof rangesIn>[number];

/**
 * The lines of tables whose columns are of several places or services: a row has times in several cells, and the head of these is
 * no turn of the day, or their times overlap. `texts`: the lines as hours are read in them.
 */
export function linesOfSeveral(
  lines: readonly Line[],
  texts: readonly (string | undefined)[],
  days: RegExp,
): ReadonlySet<number> {
  const found = new Set<number>();
  let head: readonly number[] = [];
  for (let start = 0; start < lines.length;) {
    const row = rowFrom(lines, start);
    start += row.length;
    const cells = row.filter((index) => rangesIn(texts[index] ?? '').length > 0);
    if (cells.length === 0 && row.every((index) => isLabel(lines[index]))) head = row;
    if (cells.length < 2 || isParagraph(lines, row) || !isOfSameDays(row.map((index) => texts[index] ?? ''))) continue;
    const isOfSeveral = overlap(cells.map((index) => rangesIn(texts[index] ?? ''))) || isUnderOthers(row, cells, head);
    if (isOfSeveral) for (const index of row) found.add(index);
  }
  return found;

  /** True for cells of times behind one of days, or with the same days in each. */
  function isOfSameDays(row: readonly string[]): boolean {
    const named = row.map((text) => days.exec(text)?.[0].toLowerCase());
    const isBehindDays = named[0] !== undefined && rangesIn(row[0] ?? '').length === 0;
    return isBehindDays ? named.slice(1).every((day) => day === undefined) : new Set(named).size === 1;
  }

  /** True for a row with times below names that are no times of the day. */
  function isUnderOthers(row: readonly number[], cells: readonly number[], names: readonly number[]): boolean {
    if (
      names.length < row.length - 1 ||
      names.length > row.length ||
      !isOneTable(lines[names[0] ?? -1], lines[row[0] ?? -1])
    )
      return false;
    return cells.some((index) => {
      // One that is put together of two cells is called after opening and closing.
      if (rangesIn(lines[index]?.text ?? '').length === 0) return false;
      const name = lines[names.at(row.indexOf(index) - row.length) ?? -1]?.text ?? '';
      return name !== '' && !isOfTime(name, days);
    });
  }
}

const LONGEST_NAME = 40;

const isLabel = (line: Line | undefined): boolean =>
  line !== undefined && line.text.length <= LONGEST_NAME && !/[\d@]/.test(line.text) && !CLOSED.test(line.text);

const isParagraph = (lines: readonly Line[], [first = -1, second = -1]: readonly number[]): boolean =>
  lines[first]?.block === lines[second]?.block;

function isOneTable(one: Line | undefined, other: Line | undefined): boolean {
  const [a, b] = [one, other].map((line) => [line?.block.around?.around, line?.block.around?.around?.around]);
  return a?.some((table) => table !== undefined && b?.includes(table)) ?? false;
}

/** True for a turn of the day, a season, days, or a word for hours. */
function isOfTime(name: string, days: RegExp): boolean {
  if (TURN.test(name) || /^[ap]\.?\s?m\.?$/i.test(name) || name.search(SEASON) !== -1) return true;
  return days.test(name) || name.replace(HOURS_LABEL, '') === '';
}

/** Tables of hours have no more columns, and no more times in a cell. */
const MOST_COLUMNS = 12;
const MOST_RANGES = 4;

/** True where times of one cell are also in another, which those of one place are not. */
function overlap(cells: readonly (readonly Range[])[]): boolean {
  const ranges = cells
    .slice(0, MOST_COLUMNS)
    .flatMap((cell, column) => cell.slice(0, MOST_RANGES).map(({ from, to }) => ({ from, to, column })));
  return ranges.some((one) =>
    ranges.some((other) => one.column !== other.column && one.from < other.to && other.from < one.to),
  );
}
