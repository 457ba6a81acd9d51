/** What is laid out beyond the edge of a box that cuts off, after boxes whose sizes are set (CSS Flexible Box Layout 1, Grid 1). */
import { isElement } from '../../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../../parse/tree.ts';
import { unitsOf, type Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import type { Screen } from './conditions.ts';
import { componentsOf } from './css.ts';
import { known, lengthOf } from './lengths.ts';
import type { Look, Place } from './place.ts';
import { listedTracks } from './tracks.ts';

/** What is left of a box that cuts off, from where the contents of one in it begin, in pixels. */
export type Room = { readonly width: number; readonly height: number };

/** Sizes that a box has at least; `isRigid` if it keeps its width in a line that is too short, `gap` is below it. */
export type Extent = {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly isRigid: boolean;
};

const NOWHERE: Extent = { width: 0, height: 0, gap: 0, isRigid: false };

/** The sizes that are set for a box, within one that lays out its contents along a row, a column or neither. */
export function extentOf(
  { declared, appearance: { fontSize } }: Pick<Look, 'declared' | 'appearance'>,
  flow: Place['flow'],
  screen: Screen,
  room: Room,
): Extent {
  if (declared.size === 0) return NOWHERE;
  const value = (name: string) => declared.get(name)?.value ?? '';
  const units = unitsOf(fontSize, screen, Math.min(room.width, screen.width));
  const across = (name: string) => known(lengthOf(componentsOf(value(name))[0], units));
  const down = (name: string) => known(lengthOf(componentsOf(value(name))[0], { ...units, whole: undefined }));
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (across(name) ?? 0), 0);
  const isBorderBox = value('box-sizing') === 'border-box';
  const padded = (size: number, sides: readonly string[]) => (size > 0 && !isBorderBox ? size + sum(sides) : size);
  const least = across('min-width') ?? 0;
  const set = Math.min(
    (flow === 'row' ? across('flex-basis') : undefined) ?? across('width') ?? 0,
    across('max-width') ?? Infinity,
  );
  const tall = (flow === 'column' ? down('flex-basis') : undefined) ?? down('height') ?? 0;
  const height = Math.max(Math.min(tall, down('max-height') ?? Infinity), down('min-height') ?? 0);
  return {
    width: padded(Math.max(set, least), ['padding-left', 'padding-right']) + sum(['margin-left', 'margin-right']),
    height: padded(height, ['padding-top', 'padding-bottom']) + Math.min(0, sum(['margin-top', 'margin-bottom'])),
    gap: Math.max(0, across('margin-bottom') ?? 0),
    isRigid: value('flex-shrink') === '0' || (least > 0 && least >= set),
  };
}

/** How a box lays out those in it. */
type Layout = 'row' | 'wrapping' | 'column' | 'stack';

function layoutOf(declared: Declarations): Layout | undefined {
  const value = (name: string) => declared.get(name)?.value ?? '';
  const isAtStart = /^(?:|normal|start|flex-start|left|space-between|stretch)$/.test(value('justify-content'));
  if (value('display').includes('grid')) return undefined;
  if (!value('display').includes('flex')) return 'stack';
  if (!isAtStart || value('flex-direction').endsWith('reverse')) return undefined;
  if (value('flex-direction') === 'column') return 'column';
  return value('flex-wrap') === 'wrap' ? 'wrapping' : 'row';
}

/** The part of a room in which the contents stand; in columns side by side, how far down they go is not known. */
function contentRoom(declared: Declarations, { fontSize }: Appearance, screen: Screen, room: Room): Room {
  const value = (name: string) => declared.get(name)?.value ?? '';
  const count = Number(value('column-count')) || 0;
  const width = known(lengthOf(componentsOf(value('column-width'))[0], unitsOf(fontSize, screen)));
  const isSplit = count > 1 || (width !== undefined && count !== 1 && width <= room.width / 2);
  return isSplit ? { ...room, height: Infinity } : room;
}

