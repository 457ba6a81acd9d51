/** Columns that the script of a table shows nobody, as the head of the table says. */
import { memoryOfObjects } from '../../memory.ts';
import { attribute, isElement, spanOf } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';

/** Columns of one table that are looked at. */
const MOST_COLUMNS = 200;
/** The tables of Ninja Tables; a column «totally hidden» has that as a class of its head. */
const NINJA_TABLE = 'ninja_footable';

/** The cells of hidden columns, head and all. */
export function hiddenCells(elements: readonly HtmlElement[]): readonly HtmlElement[] {
  let inputs: ReadonlyMap<string, HtmlElement> | undefined;
  const describedBy = (table: HtmlElement) => {
    const id = attribute(table, 'data-described-by');
    return id === '' ? undefined : (inputs ??= inputsById(elements)).get(id);
  };
  return elements.flatMap((element) => {
    if (element.name !== 'table') return [];
    const heads = new Set(rowsOf(element).flatMap(headsIn).filter(isHiddenHead(element)));
    const input = describedBy(element);
    const described = input ? describedAsHidden(input) : [];
    if (heads.size + described.length === 0) return [];
    const placed = placedCells(element);
    const columns = new Set([
      ...placed.flatMap(({ cell, from, to }) => (heads.has(cell) && to - from === 1 ? [from] : [])),
      ...described,
    ]);
    const isGone = (from: number, to: number) => {
      for (let column = from; column < to; column++) if (!columns.has(column)) return false;
      return true;
    };
    return placed.flatMap(({ cell, from, to }) => (isGone(from, to) ? [cell] : []));
  });
}

/** `data-visible` is an option of FooTable, DataTables and Bootstrap Table. */
function isHiddenHead(table: HtmlElement): (cell: HtmlElement) => boolean {
  const isNinja = table.classes.includes(NINJA_TABLE);
  return (cell) =>
    attribute(cell, 'data-visible').toLowerCase() === 'false' ||
    attribute(cell, 'data-breakpoints') === 'hidden' ||
    (isNinja && cell.classes.includes('hidden'));
}

const inputsById = (elements: readonly HtmlElement[]): ReadonlyMap<string, HtmlElement> =>
  new Map(elements.filter(({ name }) => name === 'input').map((input) => [attribute(input, 'id'), input]));

/** The columns, from 0 on, that wpDataTables describes as invisible to DataTables, in JSON beside the table. */
const describedAsHidden = memoryOfObjects((input: HtmlElement): readonly number[] => {
  const [, ...definitions] = attribute(input, 'value').split('"bVisible":');
  return definitions.flatMap((definition) => {
    const column = definition.startsWith('false') ? /"aTargets":\[(\d{1,3})\]/.exec(definition)?.[1] : undefined;
    return column === undefined ? [] : [Number(column)];
  });
});

const headsIn = ({ children }: HtmlElement): readonly HtmlElement[] =>
  children.filter(isElement).filter(({ name }) => name === 'th');

/** A cell, and the columns from the first to the one after its last. */
type Placed = { readonly cell: HtmlElement; readonly from: number; readonly to: number };

/** The cells of a table at their columns (HTML 4.9.12). */
function placedCells(table: HtmlElement): readonly Placed[] {
  const placed: Placed[] = [];
  /** Rows for which a cell above still takes a column. */
  const taken: number[] = [];
  for (const row of rowsOf(table)) {
    const grown: Placed[] = [];
    let from = 0;
    for (const cell of row.children) {
      if (!isElement(cell) || !/^t[hd]$/.test(cell.name)) continue;
      while ((taken[from] ?? 0) > 0) from++;
      if (from >= MOST_COLUMNS) break;
      const to = Math.min(MOST_COLUMNS, from + spanOf(cell, 'colspan'));
      grown.push({ cell, from, to });
      from = to;
    }
    for (const [column, rows] of taken.entries()) taken[column] = Math.max(0, rows - 1);
    for (const { cell, from: first, to } of grown)
      for (let column = first; column < to; column++) taken[column] = spanOf(cell, 'rowspan') - 1;
    placed.push(...grown);
  }
  return placed;
}

/** The rows of a table, not those of one within it. */
const rowsOf = (table: HtmlElement): readonly HtmlElement[] =>
  table.children.filter(isElement).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.name)
      ? child.children.filter(isElement).filter(({ name }) => name === 'tr')
      : [];
  });
