/** Evaluates media queries for three screens. Content is hidden only if it is hidden on all of them. */

/** Viewport sizes in CSS pixels: computer, tablet, phone. */
export const SCREENS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1100 },
  { width: 390, height: 800 },
] as const;

/** Result of a media query on each screen, in the order of `SCREENS`. */
export type OnScreens = readonly boolean[];
export const EVERYWHERE: OnScreens = SCREENS.map(() => true);

/** Evaluates the prelude of `@media` (Media Queries 4). A media query with an unsupported feature does not match. */
export function mediaOn(prelude: string): OnScreens {
  const queries = prelude.toLowerCase().split(',');
  return SCREENS.map(({ width, height }) => queries.some((query) => holds(query.trim(), width, height)));
}

function holds(query: string, width: number, height: number): boolean {
  const [, negation, only = '', rest = ''] = /^(not\s+)?(only\s+)?(.*)$/s.exec(query) ?? [];
  const parts = (only + rest).replace(/^only\s+/, '').split(/\s+and\s+/);
  const isTrue = parts.every((part) => holdsPart(part.trim(), width, height));
  return negation === undefined ? isTrue : !isTrue;
}

const SIZE = /^\(\s*(?:(min|max)-)?(width|height)\s*(:|<=?|>=?)\s*([\d.]+)(px|em|rem)?\s*\)$/;
// Features that match on most computers and phones.
const USUAL =
  /^(?:|all|screen|\(\s*(?:prefers-(?:reduced-motion|contrast)\s*:\s*no-preference|prefers-color-scheme\s*:\s*light|scripting\s*:\s*enabled|scripting|color|update\s*:\s*fast)\s*\))$/;

function holdsPart(part: string, width: number, height: number): boolean {
  if (USUAL.test(part)) return true;
  if (/^\(\s*orientation\s*:\s*portrait\s*\)$/.test(part)) return height > width;
  if (/^\(\s*orientation\s*:\s*landscape\s*\)$/.test(part)) return width >= height;
  const [, bound, dimension, operator, length, unit = 'px'] = SIZE.exec(part) ?? [];
  // `(min-width: 600px)` or `(width >= 600px)`.
  if (dimension === undefined || (bound === undefined) === (operator === ':')) return false;
  const size = dimension === 'height' ? height : width;
  const limit = Number(length) * (unit === 'px' ? 1 : 16);
  const sign = bound === 'min' ? '>=' : bound === 'max' ? '<=' : operator;
  return sign === '<' ? size < limit : sign === '<=' ? size <= limit : sign === '>' ? size > limit : size >= limit;
}

/** Combines two conditions. */
export const both = (first: OnScreens, second: OnScreens): OnScreens =>
  first.map((matches, at) => matches && second[at] === true);