type Flow = {
  /** True for one in it that is beyond the edge. Each is asked for in turn. */
  readonly isBeyond: (element: HtmlElement, extent: Extent, kind: Kind) => boolean;
  /** The room of the one that was asked for last. */
  readonly room: () => Room;
  /** True for a text that stands here. */
  readonly isTextBeyond: () => boolean;
};
type Kind = {
  readonly isInline: boolean;
  /** Pixels of its one line at least; 0 where it has no text. */
  readonly line: number;
  readonly floats: boolean;
};

/** Follows those in a box in turn, as far as the room of the box that cuts off is known. */
export function createFlow(
  parent: HtmlParent,
  declared: Declarations,
  appearance: Appearance,
  screen: Screen,
  around: Room,
): Flow | undefined {
  const edge = contentRoom(declared, appearance, screen, around);
  const [width, height] = [Math.min(edge.width, screen.width), edge.height];
  const layout = layoutOf(declared);
  const places = layout ? undefined : gridPlaces(parent, declared, appearance, screen);
  if (!layout && !places) return undefined;
  let [x, y, tallest, right] = [0, 0, 0, 0];
  let at = { x: 0, y: 0 };
  const isOut = () => at.x >= width || at.y >= height;
  const line = (extent: Extent, wraps: boolean) => {
    if (wraps && x > 0 && x + extent.width > width + 0.5) {
      y += tallest;
      [x, tallest] = [0, 0];
    }
    at = { x, y };
    x += extent.width;
    tallest = Math.max(tallest, extent.height);
  };
  return {
    isBeyond: (element, extent, kind) => {
      if (places) at = places(element);
      else if (layout === 'column') {
        at = { x: 0, y };
        if (extent.isRigid) y += extent.height;
      } else if (layout === 'row') line(extent.isRigid ? extent : { ...extent, width: 0 }, false);
      else if (layout === 'wrapping' || kind.floats) line(extent, true);
      else if (kind.isInline) {
        at = { x: appearance.isOneLine ? right : 0, y };
        right += extent.width;
      } else {
        at = { x: 0, y };
        // In a box of one line, one line is what it takes at least.
        const tall = Math.max(extent.height, height < 2 * kind.line ? kind.line : 0);
        y += tall > 0 ? tall + extent.gap : tall;
      }
      return isOut();
    },
    room: () => ({ width: width - at.x, height: height - at.y }),
    isTextBeyond: () => layout === 'stack' && (y >= height || (appearance.isOneLine && right >= width)),
  };
}

/** Places in a grid whose columns, or rows, have sizes that are set; none where something in it has a place of its own. */
function gridPlaces(
  parent: HtmlParent,
  declared: Declarations,
  { fontSize }: Appearance,
  screen: Screen,
): ((element: HtmlElement) => { readonly x: number; readonly y: number }) | undefined {
  const sizes = (name: string) =>
    listedTracks(componentsOf(declared.get(name)?.value ?? '')).map((part) =>
      known(lengthOf(part, unitsOf(fontSize, screen, undefined))),
    );
  const [columns, rows, [further]] = [
    sizes('grid-template-columns'),
    sizes('grid-template-rows'),
    sizes('grid-auto-rows'),
  ];
  if (declared.has('grid-auto-flow') || (columns.length === 0 && rows.length === 0 && further === undefined))
    return undefined;
  const items = parent.children.filter(isElement);
  const place = (list: readonly (number | undefined)[], count: number, beyond: number) => {
    let sum = 0;
    for (let index = 0; index < count; index++) sum += index < list.length ? (list[index] ?? 0) : beyond;
    return sum;
  };
  return (element) => {
    const index = Math.max(0, items.indexOf(element));
    const across = Math.max(1, columns.length);
    return { x: place(columns, index % across, 0), y: place(rows, Math.floor(index / across), further ?? 0) };
  };
}
