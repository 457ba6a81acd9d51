/** Tracks of grids and sizes of flexible boxes (CSS Grid 1, CSS Flexible Box Layout 1), as far as they leave an item no room. */
import { isElement } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import type { Declarations, Declared } from './cascade.ts';
import { componentsOf, type Component } from './css.ts';

/** Rows and columns, of which a list says whether each has no size. */
export type Tracks = {
  readonly rows: readonly boolean[];
  readonly columns: readonly boolean[];
  readonly isFlatRow: boolean;
  /** Some of them share the room that is left (`fr`). */
  readonly isFlexible: boolean;
  /** What sets the rows or columns. */
  readonly declared: Declared | undefined;
};

const MOST_TRACKS = 100;

/** The tracks of a grid; `undefined` where none is without a size. */
export function tracksOf(declared: Declarations): Tracks | undefined {
  const value = (name: string) => declared.get(name)?.value ?? '';
  if (!/grid/.test(value('display'))) return undefined;
  const names = ['grid-template-rows', 'grid-template-columns', 'grid-auto-rows'] as const;
  const [rows = [], columns = [], [isFlatRow = false] = []] = names.map((name) =>
    listedTracks(componentsOf(value(name))).map(isNothing),
  );
  if (![...rows, ...columns, isFlatRow].includes(true)) return undefined;
  const isFlexible = names.some((name) => value(name).includes('fr'));
  return { rows, columns, isFlatRow, isFlexible, declared: names.map((name) => declared.get(name)).find((one) => one) };
}

/** The tracks of a list, each as often as it is repeated. */
export function listedTracks(parts: readonly Component[]): readonly Component[] {
  return parts
    .filter(({ text, args, source }) => (text !== '' || args === undefined) && !source.startsWith('['))
    .flatMap((part) => {
      if (part.text !== 'repeat' || !part.args) return [part];
      const [count, , ...sizes] = part.args;
      const times = Math.min(MOST_TRACKS, Number(count?.text) || 1);
      const repeated = listedTracks(sizes);
      return Array.from({ length: times }, () => repeated).flat();
    })
    .slice(0, MOST_TRACKS);
}

function isNothing({ text, args }: Component): boolean {
  if (args) return text === 'minmax' && args.filter((part) => part.text !== ',').every(isNothing);
  return /^[+-]?0*\.?0+(?:fr|%|[a-z]+)?$/.test(text);
}

/** The sides of an item that its track leaves without a size. */
export function flatSides(
  { rows, columns, isFlatRow }: Tracks,
  element: HtmlElement,
): { readonly isFlat: boolean; readonly isNarrow: boolean } {
  let index = 0;
  for (let before = element.prev; before; before = before.prev) if (isElement(before)) index++;
  const width = Math.max(1, columns.length);
  return {
    isFlat: rows[Math.floor(index / width)] ?? isFlatRow,
    isNarrow: columns[index % width] ?? false,
  };
}

/** True for a grid that has no height itself: its own rows are of none, whatever is in them. */
export function isFlatGrid(tracks: Tracks, declared: Declarations, items: number): boolean {
  if (/fr/.test(declared.get('grid-template-rows')?.value ?? '')) return false;
  const { rows, columns, isFlatRow } = tracks;
  const isSpacious = rows.length * Math.max(1, columns.length) >= items;
  return (rows.length > 0 || isFlatRow) && rows.every((isFlat) => isFlat) && (isFlatRow || isSpacious);
}
