/**
 * Proves that an element is hidden, only from declarations of its page. Every test is certain without layout: it does
 * not compute sizes, and does not compare colours without a known background.
 */
import type { HtmlElement } from '../parse/tree.ts';
import type { Declarations } from './cascade.ts';
import {
  colourOf,
  isSameColour,
  LEAST_ALPHA,
  lengthOf,
  numberOf,
  splitAt,
  type Colour,
  type Length,
  type Units,
} from './values.ts';

export type Inherited = {
  readonly isVisible: boolean;
  readonly opacity: number;
  readonly fontSize: number;
  /** Whether first lines are indented out of view. */
  readonly isIndentedAway: boolean;
  readonly isOneLine: boolean;
  readonly ink: Colour | undefined;
  /** Colour behind the text; `undefined` if the page does not declare it. */
  readonly background: Colour | undefined;
};

export const OUTERMOST: Inherited = {
  isVisible: true,
  opacity: 1,
  fontSize: 16,
  isIndentedAway: false,
  isOneLine: false,
  ink: undefined,
  background: undefined,
};

export type Window = { readonly width: number; readonly height: number };
/** Value of a property with its variables substituted. */
export type Valued = (property: string) => string | undefined;

const LEAST_OPACITY = 0.05;
// In pixels: smaller text is illegible.
const LEAST_FONT_SIZE = 2;
// In pixels: no scrollbar or padding moves content back into view from this distance.
const FAR = 900;
// In pixels: text with more blur is illegible.
const MOST_BLUR = 4;
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;
const TABLE_PART = /^(?:table|thead|tbody|tfoot|tr|td|th|caption)$/;

/** Returns the property that hides an element and its descendants; `undefined` without proof. */
export function hidingProperty(element: HtmlElement, value: Valued, units: Units): string | undefined {
  if (value('display') === 'none') return 'display';
  if (isFilteredAway(value('filter'), units)) return 'filter';
  if (isClipped(value, units)) return 'clip-path';
  const position = value('position') ?? 'static';
  const display = value('display');
  const isInline =
    (display === undefined ? INLINE.test(element.name) : display === 'inline') &&
    !/absolute|fixed/.test(position) &&
    /^(?:none)?$/.test(value('float') ?? '');
  if (position !== 'static' && position !== 'sticky' && isOffset(value, position, units)) return 'position';
  if (isPulledOut(value, units)) return 'margin';
  if (isInline || display === 'contents') return undefined;
  if (value('content-visibility') === 'hidden') return 'content-visibility';
  if (transformsOf(value).some((transform) => isTransformedAway(transform, units))) return 'transform';
  const zoom = numberOf(value('zoom') ?? '1') ?? 1;
  if (zoom > 0 && zoom <= LEAST_OPACITY) return 'transform';
  if (!TABLE_PART.test(element.name) && isEmptyBox(value, units)) return 'height';
  return undefined;
}

// Whether a box of at most 1 px clips its overflow. A padding would leave room, as around videos.
function isEmptyBox(value: Valued, units: Units): boolean {
  const cuts = (axis: string) => /^(?:hidden|clip|scroll|auto)$/.test(value(`overflow-${axis}`) ?? '');
  const isNone = (property: string) => {
    const size = value(property) ?? '';
    const length = size.includes('%') ? undefined : lengthOf(size, units);
    return length !== undefined && Math.abs(length.pixels) <= 1;
  };
  const isOpen = (property: string) => {
    const length = lengthOf(value(property) ?? '0', units);
    return length === undefined || length.pixels > 1 || length.percent > 0;
  };
  const isCollapsed = (size: string, sides: readonly string[]) =>
    (isNone(size) || isNone(`max-${size}`)) &&
    !isOpen(`min-${size}`) &&
    !sides.some((side) => isOpen(`padding-${side}`));
  if (cuts('y') && isCollapsed('height', ['top', 'bottom'])) return true;
  if (cuts('x') && isCollapsed('width', ['left', 'right'])) return true;
  return (
    cuts('y') && value('height') === undefined && numberOf(value('line-height') ?? '1') === 0 && !isOpen('min-height')
  );
}

