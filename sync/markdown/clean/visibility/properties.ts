/** The CSS properties that decide whether a text is seen: what is valid for each, and what shorthands and other names stand for. */
import type { Colours } from './colours.ts';
import { commaSeparated, componentsOf, type Component } from './css.ts';
import { angleOf, lengthOf, numberOf, type Units } from './lengths.ts';

type Longhands = Readonly<Record<string, string>>;

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const keyword = (list: string) => {
  const known = words(list);
  return (parts: readonly Component[]) => parts.length > 0 && parts.every(({ text }) => known.has(text));
};
const UNITS: Units = { fontSize: 16, rootFontSize: 16, width: 1280, height: 850, whole: 100 };
const isLength = (part: Component | undefined) => lengthOf(part, UNITS) !== undefined;
const isNumber = (part: Component | undefined) => numberOf(part) !== undefined;
const one = (test: (part: Component) => boolean) => (parts: readonly Component[]) => {
  const [part] = parts;
  return part !== undefined && parts.length === 1 && test(part);
};
const SIZES = words('auto none normal min-content max-content fit-content stretch -webkit-fill-available');
const lengthOr = one((part) => SIZES.has(part.text) || isLength(part));
const functions = (parts: readonly Component[]) =>
  parts.length > 0 && (parts[0]?.text === 'none' || parts.every(({ args }) => args !== undefined));
const anything = (parts: readonly Component[]) => parts.length > 0;
const FONT_SIZES = words('xx-small x-small small medium large x-large xx-large xxx-large smaller larger');
const isFontSize = (part: Component) => FONT_SIZES.has(part.text) || isLength(part);
const REPEATED = 'visible hidden clip scroll auto overlay';

const VALID: Readonly<Record<string, (parts: readonly Component[]) => boolean>> = {
  display:
    keyword(`none contents block inline flow flow-root flex grid table list-item inline-block inline-flex inline-grid
    inline-table table-row table-cell table-column table-row-group table-header-group table-footer-group
    table-column-group table-caption ruby ruby-text ruby-base math run-in -webkit-box -webkit-inline-box -webkit-flex
    -webkit-inline-flex`),
  visibility: keyword('visible hidden collapse'),
  opacity: one(isNumber),
  'font-size': one(isFontSize),
  'font-size-adjust': anything,
  'line-height': one((part) => part.text === 'normal' || isLength(part) || isNumber(part)),
  'overflow-x': keyword(REPEATED),
  'overflow-y': keyword(REPEATED),
  position: keyword('static relative absolute fixed sticky -webkit-sticky'),
  float: keyword('none left right inline-start inline-end'),
  'z-index': one((part) => part.text === 'auto' || isNumber(part)),
  clip: one((part) => part.text === 'auto' || part.text === 'rect'),
  'clip-path': anything,
  'mask-image': anything,
  filter: (parts) => functions(parts) && !parts.some(({ text }) => text === 'alpha' || text.startsWith('progid')),
  transform: functions,
  translate: (parts) => parts[0]?.text === 'none' || (parts.length > 0 && parts.every(isLength)),
  rotate: (parts) =>
    parts[0]?.text === 'none' || angleOf(parts.find((part) => angleOf(part) !== undefined)) !== undefined,
  scale: (parts) => parts[0]?.text === 'none' || (parts.length > 0 && parts.every(isNumber)),
  zoom: one((part) => part.text === 'normal' || isNumber(part)),
  'backface-visibility': keyword('visible hidden'),
  'transform-style': keyword('flat preserve-3d'),
  'text-indent': (parts) => isLength(parts[0]),
  'white-space': anything,
  'text-shadow': anything,
  contain: keyword('none strict content size inline-size layout style paint'),
  'content-visibility': keyword('visible auto hidden'),
  content: anything,
  'mix-blend-mode': anything,
  isolation: anything,
  'box-sizing': keyword('content-box border-box'),
  'background-image': anything,
  'background-clip': anything,
  '-webkit-text-stroke-width': anything,
  'animation-name': anything,
  'animation-fill-mode': anything,
  'animation-iteration-count': anything,
};

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
for (const side of SIDES) {
  Object.assign(VALID, { [side]: lengthOr, [`margin-${side}`]: lengthOr, [`padding-${side}`]: lengthOr });
}
for (const size of ['width', 'height'])
  Object.assign(VALID, { [size]: lengthOr, [`min-${size}`]: lengthOr, [`max-${size}`]: lengthOr });

