/**
 * The rule of proof: an element is hidden only by what its page declares for it, and by one of the ways below alone. Each is certain
 * without the size of anything: no layout is computed, and no colour is judged without its ground.
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

/** What an element takes from the elements around it. */
export type Inherited = {
  readonly isVisible: boolean;
  readonly opacity: number;
  readonly fontSize: number;
  /** First lines are moved so far to the left that nobody sees them. */
  readonly isIndentedAway: boolean;
  readonly isOneLine: boolean;
  readonly ink: Colour | undefined;
  /** The colour behind the text; `undefined` where the page does not say it. */
  readonly ground: Colour | undefined;
};

export const OUTERMOST: Inherited = {
  isVisible: true,
  opacity: 1,
  fontSize: 16,
  isIndentedAway: false,
  isOneLine: false,
  ink: undefined,
  ground: undefined,
};

export type Window = { readonly width: number; readonly height: number };
/** The value of a property with its variables in place. */
export type Valued = (property: string) => string | undefined;

const LEAST_OPACITY = 0.05;
/** Letters of so many pixels are dots. */
const LEAST_FONT_SIZE = 2;
/** So far out nothing comes back by a scrollbar or by a padding. */
const FAR = 900;
/** Blurred by so many pixels, letters are a stain. */
const MOST_BLUR = 4;
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;
const TABLE_PART = /^(?:table|thead|tbody|tfoot|tr|td|th|caption)$/;

/** The property by which an element and all that is in it is hidden; `undefined` where nothing proves it. */
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
  if (isTransformedAway(value, units)) return 'transform';
  const zoom = numberOf(value('zoom') ?? '1') ?? 1;
  if (zoom > 0 && zoom <= LEAST_OPACITY) return 'transform';
  if (!TABLE_PART.test(element.name) && isEmptyBox(value, units)) return 'height';
  return undefined;
}

/** A box of no or one pixel that cuts off what does not fit. A padding would leave room, as around videos. */
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
  const isShut = (size: string, sides: readonly string[]) =>
    (isNone(size) || isNone(`max-${size}`)) &&
    !isOpen(`min-${size}`) &&
    !sides.some((side) => isOpen(`padding-${side}`));
  if (cuts('y') && isShut('height', ['top', 'bottom'])) return true;
  if (cuts('x') && isShut('width', ['left', 'right'])) return true;
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

/** How far a length reaches at least, in pixels, where a percentage is of `whole`. */
const reach = (length: Length | undefined, whole: number): number =>
  length ? length.pixels + (length.percent * whole) / 100 : 0;

/** A positioned box outside of the window, on a side to which nobody scrolls, or very far. */
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

function isTransformedAway(value: Valued, units: Units): boolean {
  const scale = value('scale');
  if (scale !== undefined && splitAt(scale, ' ').some((part) => Math.abs(numberOf(part) ?? 1) <= LEAST_OPACITY / 2))
    return true;
  const translate = value('translate');
  if (translate !== undefined && isMovedAway(splitAt(translate, ' '), units)) return true;
  const rotate = /^([xy])\s+(\S+)$|^(\S+)\s+([xy])$/.exec(value('rotate') ?? '');
  if (rotate && isOnEdge(rotate[2] ?? rotate[3] ?? '')) return true;
  for (const [, name = '', inner = ''] of (value('transform') ?? '').matchAll(
    /([a-z0-9]+)\(((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*)\)/g,
  )) {
    const parts = splitAt(inner, ',');
    const numbers = parts.map((part) => numberOf(part) ?? 1);
    switch (name) {
      case 'scale':
      case 'scale3d':
      case 'scalex':
      case 'scaley':
        if (numbers.slice(0, 2).some((number) => Math.abs(number) <= LEAST_OPACITY / 2)) return true;
        break;
      case 'rotatex':
      case 'rotatey':
        if (isOnEdge(parts[0] ?? '')) return true;
        break;
      case 'translatey':
        if (isMovedAway(['0', ...parts], units)) return true;
        break;
      case 'translate':
      case 'translatex':
      case 'translate3d':
        if (isMovedAway(parts, units)) return true;
        break;
      case 'matrix': {
        const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = numbers;
        if (Math.abs(a * d - b * c) <= LEAST_OPACITY * LEAST_OPACITY || isMovedAway([`${x}px`, `${y}px`], units))
          return true;
        break;
      }
      default:
    }
  }
  return false;
}

/** Percentages are of the element itself, which sliders and tooltips move by one or two of its sizes. */
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
  /** A style sheet that is not read may declare more for what has a class. */
  readonly isOpen: boolean;
  /** Nothing but this page lays colours. */
  readonly judgesColours: boolean;
  readonly declared: Declarations;
};