function isClipped(value: Valued, units: Units): boolean {
  const clip = /^rect\((.*)\)$/.exec(value('clip') ?? '')?.[1];
  if (clip !== undefined && /absolute|fixed/.test(value('position') ?? '')) {
    const [top = 0, right = 0, bottom = 0, left = 0] = clip
      .split(/[\s,]+/)
      .map((side) => lengthOf(side, units)?.pixels ?? NaN);
    if (bottom - top <= 1 || right - left <= 1) return true;
  }
  const [, shape, inner = ''] =
    /^(inset|circle|ellipse|polygon|rect|xywh)\((.*)\)/.exec(value('clip-path') ?? '') ?? [];
  const lengths = splitAt(inner.replace(/\b(?:round|at)\b.*$/, ''), ' ').map((part) => lengthOf(part, units));
  const isNone = (length: Length | undefined) => length !== undefined && length.pixels <= 1 && length.percent <= 0;
  switch (shape) {
    case 'inset': {
      const [top, right = top, bottom = top, left = right] = lengths;
      const isAll = (one?: Length, other?: Length) => (one?.percent ?? 0) + (other?.percent ?? 0) >= 100;
      return isAll(top, bottom) || isAll(left, right);
    }
    case 'circle':
      return isNone(lengths[0]);
    case 'ellipse':
      return isNone(lengths[0]) || isNone(lengths[1]);
    case 'polygon': {
      const points = splitAt(inner.replace(/^(?:nonzero|evenodd)\s*,/, ''), ',').map((point) => splitAt(point, ' '));
      const isLine = (axis: number) => new Set(points.map((point) => lengthKey(point[axis], units))).size === 1;
      return points.length < 3 || isLine(0) || isLine(1);
    }
    case 'xywh':
      return isNone(lengths[2]) || isNone(lengths[3]);
    default:
      return false;
  }
}

const lengthKey = (value: string | undefined, units: Units): string => {
  const length = lengthOf(value ?? '', units);
  return length ? `${length.pixels} ${length.percent}` : `? ${value}`;
};

// Extent of a length in pixels; percentages refer to `whole`.
const reach = (length: Length | undefined, whole: number): number =>
  length ? length.pixels + (length.percent * whole) / 100 : 0;

// Whether a positioned box is outside the viewport, on a side without scrolling or at a large distance.
function isOffset(value: Valued, position: string, units: Units): boolean {
  const { width, height } = units;
  const at = (side: string, whole: number) => reach(lengthOf(value(side) ?? '', units), whole);
  const [left, right] = [at('left', width), at('right', width)];
  const [top, bottom] = [at('top', height), at('bottom', height)];
  const isFixed = position === 'fixed';
  const isFree = position !== 'relative';
  const outside = isFree ? Math.min(FAR, width) : FAR;
  if (left <= -outside || top <= -Math.min(FAR, height) || left >= 2 * FAR) return true;
  if (isFree && value('left') === undefined && (right <= -outside || right >= 2 * FAR)) return true;
  if (isFixed && (left >= width || top >= height || (value('top') === undefined && bottom <= -height / 2))) return true;
  return value('top') === undefined && (bottom <= -2 * FAR || (isFree && bottom >= 4 * FAR));
}

function isPulledOut(value: Valued, units: Units): boolean {
  const at = (property: string) => reach(lengthOf(value(property) ?? '', units), units.width);
  const isFar = (side: string) => at(`margin-${side}`) + at(`padding-${side}`) <= -Math.min(FAR, units.width);
  return isFar('left') || (isFar('top') && /absolute|fixed/.test(value('position') ?? ''));
}

const RIGHT_ANGLE = 90;