/** Other names of one property, in a page that is written from left to right. */
const ALIASES: Readonly<Record<string, string>> = {
  'inline-size': 'width',
  'block-size': 'height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'text-wrap-mode': 'white-space',
  ...Object.fromEntries(
    ['margin', 'padding'].flatMap((box) => [
      [`${box}-inline-start`, `${box}-left`],
      [`${box}-inline-end`, `${box}-right`],
      [`${box}-block-start`, `${box}-top`],
      [`${box}-block-end`, `${box}-bottom`],
    ]),
  ),
  ...Object.fromEntries(
    'animation animation-name animation-fill-mode animation-iteration-count backface-visibility background-clip box-sizing clip-path filter mask mask-image transform opacity'
      .split(' ')
      .map((name) => [`-webkit-${name}`, name]),
  ),
};

const COLOURS = words('color background-color -webkit-text-fill-color');
const WIDE_KEYWORDS = words('inherit initial unset revert revert-layer');

/** Reads declarations for one page; what a declaration says is remembered. */
export function createProperties(colours: Colours) {
  const isColour = (part: Component | undefined) =>
    part !== undefined && (part.text === 'currentcolor' || colours(part.args ? part.source : part.text) !== undefined);
  const known = new Map<string, Longhands | undefined>();

  const expand = (property: string, value: string): Longhands | undefined => {
    const name = ALIASES[property] ?? property;
    const parts = componentsOf(value);
    const [first] = parts;
    if (!first) return undefined;
    if (parts.length === 1 && !first.args && WIDE_KEYWORDS.has(first.text)) {
      const longhands = LONGHANDS[name] ?? [name];
      return Object.fromEntries(longhands.map((longhand) => [longhand, first.text]));
    }
    if (COLOURS.has(name)) return parts.length === 1 && isColour(first) ? { [name]: textOf(first) } : undefined;
    const isValid = VALID[name];
    if (isValid) return isValid(parts) ? { [name]: parts.map(textOf).join(' ') } : undefined;
    return SHORTHANDS[name]?.(parts, isColour, value);
  };
  return (property: string, value: string): Longhands | undefined => {
    const key = `${property}:${value}`;
    if (known.has(key)) return known.get(key);
    const longhands = expand(property, value);
    if (known.size < MOST_KNOWN && key.length < LONGEST_KNOWN) known.set(key, longhands);
    return longhands;
  };
}
export type Properties = ReturnType<typeof createProperties>;

const MOST_KNOWN = 5000;
const LONGEST_KNOWN = 300;

const textOf = (part: Component) => (part.args ? part.source : part.text);

type Shorthand = (
  parts: readonly Component[],
  isColour: (part: Component | undefined) => boolean,
  value: string,
) => Longhands | undefined;

function sides(prefix: string, names: readonly string[] = SIDES): Shorthand {
  return (parts) => {
    if (parts.length > names.length || !parts.every((part) => lengthOr([part]))) return undefined;
    const [first = parts[0], second = first, third = first, fourth = second] = parts;
    return Object.fromEntries(
      [first, second, third, fourth]
        .slice(0, names.length)
        .flatMap((part, index) => (part ? [[`${prefix}${names[index] ?? ''}`, textOf(part)]] : [])),
    );
  };
}

const isImage = ({ text, args }: Component) =>
  (args !== undefined && /gradient$|^(?:-webkit-)?image|^cross-fade$|^url$|^src$/.test(text)) ||
  text.startsWith('url(');
