/** Evaluates a media query for four screens. Content is hidden only if it is hidden on all of them. */

/** Viewport sizes in CSS pixels: computer, two tablets, phone. WordPress shows tablet blocks up to 782 pixels. */
export const SCREENS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1100 },
  { width: 768, height: 1024 },
  { width: 390, height: 800 },
] as const;

/** Result of a media query by index of `SCREENS`. */
export type OnScreens = readonly boolean[];
export const EVERYWHERE: OnScreens = SCREENS.map(() => true);

/** Evaluates the prelude of `@media` (Media Queries 4). A media query with an unsupported feature does not match. */
export function mediaOn(prelude: string): OnScreens {
  const queries = prelude.toLowerCase().split(',');
  return SCREENS.map(({ width, height }) => queries.some((query) => holds(query.trim(), width, height)));
}

// A query with an unsupported feature is unknown, and so is its negation (Media Queries 4, 3.2).
function holds(query: string, width: number, height: number): boolean {
  const [, negation, condition = ''] = /^(not\s+)?(?:only\s+)?(.*)$/s.exec(query) ?? [];
  const parts = condition.split(/\s+and\s+/).map((part) => holdsPart(part.trim(), width, height));
  return negation === undefined ? parts.every((part) => part === true) : parts.includes(false);
}

// `(min-width: 600px)`, `(width >= 600px)`, `(480px < width <= 782px)`
const SIZE =
  /^\(\s*(?:([\d.]+)(px|em|rem)?\s*(<=?|>=?)\s*)?(?:(min|max)-)?(width|height)\s*(?:(:|<=?|>=?)\s*([\d.]+)(px|em|rem)?\s*)?\)$/;
// Ranges in two directions, and comparisons in `min-` or `max-` features, are invalid.
const INVALID = /<.*>|>.*<|[<>].*:/;
// Media types and features that match on most computers and phones, and the opposite.
const USUAL =
  /^(?:|all|screen|\(\s*(?:prefers-(?:reduced-motion|contrast)\s*:\s*no-preference|prefers-color-scheme\s*:\s*light|scripting\s*:\s*enabled|scripting|color|update\s*:\s*fast)\s*\))$/;
const UNUSUAL =
  /^(?:[a-z]+|\(\s*(?:prefers-reduced-motion(?:\s*:\s*reduce)?|prefers-contrast(?:\s*:\s*(?:more|less|custom))?|prefers-color-scheme\s*:\s*dark|forced-colors(?:\s*:\s*active)?|scripting\s*:\s*(?:none|initial-only)|update\s*:\s*(?:none|slow))\s*\))$/;

// Returns `undefined` for an unsupported feature.
function holdsPart(part: string, width: number, height: number): boolean | undefined {
  if (USUAL.test(part)) return true;
  if (UNUSUAL.test(part)) return false;
  const [, orientation] = /^\(\s*orientation\s*:\s*(portrait|landscape)\s*\)$/.exec(part) ?? [];
  if (orientation !== undefined) return (orientation === 'portrait') === height > width;
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