// Functions of `transform`, and the further properties in the form of functions (CSS Transforms 2, 5).
function transformsOf(value: Valued): readonly (readonly [name: string, parts: readonly string[]])[] {
  const [, before, angle = '', after] = /^([xy]\s+)?(\S+)(\s+[xy])?$/.exec(value('rotate') ?? '') ?? [];
  const functions = (value('transform') ?? '').matchAll(/([a-z0-9]+)\(((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*)\)/g);
  return [
    ['scale', splitAt(value('scale') ?? '', ' ')],
    ['translate', splitAt(value('translate') ?? '', ' ')],
    [`rotate${(before ?? after ?? '').trim()}`, [angle]],
    ...functions.map(([, name = '', inner = '']) => [name, splitAt(inner, ',')] as const),
  ];
}

function isTransformedAway([name, parts]: readonly [string, readonly string[]], units: Units): boolean {
  const numbers = parts.map((part) => numberOf(part) ?? 1);
  switch (name) {
    case 'scale':
    case 'scale3d':
    case 'scalex':
    case 'scaley':
      return numbers.slice(0, 2).some((number) => Math.abs(number) <= LEAST_OPACITY / 2);
    case 'rotatex':
    case 'rotatey':
      return isOnEdge(parts[0] ?? '');
    case 'translatey':
      return isMovedAway(['0', ...parts], units);
    case 'translate':
    case 'translatex':
    case 'translate3d':
      return isMovedAway(parts, units);
    case 'matrix': {
      const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = numbers;
      return Math.abs(a * d - b * c) <= LEAST_OPACITY * LEAST_OPACITY || isMovedAway([`${x}px`, `${y}px`], units);
    }
    default:
      return false;
  }
}

// Percentages refer to the element itself. Sliders and tooltips move elements by up to twice their size.
function isMovedAway([x = '0', y = '0']: readonly string[], units: Units): boolean {
  const isFar = (value: string, whole: number) => {
    const length = lengthOf(value, units);
    if (!length) return false;
    const far = Math.min(FAR, whole);
    return length.pixels <= -far || length.percent <= -400 || length.pixels >= 2 * Math.max(FAR, whole);
  };
  return isFar(x, units.width) || isFar(y, units.height);
}

const TURNS: Readonly<Record<string, number>> = { deg: 1, turn: 360, grad: 0.9, rad: 180 / Math.PI };

function isOnEdge(angle: string): boolean {
  const [, number, unit = ''] = /^(-?[\d.]+)(deg|turn|grad|rad)$/.exec(angle.trim()) ?? [];
  const degrees = Math.abs(Number(number) * (TURNS[unit] ?? NaN)) % (2 * RIGHT_ANGLE);
  return Math.abs(degrees - RIGHT_ANGLE) < 1;
}

function isFilteredAway(filter: string | undefined, units: Units): boolean {
  const opacity = numberOf(/opacity\(([^()]*)\)/.exec(filter ?? '')?.[1] ?? '');
  const blur = lengthOf(/(?:^|\s)blur\(([^()]*)\)/.exec(filter ?? '')?.[1] ?? '', units)?.pixels ?? 0;
  return (opacity !== undefined && opacity <= LEAST_OPACITY) || blur >= MOST_BLUR;
}

type Judged = {
  /** Whether an unread style sheet may declare more for elements with a class. */
  readonly isOpen: boolean;
  /** Whether only this page sets colours. */
  readonly judgesColours: boolean;
  readonly declared: Declarations;
};

/** Returns the values that the texts of an element inherit. */
export function inheritedBy(
  element: HtmlElement,
  around: Inherited,
  value: Valued,
  window: Window,
  { isOpen, judgesColours, declared }: Judged,
): Inherited {
  const isNamed = element.attribs['class'] !== undefined || element.attribs['id'] !== undefined;
  // A rule of the unread style sheet may set the font size and the indentation.
  const start =
    isOpen && isNamed ? { ...around, fontSize: Math.max(around.fontSize, 10), isIndentedAway: false } : around;
  const visibility = value('visibility');
  const fontSize = fontSizeOf(value('font-size'), start.fontSize, window);
  const units = { fontSize, ...window };
  const indent = value('text-indent');
  const whiteSpace = value('white-space');
  const isOneLine = whiteSpace === undefined ? start.isOneLine : /^(?:nowrap|pre)$/.test(whiteSpace);
  const indentation = indent === undefined ? undefined : lengthOf(indent, units);
  const isCut = /hidden|clip/.test(value('overflow-x') ?? '');
  return {
    isVisible:
      visibility === undefined || visibility === 'inherit' || visibility === 'unset'
        ? start.isVisible
        : !/hidden|collapse/.test(visibility),
    opacity: start.opacity * opacityOf(value('opacity')),
    fontSize,
    isIndentedAway: indentation
      ? reach(indentation, window.width) <= -FAR ||
        (isCut && isOneLine && (indentation.percent >= 100 || indentation.pixels >= FAR))
      : start.isIndentedAway,
    isOneLine,
    ...(judgesColours ? paintOf(element, start, value, declared) : { ink: undefined, background: undefined }),
  };
}

const opacityOf = (value: string | undefined): number => Math.min(1, Math.max(0, numberOf(value ?? '1') ?? 1));

function fontSizeOf(value: string | undefined, around: number, window: Window): number {
  const length = value === undefined ? undefined : lengthOf(value, { fontSize: around, ...window });
  if (length) return Math.abs(length.pixels + (length.percent * around) / 100);
  return value === undefined || value === 'inherit' ? around : Math.max(around, 16);
}

// Returns the colours of text and background. The background is known if the element sets it, or an ancestor in its
// `style` attribute. An image makes it unknown, and so does a class between them, which may set a different background.
function paintOf(
  element: HtmlElement,
  around: Inherited,
  value: Valued,
  declared: Declarations,
): Pick<Inherited, 'ink' | 'background'> {
  const fill = value('-webkit-text-fill-color') ?? value('color');
  const inkFromRule = declared.get('color')?.rule !== undefined;
  const background = backgroundOf(value, element, around.background);
  const isOutlined =
    /\S/.test((value('text-shadow') ?? '').replace('none', '')) || (value('-webkit-text-stroke-width') ?? '0') !== '0';
  const isCutOut = value('background-clip') === 'text' || (value('background-image') ?? 'none') !== 'none';
  if (isOutlined || isCutOut) return { ink: undefined, background: undefined };
  const ink =
    fill === undefined || fill === 'inherit'
      ? linkInk(element, around)
      : fill === 'currentcolor'
        ? around.ink
        : colourOf(fill);
  const hasBackground = value('background-color') !== undefined && background !== undefined;
  // A text colour from a rule is only compared with a background of the same element.
  return { ink: inkFromRule && !hasBackground ? undefined : ink, background };
}

// Links have a different default colour.
const linkInk = (element: HtmlElement, around: Inherited) =>
  element.name === 'a' && element.attribs['href'] !== undefined ? undefined : around.ink;

function backgroundOf(value: Valued, element: HtmlElement, around: Colour | undefined): Colour | undefined {
  const own = value('background-color');
  const colour = own === undefined ? undefined : colourOf(own);
  if ((value('background-image') ?? 'none') !== 'none') return undefined;
  if (colour && colour[3] > 1 - LEAST_ALPHA) return colour;
  if (own !== undefined && !(colour && colour[3] === 0)) return undefined;
  return element.attribs['class'] === undefined ? around : undefined;
}

/** Returns the property that hides the text of an element that is not hidden itself. */
export function unseenText({
  isVisible,
  opacity,
  fontSize,
  isIndentedAway,
  ink,
  background,
}: Inherited): string | undefined {
  if (!isVisible) return 'visibility';
  if (opacity <= LEAST_OPACITY) return 'opacity';
  if (fontSize <= LEAST_FONT_SIZE) return 'font-size';
  if (isIndentedAway) return 'text-indent';
  if (ink && ink[3] <= LEAST_ALPHA) return 'color';
  return ink && background && isSameColour(ink, background) ? 'color' : undefined;
}
