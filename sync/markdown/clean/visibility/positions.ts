/** Boxes that have been moved to where nobody looks. */
import { isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { unitsOf, type Appearance } from './appearance.ts';
import type { Look, Place } from './place.ts';
import type { Screen } from './conditions.ts';
import { componentsOf } from './css.ts';
import { known, lengthOf } from './lengths.ts';
import { WIDTH_OF_LETTER } from './text.ts';
import type { Effect } from './transforms.ts';

/** So far up, in pixels, nothing of a box is left wherever it stood; to the left half of it does. */
const FAR = 800;
/** So far down or to the right nobody scrolls. */
const TOO_FAR = 5000;
/** A box that would start at the edge of the window is out of it here, if it is no longer than this. */
const OUT = 100;
const LONGEST_TEXT = 400;
const MOST_NODES = 1000;
/** The height of a line, in its font size. */
export const LINE = 1.3;

/** True for a box that has been moved to where nobody looks. */
export function isOff(look: Look, place: Place, screen: Screen, effect: Effect | undefined): boolean {
  const { declared, element, appearance, isInline } = look;
  const value = (name: string) => declared.get(name)?.value ?? '';
  const position = value('position');
  const isFixed = position === 'fixed';
  const isAbsolute = isFixed || position === 'absolute';
  const isMoved = isAbsolute || position === 'relative';
  const length = (name: string, whole: number | undefined) =>
    known(lengthOf(componentsOf(value(name))[0], unitsOf(appearance.fontSize, screen, whole)));
  const across = (name: string) => length(name, screen.width);
  const down = (name: string) => length(name, isAbsolute ? screen.height : undefined);
  const width = widthOf(element, appearance, screen);
  const height = linesOf(element, appearance, screen);
  let [x, y] = [effect?.x ?? 0, effect?.y ?? 0];
  x += across('margin-left') ?? 0;
  if (value('float') === 'right' && (across('margin-right') ?? 0) <= -screen.width) return true;
  if (!isInline) y += length('margin-top', screen.width) ?? 0;
  const around = isAbsolute && !place.isPlain && !isFixed ? within(place, screen) : screen;
  if (isMoved) {
    const [left, right, top, bottom] = [across('left'), across('right'), down('top'), down('bottom')];
    if (left !== undefined) x += left;
    else if (right !== undefined) x += isAbsolute ? around.width - right - width : -right;
    if (top !== undefined) y += top;
    else if (bottom !== undefined) y += isAbsolute ? around.height - bottom - height : -bottom;
  }
  const isBlock = !isAbsolute && !isInline;
  const taken = isBlock ? Math.max(width, Math.min(screen.width, known(across('width')) ?? width)) : width;
  const padding = across('padding-left') ?? 0;
  const fromLeft = isAbsolute ? x : x + place.left;
  if (fromLeft <= -(place.isPlain ? OUT : FAR / 2) && fromLeft + taken + padding <= 0) return true;
  if (y <= -FAR || (isFixed && y + height <= 0)) return true;
  if (isFixed && (x >= screen.width || y >= screen.height)) return true;
  if (x >= TOO_FAR || (y >= TOO_FAR && isMoved)) return true;
  if (x >= screen.width && (effect?.x !== undefined || isMoved) && place.isPlain) return true;
  const { window } = place;
  if (!window || (isAbsolute && place.isPlain)) return false;
  const [left, top] = [x + padding, y + (length('padding-top', screen.width) ?? 0)];
  return top >= window.height || left >= window.width || (y < 0 && y + height <= 0 && -y >= window.height);
}

function within({ window }: Place, { width, height }: Screen): { readonly width: number; readonly height: number } {
  return { width: Math.min(window?.width ?? width, width), height: Math.min(window?.height ?? height, height) };
}

/** Height of the lines in an element, in pixels. */
export function linesOf(element: HtmlElement, { fontSize, lineHeight }: Appearance, screen: Screen): number {
  const lines = Math.ceil((lengthWithin(element) * fontSize * WIDTH_OF_LETTER) / screen.width);
  return lines * (lineHeight ?? fontSize * LINE);
}

export function widthOf(element: HtmlElement, { fontSize }: Appearance, screen: Screen): number {
  return Math.min(screen.width, lengthWithin(element) * fontSize * WIDTH_OF_LETTER);
}

/** Number of characters in an element, up to some lines. */
function lengthWithin(element: HtmlElement): number {
  let length = 0;
  let seen = 0;
  const stack: HtmlElement['children'] = [element];
  for (let node = stack.pop(); node && length < LONGEST_TEXT && ++seen < MOST_NODES; node = stack.pop()) {
    if (isText(node)) length += node.data.trim().length;
    else {
      if (node.name === 'img' || node.name === 'iframe' || node.name === 'video') return LONGEST_TEXT;
      for (const child of node.children.slice(0, LONGEST_TEXT)) stack.push(child);
    }
  }
  return length;
}
