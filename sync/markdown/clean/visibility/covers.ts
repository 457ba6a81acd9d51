/** Opaque boxes that are laid over texts: over all of the box around them, or up over the text before them. */
import { attribute, elementsBelow, isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { unitsOf, type Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import { colourOf } from './colours.ts';
import type { Screen } from './conditions.ts';
import { componentsOf } from './css.ts';
import { known, lengthOf, numberOf } from './lengths.ts';
import { gradientColours } from './shapes.ts';
import { linesOf } from './positions.ts';
import type { StyleSheets } from './style-sheets.ts';

/** A box, as far as it covers others or is covered: what is painted later covers what was painted before. */
export type Layer = {
  /** `z-index` of a positioned box and the like; what is in the flow is below all but the negative. */
  readonly level: number;
  /** Pixels by which it is moved up over what stands before it. */
  readonly up: number;
  /** Its height in pixels, without its margins; 0 where it is not set. */
  readonly height: number;
  /** Height of its lines, where its own is not set. */
  readonly lines: number;
  /** Pixels below it. */
  readonly gap: number;
};

const IN_FLOW = -0.5;

const valueOf = (declared: Declarations, name: string) => declared.get(name)?.value ?? '';

/** True for a box that nothing shines through. */
export function isOpaqueBox(declared: Declarations): boolean {
  const value = (name: string) => valueOf(declared, name);
  return (
    isOpaqueGround(declared) &&
    (numberOf(componentsOf(value('opacity'))[0]) ?? 1) > OPAQUE &&
    ['filter', 'clip-path', 'mask-image', 'mix-blend-mode'].every((name) => /^(?:|none|normal)$/.test(value(name))) &&
    value('visibility') !== 'hidden' &&
    value('display') !== 'none'
  );
}

/** True for a ground of one colour or of a gradient that nothing shines through. */
export function isOpaqueGround(declared: Declarations): boolean {
  const colour = colourOf(valueOf(declared, 'background-color'));
  if (colour && colour.alpha > OPAQUE) return true;
  const [image] = componentsOf(valueOf(declared, 'background-image'));
  return (image && gradientColours(image)?.every(({ alpha }) => alpha > OPAQUE)) ?? false;
}

const OPAQUE = 0.98;
/** Places at the edge of the box around, or outside it. */
const AT_EDGE = /^(?:0(?:px|%)?|-\d.*)$/;

/** True for an absolute box that is as large as the one around it, and not below that. */
export function isLaidOver(declared: Declarations): boolean {
  return isAsLarge(declared) && !valueOf(declared, 'z-index').startsWith('-');
}

/** True for an absolute box that is as large as the one around it. */
function isAsLarge(declared: Declarations): boolean {
  const is = (name: string, wanted: RegExp) => wanted.test(valueOf(declared, name));
  const spans = (start: string, end: string, size: string) =>
    is(start, AT_EDGE) && (is(end, AT_EDGE) || is(size, /^(?:[1-9]\d{2,}(?:%|v[wh])|[1-9]\d{3,}px)$/));
  return (
    is('position', /^absolute$/) &&
    spans('top', 'bottom', 'height') &&
    spans('left', 'right', 'width') &&
    ['transform', 'translate', 'scale', 'rotate'].every((name) => is(name, /^(?:none)?$/))
  );
}

/** True for a box as large as the one around it that lays a ground there: under all that is lifted above it. */
export function isGroundBox(declared: Declarations): boolean {
  const laid = valueOf(declared, 'background-color');
  const isColoured = laid !== '' && (colourOf(laid)?.alpha ?? 1) > 1 - OPAQUE;
  return isAsLarge(declared) && (isColoured || /\(/.test(valueOf(declared, 'background-image')));
}

/** True for a picture as large as the box around it. */
export function isPictureBox({ name }: HtmlElement, declared: Declarations): boolean {
  return PICTURE.test(name) && isAsLarge(declared);
}

/** True for an absolute box before which a picture stands among those around it. */
export function liesOnPicture(element: HtmlElement, declared: Declarations): boolean {
  if (valueOf(declared, 'position') !== 'absolute') return false;
  let left = MOST_BESIDE;
  for (let one = element.prev; one && --left >= 0; one = one.prev) {
    if (isText(one)) continue;
    let inner = MOST_BESIDE;
    if (PICTURE.test(one.name)) return true;
    for (const { name } of elementsBelow(one)) {
      if (--inner < 0) break;
      if (PICTURE.test(name)) return true;
    }
  }
  return false;
}

const PICTURE = /^(?:img|picture|video|iframe|canvas|svg)$/;
const MOST_BESIDE = 20;

/** Properties that lift a box above what is in the flow (CSS Positioned Layout 3, 9). */
const LIFTING = [
  'transform',
  'translate',
  'scale',
  'rotate',
  'filter',
  'isolation',
  'mix-blend-mode',
  'contain',
  'perspective',
  'clip-path',
  'mask-image',
];

/** The layer of a box. */
export function layerOf(element: HtmlElement, declared: Declarations, appearance: Appearance, screen: Screen): Layer {
  const value = (name: string) => valueOf(declared, name);
  const units = unitsOf(appearance.fontSize, screen);
  const length = (name: string) => known(lengthOf(componentsOf(value(name))[0], { ...units, whole: undefined }));
  const isPositioned = /^(?:relative|absolute|fixed|sticky)$/.test(value('position'));
  const isLifted =
    isPositioned || appearance.opacity < 1 || LIFTING.some((name) => !/^(?:|none|auto|normal)$/.test(value(name)));
  const level = numberOf(componentsOf(value('z-index'))[0]) ?? 0;
  const set = length('height') ?? 0;
  const padding = (length('padding-top') ?? 0) + (length('padding-bottom') ?? 0);
  const up =
    -(length('margin-top') ?? 0) -
    (value('position') === 'relative' ? (length('top') ?? -(length('bottom') ?? 0)) : 0) -
    movedDown(value('transform'), value('translate'), units);
  return {
    level: isLifted ? (isPositioned ? level : 0) : IN_FLOW,
    up: /^(?:absolute|fixed)$/.test(value('position')) ? 0 : up,
    height: Math.max(set, length('min-height') ?? 0) + (value('box-sizing') === 'border-box' ? 0 : padding),
    lines: linesOf(element, appearance, screen),
    gap: length('margin-bottom') ?? (HAS_MARGIN.test(element.name) ? appearance.fontSize : 0),
  };
}

const HAS_MARGIN = /^(?:p|ul|ol|dl|blockquote|pre|figure|h[1-6])$/;

function movedDown(transform: string, translate: string, units: ReturnType<typeof unitsOf>): number {
  const [part] = componentsOf(transform);
  const down = /^translate(?:3d)?$/.test(part?.text ?? '')
    ? part?.args?.filter(({ text }) => text !== ',')[1]
    : part?.text === 'translatey'
      ? part.args?.[0]
      : componentsOf(translate)[1];
  return known(lengthOf(down, { ...units, whole: undefined })) ?? 0;
}

/** A share of a line that shows nothing that can be read. */
const SLACK = 0.35;

/** True for a box that has been moved up over all of the text right before it. */
export function coversBefore(cover: Layer, before: Layer): boolean {
  const isMoved = cover.up > 0 || before.gap < 0;
  if (!isMoved || cover.height <= 0 || cover.level < 0 || before.level > cover.level) return false;
  const slack = SLACK * Math.min(before.lines, LINE_AT_MOST);
  const top = (before.height || before.lines) + before.gap - cover.up;
  return top <= slack && top + cover.height >= before.lines - slack;
}

const LINE_AT_MOST = 20;

/** True for a box under which the text right after it has been moved up. */
export function coversAfter(cover: Layer, after: Layer): boolean {
  return after.level < cover.level && -cover.gap >= after.lines && cover.height >= after.lines;
}

/** True for an element that may have something in it which is lifted above covers. */
export function mayBeLifted(element: HtmlElement, sheets: StyleSheets): boolean {
  let left = MOST_WITHIN;
  for (const one of [element, ...elementsBelow(element)]) {
    const lifts = /position|z-index|transform|opacity|filter|isolation|translate|scale|rotate/.test(
      attribute(one, 'style'),
    );
    const isNamed = one !== element && attribute(one, 'class') !== '';
    const isRuled = one !== element && sheets.matchesOf(one).length > 0;
    if ((one !== element && lifts) || isNamed || isRuled || --left < 0) return true;
  }
  return false;
}

const MOST_WITHIN = 200;

/** True for a part of an element (`::after`) that is laid over all that is in it. */
export function isCoveringPart(part: Declarations): boolean {
  return hasContent(part) && isOpaqueBox(part) && isLaidOver(part);
}

/** Without `content` a part is not there. */
export function hasContent(part: Declarations): boolean {
  return !/^(?:|none|normal)$/.test(valueOf(part, 'content'));
}
