/** Evaluates media queries for four screens. Content is hidden only if it is hidden on all of them. */

/** Viewport sizes in CSS pixels: computer, two tablets, phone. WordPress shows tablet blocks up to 782 pixels. */
export const SCREENS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1100 },
  { width: 768, height: 1024 },
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

// `(min-width: 600px)`, `(width >= 600px)`
const SIZE = /^\(\s*(?:(min|max)-)?(width|height)\s*(:|<=?|>=?)\s*([\d.]+)(px|em|rem)?\s*\)$/;
// `(480px < width)`, `(480px < width <= 782px)`
const BETWEEN = /^\(\s*([\d.]+(?:px|em|rem)?)\s*([<>]=?)\s*(width|height)\s*([<>]=?.*)?\)$/;
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
// Features that match on most computers and phones.
const USUAL =
  /^(?:|all|screen|\(\s*(?:prefers-(?:reduced-motion|contrast)\s*:\s*no-preference|prefers-color-scheme\s*:\s*light|scripting\s*:\s*enabled|scripting|color|update\s*:\s*fast)\s*\))$/;

function holdsPart(part: string, width: number, height: number): boolean {
  if (USUAL.test(part)) return true;
  if (/^\(\s*orientation\s*:\s*portrait\s*\)$/.test(part)) return height > width;
  if (/^\(\s*orientation\s*:\s*landscape\s*\)$/.test(part)) return width >= height;
  const [, low, sign = '', side, high] = BETWEEN.exec(part) ?? [];
  if (low !== undefined) {
    const bounds = [`${MIRRORED[sign]}${low}`, ...(high === undefined ? [] : [high])];
    return bounds.every((each) => holdsPart(`(${side}${each})`, width, height));
  }
  const [, bound, dimension, operator, length, unit = 'px'] = SIZE.exec(part) ?? [];
  if (dimension === undefined || (bound === undefined) === (operator === ':')) return false;
  const size = dimension === 'height' ? height : width;
  const limit = Number(length) * (unit === 'px' ? 1 : 16);
  const comparison = bound === 'min' ? '>=' : bound === 'max' ? '<=' : operator;
  if (comparison === '<') return size < limit;
  if (comparison === '<=') return size <= limit;
  return comparison === '>' ? size > limit : size >= limit;
}

/** Combines two conditions. */
export const both = (first: OnScreens, second: OnScreens): OnScreens =>
  first.map((matches, at) => matches && second[at] === true);