/** What is inherited by the texts in an element. */
export function inheritedBy(
  element: HtmlElement,
  around: Inherited,
  value: Valued,
  window: Window,
  { isOpen, judgesColours, declared }: Judged,
): Inherited {
  const isNamed = element.attribs['class'] !== undefined || element.attribs['id'] !== undefined;
  // A rule of that sheet may give it another size, and its lines another place.
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
    ...(judgesColours ? paintOf(element, start, value, declared) : { ink: undefined, ground: undefined }),
  };
}

const opacityOf = (value: string | undefined): number => Math.min(1, Math.max(0, numberOf(value ?? '1') ?? 1));

function fontSizeOf(value: string | undefined, around: number, window: Window): number {
  const length = value === undefined ? undefined : lengthOf(value, { fontSize: around, ...window });
  if (length) return Math.abs(length.pixels + (length.percent * around) / 100);
  return value === undefined || value === 'inherit' ? around : Math.max(around, 16);
}

/**
 * Ink and ground of the text in an element. A ground is known where the element lays it, or an element around it does by its own
 * `style`; an image, or a class between them that may lay another, leaves it unknown.
 */
function paintOf(
  element: HtmlElement,
  around: Inherited,
  value: Valued,
  declared: Declarations,
): Pick<Inherited, 'ink' | 'ground'> {
  const fill = value('-webkit-text-fill-color') ?? value('color');
  const inkFromRule = declared.get('color')?.rule !== undefined;
  const ground = groundOf(value, element, around.ground);
  const isOutlined =
    /\S/.test((value('text-shadow') ?? '').replace('none', '')) || (value('-webkit-text-stroke-width') ?? '0') !== '0';
  const isCutOut = value('background-clip') === 'text' || (value('background-image') ?? 'none') !== 'none';
  if (isOutlined || isCutOut) return { ink: undefined, ground: undefined };
  const ink =
    fill === undefined || fill === 'inherit'
      ? linkInk(element, around)
      : fill === 'currentcolor'
        ? around.ink
        : colourOf(fill);
  const laysOwn = value('background-color') !== undefined && ground !== undefined;
  // The ink of a rule is compared with the ground of the same element alone.
  return { ink: inkFromRule && !laysOwn ? undefined : ink, ground };
}

/** Links have a colour of their own. */
const linkInk = (element: HtmlElement, around: Inherited) =>
  element.name === 'a' && element.attribs['href'] !== undefined ? undefined : around.ink;

function groundOf(value: Valued, element: HtmlElement, around: Colour | undefined): Colour | undefined {
  const own = value('background-color');
  const colour = own === undefined ? undefined : colourOf(own);
  if ((value('background-image') ?? 'none') !== 'none') return undefined;
  if (colour && colour[3] > 1 - LEAST_ALPHA) return colour;
  if (own !== undefined && !(colour && colour[3] === 0)) return undefined;
  return element.attribs['class'] === undefined ? around : undefined;
}

/** The property by which a text in an element is hidden, though the element itself is not. */
export function unseenText({
  isVisible,
  opacity,
  fontSize,
  isIndentedAway,
  ink,
  ground,
}: Inherited): string | undefined {
  if (!isVisible) return 'visibility';
  if (opacity <= LEAST_OPACITY) return 'opacity';
  if (fontSize <= LEAST_FONT_SIZE) return 'font-size';
  if (isIndentedAway) return 'text-indent';
  if (ink && ink[3] <= LEAST_ALPHA) return 'color';
  return ink && ground && isSameColour(ink, ground) ? 'color' : undefined;
}
