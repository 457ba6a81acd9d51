/** Evaluates a media query for four screens. Content is hidden only if it is hidden on all of them. */
import PROPERTIES from '../words/css-properties.json' with { type: 'json' };

/** Viewport sizes in CSS pixels: computer, two tablets, phone. WordPress shows tablet blocks up to 782 pixels. */
export const SCREENS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1100 },
  { width: 768, height: 1024 },
  { width: 390, height: 800 },
] as const;
type Screen = (typeof SCREENS)[number];

// Valid values of the discrete features that browsers support (Media Queries 5), the value on computers first.
const FEATURES = new Map(Object.entries(PROPERTIES.mediaFeatures));
// Different values on tablets and phones.
const ON_TOUCH_SCREENS = new Map(Object.entries(PROPERTIES.mediaOnTouchScreens));

/** Result of a media query by index of `SCREENS`. */
export type OnScreens = readonly boolean[];
export const EVERYWHERE: OnScreens = SCREENS.map(() => true);

/** Evaluates the prelude of `@media` (Media Queries 4). A media query with an unsupported feature does not match. */
export function mediaOn(prelude: string): OnScreens {
  const queries = prelude.toLowerCase().split(',');
  return SCREENS.map((screen) => queries.some((query) => holds(query.trim(), screen)));
}

// A query with an unsupported feature is unknown, and so is its negation (Media Queries 4, 3.2).
function holds(query: string, screen: Screen): boolean {
  const [, negation, condition = ''] = /^(not\s+)?(?:only\s+)?(.*)$/s.exec(query) ?? [];
  const [, inner = condition] = /^\(\s*(\([^()]*\)(?:\s+and\s+\([^()]*\))*)\s*\)$/.exec(condition) ?? [];
  const parts = inner.split(/\s+and\s+/).map((part) => holdsPart(part.trim(), screen));
  return negation === undefined ? parts.every((part) => part === true) : parts.includes(false);
}

// `(min-width: 600px)`, `(width >= 600px)`, `(480px < width <= 782px)`
const SIZE =
  /^\(\s*(?:([\d.]+)(px|em|rem)?\s*(<=?|>=?)\s*)?(?:(min|max)-)?(?:device-)?(width|height)\s*(?:(:|<=?|>=?)\s*([\d.]+)(px|em|rem)?\s*)?\)$/;
// Ranges in two directions, and comparisons in `min-` or `max-` features, are invalid.
const INVALID = /<.*>|>.*<|[<>].*:/;
const DISCRETE = /^\(\s*([a-z-]+)\s*(?::\s*([\w-]+)\s*)?\)$/;

// Returns `undefined` for an unsupported feature or value.
function holdsPart(part: string, { width, height }: Screen): boolean | undefined {
  if (/^[a-z]*$/.test(part)) return /^(?:|all|screen)$/.test(part);
  const [, feature = '', value] = DISCRETE.exec(part) ?? [];
  const values = FEATURES.get(feature)?.split(' ');
  if (values) {
    const actual = (width < height ? ON_TOUCH_SCREENS.get(feature) : undefined) ?? values[0] ?? '';
    if (value === undefined) return !/^(?:none|no-preference|0)$/.test(actual);
    return values.includes(value) ? value === actual : undefined;
  }
  const [, left = '0', leftUnit, first = '<=', bound, dimension, second = '<=', right = 'Infinity', rightUnit] =
    SIZE.exec(part) ?? [];
  if (dimension === undefined || INVALID.test(part) || (bound === undefined) === (second === ':')) return undefined;
  const size = dimension === 'height' ? height : width;
  const comparison = bound === 'min' ? '>=' : bound === 'max' ? '<=' : second;
  return compares(pixels(left, leftUnit), first, size) && compares(size, comparison, pixels(right, rightUnit));
}

const pixels = (length: string, unit = 'px'): number => Number(length) * (unit === 'px' ? 1 : 16);
const compares = (a: number, sign: string, b: number): boolean =>
  sign.startsWith('<') ? a < b || (sign === '<=' && a === b) : a > b || (sign === '>=' && a === b);

export const both = (first: OnScreens, second: OnScreens): OnScreens =>
  first.map((matches, at) => matches && second[at] === true);
