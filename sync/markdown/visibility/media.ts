/** Evaluates media queries for three screens. Content is hidden only if it is hidden on all of them. */

/** Viewport sizes in CSS pixels: computer, tablet, phone. */
export const SCREENS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1100 },
  { width: 390, height: 800 },
] as const;

/** Whether a condition holds on each screen, in the order of `SCREENS`. */
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

const LENGTH = String.raw`([\d.]+)(px|em|rem)?`;
const BOUND = new RegExp(`^\\(\\s*(min|max)-(width|height)\\s*:\\s*${LENGTH}\\s*\\)$`);
const RANGE = new RegExp(`^\\(\\s*(width|height)\\s*(<=?|>=?)\\s*${LENGTH}\\s*\\)$`);
// Features that match on most computers and phones.
const USUAL =
  /^(?:|all|screen|\(\s*(?:prefers-(?:reduced-motion|contrast)\s*:\s*no-preference|prefers-color-scheme\s*:\s*light|scripting\s*:\s*enabled|scripting|color|update\s*:\s*fast)\s*\))$/;

function holdsPart(part: string, width: number, height: number): boolean {
  if (USUAL.test(part)) return true;
  if (/^\(\s*orientation\s*:\s*portrait\s*\)$/.test(part)) return height > width;
  if (/^\(\s*orientation\s*:\s*landscape\s*\)$/.test(part)) return width >= height;
  const [, bound, boundOf, boundLength, boundUnit] = BOUND.exec(part) ?? [];
  const sizeOf = (name: string | undefined) => (name === 'height' ? height : width);
  const pixels = (length: string | undefined, unit: string | undefined) =>
    Number(length) * (unit && unit !== 'px' ? 16 : 1);
  if (bound !== undefined) {
    const limit = pixels(boundLength, boundUnit);
    return bound === 'min' ? sizeOf(boundOf) >= limit : sizeOf(boundOf) <= limit;
  }
  const [, rangeOf, sign, rangeLength, rangeUnit] = RANGE.exec(part) ?? [];
  if (sign === undefined) return false;
  const [size, limit] = [sizeOf(rangeOf), pixels(rangeLength, rangeUnit)];
  return sign === '<' ? size < limit : sign === '<=' ? size <= limit : sign === '>' ? size > limit : size >= limit;
}

/** Combines two conditions. */
export const both = (first: OnScreens, second: OnScreens): OnScreens =>
  first.map((matches, at) => matches && second[at] === true);
