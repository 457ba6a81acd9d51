/** Appearance of the text within an element, from what is declared for it and what it takes from around it. */
import { memoryOfObjects } from '../../memory.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { UNKNOWN, type Declarations } from './cascade.ts';
import { BLACK, distance, LEAST_CONTRAST, WHITE, colourOf, type Colour } from './colours.ts';
import { commaSeparated, componentsOf, type Component } from './css.ts';
import type { Screen } from './conditions.ts';
import type { Custom } from './variables.ts';
import { filtersOf, MOST_BLUR, type Filters } from './filters.ts';
import { groundInLetters, groundOf, type Ground } from './ground.ts';
import { lengthOf, numberOf, type Units } from './lengths.ts';

export type Appearance = {
  readonly custom: Custom;
  readonly fontSize: number;
  /** Factor of a length by `zoom` and the transformations around it. */
  readonly scale: number;
  /** The colour of text; `undefined` where the theme decides. */
  readonly ink: Colour | undefined;
  /** Fill of the letters in place of the ink. */
  readonly fill: Colour | undefined;
  /** Shadows, strokes or a ground cut to the letters show them without any ink. */
  readonly isOutlined: boolean;
  readonly isVisible: boolean;
  /** By how much the first line is moved, in pixels. */
  readonly indent: number;
  readonly isOneLine: boolean;
  /** Its lines end at the right, wherever they begin. */
  readonly isRight: boolean;
  /** In pixels; `undefined` for what the font has. */
  readonly lineHeight: number | undefined;
  readonly opacity: number;
  readonly ground: Ground | undefined;
  readonly blend: string;
  /** Change of its colours by filters around it. */
  readonly paint: Filters['paint'];
};

/** A first line moved so far to the left is out of the window, if it is no longer. */
export const FAR_INDENT = 100;

/** The canvas. */
export const PLAIN: Appearance = {
  custom: {},
  fontSize: 16,
  scale: 1,
  ink: undefined,
  fill: undefined,
  isOutlined: false,
  isVisible: true,
  indent: 0,
  isOneLine: false,
  isRight: false,
  lineHeight: undefined,
  opacity: 1,
  ground: { ...WHITE, presumed: true, isPainted: false },
  blend: 'normal',
  paint: undefined,
};

type Tools = {
  readonly screen: Screen;
  readonly isInline: boolean;
  /** True when something that is not in the page may lay a ground under the element. */
  readonly mayLayGround: boolean;
};

/** References of an element's relative units. */
export function unitsOf(fontSize: number, { width, height }: Screen, whole: number | undefined = width): Units {
  return { fontSize, rootFontSize: PLAIN.fontSize, width, height, whole };
}

/** Properties without which an element's text looks as the text around it. */
const OF_TEXT: ReadonlySet<string> = new Set(
  `color -webkit-text-fill-color -webkit-text-stroke-width text-shadow visibility text-indent text-align white-space
  line-height font-size font-size-adjust zoom opacity filter mix-blend-mode background-color background-image
  background-clip box-shadow`.split(/\s+/),
);

const changesText = memoryOfObjects((declared: Declarations) => {
  for (const name of declared.keys()) if (OF_TEXT.has(name)) return true;
  return false;
});

/** The appearance of an element's own text. */
export function appearanceOf(
  element: HtmlElement,
  { declared, custom }: { readonly declared: Declarations; readonly custom: Custom },
  around: Appearance,
  tools: Tools,
): Appearance {
  const isElsewhere = around.ground !== undefined && tools.mayLayGround;
  const isLink = element.name === 'a' && 'href' in element.attribs;
  if (custom === around.custom && !isLink && !changesText(declared))
    return isElsewhere ? { ...around, ground: undefined } : around;
  const value = (name: string) => declared.get(name)?.value;
  const fontSize = fontSizeOf(value('font-size'), value('font-size-adjust'), around.fontSize, tools.screen);
  const units = unitsOf(fontSize, tools.screen);
  const pixels = (name: string) => lengthOf(componentsOf(value(name) ?? '')[0], units);
  const takesInk = !isLink || /^(?:inherit|currentcolor)$/.test(value('color') ?? '');
  const ink = paintOf(value('color'), takesInk ? around.ink : undefined);
  const filters = filtersOf(value('filter'), units);
  // Whatever the colour is, on a ground of the same one it does not matter.
  const isOnItself = value('background-color') === 'currentcolor';
  const isRecoloured =
    filters.paint !== undefined &&
    ((around.ground !== undefined && distance(around.ground, WHITE) <= LEAST_CONTRAST) ||
      distance(filters.paint(BLACK), filters.paint(WHITE)) === 0);
  const shownInk = ink ?? (isOnItself || isRecoloured ? BLACK : undefined);
  return {
    custom,
    fontSize,
    scale: around.scale * zoomOf(value('zoom')),
    ink: shownInk,
    fill: fillOf(paintOf(value('-webkit-text-fill-color'), around.fill), shownInk, groundInLetters(declared)),
    isOutlined: isOutlined(declared, around, { ink: shownInk, units }),
    isVisible:
      value('visibility') === undefined ? around.isVisible : !/^(?:hidden|collapse)$/.test(value('visibility') ?? ''),
    // What stands in a line is moved with it.
    indent:
      (tools.isInline || (value('display')?.startsWith('inline-') && around.indent <= -FAR_INDENT)
        ? undefined
        : (pixels('text-indent') ?? initialOf(value('text-indent'), 0))) ?? around.indent,
    isOneLine:
      value('white-space') === undefined ? around.isOneLine : /^(?:nowrap|pre)$/.test(value('white-space') ?? ''),
    isRight: value('text-align') === undefined ? around.isRight : /^(?:right|end)$/.test(value('text-align') ?? ''),
    lineHeight: lineHeightOf(value('line-height'), units, around.lineHeight),
    opacity: around.opacity * opacityOf(value('opacity')) * filters.opacity,
    ground: groundOf(
      declared,
      filters.paint && around.ground ? { ...around.ground, isPainted: false } : around.ground,
      {
        ink: shownInk,
        isElsewhere,
      },
    ),
    // A ground of its own is blended together with it.
    blend:
      (colourOf(value('background-color') ?? '')?.alpha ?? 0) > 0.98
        ? 'normal'
        : (value('mix-blend-mode') ?? around.blend),
    paint: filters.paint ?? around.paint,
  };
}