const BACKGROUND =
  words(`none repeat repeat-x repeat-y no-repeat space round scroll fixed local top right bottom left center
  cover contain auto text border-box padding-box content-box border-area / ,`);

const SHORTHANDS: Readonly<Record<string, Shorthand>> = {
  margin: sides('margin-'),
  padding: sides('padding-'),
  inset: sides(''),
  'margin-inline': sides('margin-', ['left', 'right']),
  'margin-block': sides('margin-', ['top', 'bottom']),
  'padding-inline': sides('padding-', ['left', 'right']),
  'padding-block': sides('padding-', ['top', 'bottom']),
  'inset-inline': sides('', ['left', 'right']),
  'inset-block': sides('', ['top', 'bottom']),
  overflow: (parts) => {
    const isValid = VALID['overflow-x'];
    if (parts.length > 2 || !isValid?.(parts)) return undefined;
    return { 'overflow-x': parts[0]?.text ?? '', 'overflow-y': (parts[1] ?? parts[0])?.text ?? '' };
  },
  background: (parts, isColour) => {
    const isKnown = (part: Component) => isColour(part) || isImage(part) || BACKGROUND.has(part.text) || isLength(part);
    if (!parts.every(isKnown)) return undefined;
    const colour = commaSeparated(parts).at(-1)?.find(isColour);
    return {
      'background-color': colour ? textOf(colour) : 'transparent',
      'background-image':
        parts
          .filter(isImage)
          .map(({ source }) => source)
          .join(', ') || 'none',
      'background-clip': parts.some(({ text }) => text === 'text') ? 'text' : 'border-box',
    };
  },
  font: (parts) => {
    const size = parts.findIndex(isFontSize);
    const found = parts[size];
    if (!found) return undefined;
    const hasHeight = parts[size + 1]?.text === '/';
    if (parts.length <= size + (hasHeight ? 3 : 1)) return undefined;
    const height = hasHeight ? parts[size + 2] : undefined;
    return {
      'font-size': textOf(found),
      'line-height': height ? textOf(height) : 'normal',
      'font-size-adjust': 'none',
    };
  },
  mask: (parts) => ({
    'mask-image':
      parts
        .filter(isImage)
        .map(({ source }) => source)
        .join(', ') || 'none',
  }),
  '-webkit-text-stroke': (parts) => ({ '-webkit-text-stroke-width': parts.find(isLength)?.text ?? '0' }),
  animation: (parts) => ({
    'animation-name':
      parts
        .filter(({ text, args }) => !args && /^[a-z_-][\w-]*$/.test(text) && !ANIMATION.has(text))
        .map(({ source }) => source)
        .join(', ') || 'none',
    'animation-fill-mode': parts.find(({ text }) => /^(?:forwards|backwards|both)$/.test(text))?.text ?? 'none',
    'animation-iteration-count': parts.some(({ text }) => text === 'infinite') ? 'infinite' : '1',
  }),
};

const ANIMATION =
  words(`none forwards backwards both infinite normal reverse alternate alternate-reverse running paused linear
  ease ease-in ease-out ease-in-out step-start step-end auto`);

const LONGHANDS: Readonly<Record<string, readonly string[]>> = {
  margin: SIDES.map((side) => `margin-${side}`),
  padding: SIDES.map((side) => `padding-${side}`),
  inset: SIDES,
  overflow: ['overflow-x', 'overflow-y'],
  background: ['background-color', 'background-image', 'background-clip'],
  font: ['font-size', 'line-height', 'font-size-adjust'],
  mask: ['mask-image'],
  animation: ['animation-name', 'animation-fill-mode', 'animation-iteration-count'],
};

/** Properties that an element takes from the one around it. */
export const INHERITED = words(
  'visibility color -webkit-text-fill-color font-size font-size-adjust line-height text-indent white-space text-shadow -webkit-text-stroke-width',
);
