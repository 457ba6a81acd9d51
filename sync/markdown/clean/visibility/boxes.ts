/** Whether an element's box, and all that is in it, is shown to nobody: gone, cut away, shrunk, moved off, or covered. */
import { isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { LEAST_OPACITY, unitsOf, WIDTH_OF_LETTER, type Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import type { Colours } from './colours.ts';
import { componentsOf } from './css.ts';
import type { Screen } from './conditions.ts';
import { lengthOf, numberOf } from './lengths.ts';
import { clipPathHides, clipsAway, maskHides } from './shapes.ts';
import { effectOf, type Effect } from './transforms.ts';

/** What stands around a box, as far as it decides where it is. */
export type Place = {
  readonly isFlex: boolean;
  readonly is3d: boolean;
  /** No box around it is positioned, nor has a class that may do so: positions are those of the window. */
  readonly isPlain: boolean;
  /** The box around that cuts off what sticks out, in pixels. */
  readonly window: { readonly width: number; readonly height: number } | undefined;
  /** An opaque ground around covers what is laid below it. */
  readonly isCovered: boolean;
};

export const TOP_PLACE: Place = { isFlex: false, is3d: false, isPlain: true, window: undefined, isCovered: false };

export type Box = {
  /** The properties that hide it, with a space between them. */
  readonly hiddenBy: string | undefined;
  readonly scale: number;
  readonly place: Place;
};

const LEAST_SCALE = 0.06;
const LEAST_SIDE = 3;
/** So far to the left or up, in pixels, nothing of a box is left wherever it stood. */
const FAR = 800;
/** So far down or to the right nobody scrolls. */
const TOO_FAR = 5000;
/** Where a box would start at the edge of the window, this is out of it. */
const OUT = 100;
const LONGEST_TEXT = 400;
const LINE = 1.3;

const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;

export function isInlineBox(element: HtmlElement, declared: Declarations, place: Place): boolean {
  const value = (name: string) => declared.get(name)?.value ?? '';
  if (/^(?:absolute|fixed)$/.test(value('position')) || /left|right|inline/.test(value('float')) || place.isFlex)
    return false;
  const display = value('display');
  return display === '' || display === 'initial'
    ? INLINE.test(element.name) || display === 'initial'
    : /^(?:inline|contents)$/.test(display);
}

export type Look = {
  readonly element: HtmlElement;
  readonly declared: Declarations;
  readonly appearance: Appearance;
  readonly isInline: boolean;
  readonly mayBePositioned: boolean;
};

/** Looks at one box on a screen. */
export function boxOf(look: Look, place: Place, screen: Screen, colours: Colours): Box {
  const { declared, appearance, isInline } = look;
  const effect = isInline ? undefined : transformed(look, screen);
  const scale = effect?.scale ?? 1;
  const size = sizeOf(look, screen);
  const hiddenBy = declared.size === 0 ? undefined : hidingOf(look, place, screen, colours, effect, size);
  const value = (name: string) => declared.get(name)?.value ?? '';
  const isPositioned = /^(?:relative|absolute|fixed|sticky)$/.test(value('position'));
  const isStack =
    appearance.opacity < 1 ||
    /^(?:fixed|sticky)$/.test(value('position')) ||
    (isPositioned && numberOf(componentsOf(value('z-index'))[0]) !== undefined) ||
    ['transform', 'filter', 'isolation', 'mix-blend-mode', 'contain'].some(
      (name) => !/^(?:|none|auto|normal)$/.test(value(name)),
    );
  const isOpaque =
    appearance.ground?.presumed === false && value('background-color') !== '' && look.element.name !== 'body';
  return {
    hiddenBy,
    scale,
    place: {
      isFlex: /flex|grid/.test(value('display')),
      is3d: value('transform-style') === 'preserve-3d',
      isPlain: place.isPlain && !isPositioned && !look.mayBePositioned,
      window:
        size.cuts && size.height !== undefined
          ? { width: size.width ?? screen.width, height: size.height }
          : place.window,
      isCovered: isStack ? false : place.isCovered || isOpaque,
    },
  };
}

function hidingOf(
  look: Look,
  place: Place,
  screen: Screen,
  colours: Colours,
  effect: Effect | undefined,
  size: Size,
): string | undefined {
  const { element, declared, appearance, isInline } = look;
  const value = (name: string) => declared.get(name)?.value ?? '';
  if (value('display') === 'none') return 'display';
  if (!isInline && value('content-visibility') === 'hidden') return 'content-visibility';
  if (/^(?:url|image|[\w-]*gradient)\(/.test(value('content')) && element.children.some(isText)) return 'content';
  if (appearance.opacity <= LEAST_OPACITY) return 'opacity';
  const units = unitsOf(appearance.fontSize, screen);
  const box = {
    across: units,
    down: unitsOf(appearance.fontSize, screen, BOX_HEIGHT),
    width: screen.width,
    height: BOX_HEIGHT,
  };
  const isAbsolute = /^(?:absolute|fixed)$/.test(value('position'));
  if (isAbsolute && value('clip') !== '' && clipsAway(value('clip'), box)) return 'clip';
  if (value('clip-path') !== '' && clipPathHides(value('clip-path'), box)) return 'clip-path';
  if (value('mask-image') !== '' && maskHides(value('mask-image'), colours)) return 'mask-image mask -webkit-mask';
  if (effect && effect.scale * appearance.scale <= LEAST_SCALE) return TRANSFORMS;
  if (appearance.scale <= LEAST_SCALE) return 'zoom';
  if (effect?.showsBack && value('backface-visibility') === 'hidden' && !place.is3d) return TRANSFORMS;
  if (!isInline && isShut(size, look)) return 'height max-height width max-width overflow';
  if (isOff(look, place, screen, effect))
    return 'left right top bottom inset margin margin-left margin-top position transform translate';
  const isPositioned = isAbsolute || value('position') === 'relative';
  return isPositioned && place.isCovered && (numberOf(componentsOf(value('z-index'))[0]) ?? 0) < 0
    ? 'z-index'
    : undefined;
}

/** A box of some lines, where a percentage of its height is needed. */
const BOX_HEIGHT = 60;
const TRANSFORMS = 'transform scale rotate';

function transformed({ declared, element, appearance }: Look, screen: Screen): Effect | undefined {
  const parts = (name: string) => componentsOf(declared.get(name)?.value ?? '');
  const values = {
    translate: parts('translate'),
    rotate: parts('rotate'),
    scale: parts('scale'),
    transform: parts('transform'),
  };
  if (Object.values(values).every((list) => list.length === 0)) return undefined;
  const isNarrow = /^(?:absolute|fixed)$/.test(declared.get('position')?.value ?? '');
  const width = isNarrow ? widthOf(element, appearance, screen) : screen.width;
  const down = unitsOf(appearance.fontSize, screen, appearance.fontSize * LINE);
  return effectOf(values, { across: unitsOf(appearance.fontSize, screen, width), down });
}

type Size = { readonly cuts: boolean; readonly width: number | undefined; readonly height: number | undefined };

/** Width and height with their padding, in pixels, as far as they are set, and whether what sticks out is cut off. */
function sizeOf({ declared, appearance, isInline }: Look, screen: Screen): Size {
  const value = (name: string) => declared.get(name)?.value ?? '';
  const contains = value('contain');
  const cuts =
    !isInline &&
    (['overflow-x', 'overflow-y'].some((name) => /^(?:hidden|clip|auto|scroll|overlay)$/.test(value(name))) ||
      /paint|strict|content/.test(contains));
  if (!cuts) return { cuts, width: undefined, height: undefined };
  const pixels = (name: string, whole: number | undefined) =>
    known(lengthOf(componentsOf(value(name))[0], unitsOf(appearance.fontSize, screen, whole)));
  const side = (name: 'width' | 'height', padding: readonly [string, string], whole: number | undefined) => {
    const units = unitsOf(appearance.fontSize, screen, whole);
    const length = (property: string) => known(lengthOf(componentsOf(value(property))[0], { ...units, whole }));
    const set = length(name) ?? (/size|strict/.test(contains) ? 0 : undefined);
    const most = length(`max-${name}`);
    const bounded = set === undefined ? most : Math.min(set, most ?? Infinity);
    const least = Math.max(bounded ?? 0, length(`min-${name}`) ?? 0);
    if (bounded === undefined) return undefined;
    const inner = padding.reduce((sum, property) => sum + (pixels(property, screen.width) ?? 0), 0);
    return value('box-sizing') === 'border-box' ? Math.max(least, inner) : least + inner;
  };
  return {
    cuts,
    width: side('width', ['padding-left', 'padding-right'], screen.width),
    height: side('height', ['padding-top', 'padding-bottom'], undefined),
  };
}

const known = (length: number | undefined) => (length === undefined || Number.isNaN(length) ? undefined : length);

function isShut({ cuts, width, height }: Size, { element, appearance }: Look): boolean {
  if (!cuts) return false;
  if ((width ?? LEAST_SIDE) < LEAST_SIDE || (height ?? LEAST_SIDE) < LEAST_SIDE) return true;
  const isFlat = appearance.lineHeight !== undefined && appearance.lineHeight < LEAST_SIDE / 2 && height === undefined;
  return isFlat && element.children.every((child) => isText(child) || INLINE.test(child.name));
}

/** Whether a box has been moved to where nobody looks. */
function isOff(look: Look, place: Place, screen: Screen, effect: Effect | undefined): boolean {
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
  const height =
    Math.ceil((length_(element) * appearance.fontSize * WIDTH_OF_LETTER) / screen.width) * appearance.fontSize * LINE;
  let [x, y] = [effect?.x ?? 0, effect?.y ?? 0];
  x += across('margin-left') ?? 0;
  if (!isInline) y += length('margin-top', screen.width) ?? 0;
  if (isMoved) {
    const [left, right, top, bottom] = [across('left'), across('right'), down('top'), down('bottom')];
    if (left !== undefined) x += left;
    else if (right !== undefined) x += isAbsolute ? screen.width - right - width : -right;
    if (top !== undefined) y += top;
    else if (bottom !== undefined) y += isAbsolute ? screen.height - bottom - height : -bottom;
  }
  const isBlock = !isAbsolute && !isInline;
  const taken = isBlock ? Math.max(width, Math.min(screen.width, known(across('width')) ?? width)) : width;
  if (x <= -(place.isPlain ? OUT : FAR / 2) && x + taken <= 0) return true;
  if (y <= -FAR || (isFixed && y + height <= 0)) return true;
  if (isFixed && (x >= screen.width || y >= screen.height)) return true;
  if (x >= TOO_FAR || (y >= TOO_FAR && isMoved)) return true;
  if (x >= screen.width && (effect?.x !== undefined || isMoved) && place.isPlain) return true;
  const { window } = place;
  if (!window || (isAbsolute && place.isPlain)) return false;
  return y >= window.height || x >= window.width || (y < 0 && y + height <= 0 && -y >= window.height);
}

function widthOf(element: HtmlElement, { fontSize }: Appearance, screen: Screen): number {
  return Math.min(screen.width, length_(element) * fontSize * WIDTH_OF_LETTER);
}

/** How many characters stand in an element, up to some lines. */
function length_(element: HtmlElement): number {
  let length = 0;
  const stack: HtmlElement['children'] = [element];
  for (let node = stack.pop(); node && length < LONGEST_TEXT; node = stack.pop()) {
    if (isText(node)) length += node.data.trim().length;
    else {
      if (node.name === 'img' || node.name === 'iframe' || node.name === 'video') return LONGEST_TEXT;
      for (const child of node.children.slice(0, LONGEST_TEXT)) stack.push(child);
    }
  }
  return length;
}