const initialOf = <T>(value: string | undefined, initial: T) => (value === 'initial' ? initial : undefined);

function paintOf(value: string | undefined, around: Colour | undefined): Colour | undefined {
  if (value === undefined || value === 'currentcolor' || value === 'inherit') return around;
  return value === UNKNOWN || value === 'initial' ? undefined : colourOf(value);
}

const NAMED_SIZES = new Map(Object.entries({ smaller: 0.83, larger: 1.2 }));

function fontSizeOf(value: string | undefined, adjust: string | undefined, around: number, screen: Screen): number {
  const [part] = componentsOf(value ?? '');
  const factor = part && NAMED_SIZES.get(part.text);
  const size = factor === undefined ? lengthOf(part, { ...unitsOf(around, screen), whole: around }) : around * factor;
  const shown = part ? (size === undefined || Number.isNaN(size) ? PLAIN.fontSize : size) : around;
  return adjust === undefined ? shown : shown * Math.min(1, (numberOf(componentsOf(adjust)[0]) ?? 0.5) * 2);
}

function lineHeightOf(value: string | undefined, units: Units, around: number | undefined): number | undefined {
  const [part] = componentsOf(value ?? '');
  if (!part) return around;
  const factor = numberOf(part);
  if (factor !== undefined && !part.text.endsWith('%')) return factor * units.fontSize;
  return lengthOf(part, { ...units, whole: units.fontSize });
}

function opacityOf(value: string | undefined): number {
  const number = numberOf(componentsOf(value ?? '')[0]);
  return number === undefined ? 1 : Math.min(1, Math.max(0, number));
}

/** No zoom is 0 (CSS Viewport 1, 6). */
function zoomOf(value: string | undefined): number {
  return numberOf(componentsOf(value ?? '')[0]) || 1;
}

/** The fill of letters: a ground that is cut to them shows through what is clear. */
function fillOf(fill: Colour | undefined, ink: Colour | undefined, cut: Colour | null | undefined): Colour | undefined {
  const above = fill ?? ink;
  return cut && above && above.alpha < 0.05 ? cut : fill;
}

type Letters = { readonly ink: Colour | undefined; readonly units: Units };

function isOutlined(declared: Declarations, around: Appearance, { ink, units }: Letters): boolean {
  const value = (name: string) => declared.get(name)?.value;
  if (groundInLetters(declared) === null) return true;
  const stroke = value('-webkit-text-stroke-width');
  const line = colourOf(value('-webkit-text-stroke-color') ?? '');
  const isStroke =
    !line || !around.ground || declared.has('background-color') || distance(line, around.ground) > LEAST_CONTRAST;
  if (stroke !== undefined && Number.parseFloat(stroke) > 0 && isStroke) return true;
  const shadow = value('text-shadow');
  if (shadow === undefined) return around.isOutlined;
  const components = componentsOf(shadow);
  // A shadow is half as blurred as what a filter of the same length blurs (CSS Backgrounds 3, 6.1.1).
  if (ink && ink.alpha <= 0.05 && blurOf(components, units) >= 2 * MOST_BLUR) return false;
  const first = components
    .map((part) => colourOf(part.args ? part.source : part.text))
    .find((colour) => colour !== undefined);
  if (!first) return false;
  return first.alpha > 0.05 && (!around.ground || distance(first, around.ground) > LEAST_CONTRAST);
}

/** The blur of the first shadow of a text, in pixels: its third length. */
function blurOf(components: readonly Component[], units: Units): number {
  const [first = []] = commaSeparated(components);
  return first.flatMap((component) => lengthOf(component, units) ?? [])[2] ?? 0;
}
