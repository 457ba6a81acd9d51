/** Properties that affect visibility, as longhands in physical directions of left-to-right text. */
import PROPERTIES from '../words/css-properties.json' with { type: 'json' };
import { splitAt } from './values.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
// A map, because an object inherits fields such as `constructor`.
const table = (record: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(record));
const patterns = (record: Readonly<Record<string, string>>): ReadonlyMap<string, RegExp> =>
  new Map(
    Object.entries(record).flatMap(([names, pattern]) =>
      names.split(' ').map((name) => [name, new RegExp(pattern)] as const),
    ),
  );

const LONGHANDS = words(PROPERTIES.longhands.join(' '));
const SHORTHANDS = words(PROPERTIES.shorthands);
// Longhands in the order top, right, bottom, left.
const SIDES = table(PROPERTIES.sides);
const ALIASES = table(PROPERTIES.aliases);
// Properties that write or decorate text. Their values are case-sensitive.
const WRITING = table(PROPERTIES.writing);
// Pattern of each valid value. Browsers ignore a declaration with an invalid value (CSS Syntax 3, 2.2).
const VALID = patterns(PROPERTIES.valid);
const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$|var\(/;
// Values that may hide an element, alone or combined. Most declarations cannot hide an element.
const HIDING = patterns(PROPERTIES.hiding);
const COLOUR = /^(?:color|background-color|-webkit-text-fill-color)$/;

/** Tests for a property that may affect visibility, including custom properties. */
export const isDecisive = (name: string): boolean =>
  name.startsWith('--') ||
  LONGHANDS.has(name) ||
  [ALIASES, SIDES, WRITING, SHORTHANDS].some((names) => names.has(name));

/** Expands a declaration to longhands with values. */
export function longhandsOf(name: string, given: string): readonly (readonly [string, string])[] {
  if (name.startsWith('--')) return [[name, given]];
  const writing = WRITING.get(name);
  if (writing !== undefined) return [[writing, given]];
  const value = given.toLowerCase();
  const property = ALIASES.get(name) ?? name;
  if (LONGHANDS.has(property)) {
    const isKnown = VALID.get(property)?.test(value) !== false || WIDE.test(value);
    // Ignore values with the prefix of a different browser engine.
    return isKnown && value !== '' && !/^-(?:moz|ms)-/.test(value) ? [[property, value]] : [];
  }
  const names = SIDES.get(property)?.split(' ');
  if (names) return sidesOf(value, names);
  if (property === 'background') return backgroundOf(value);
  if (property !== 'font') return [['animation-name', value === '' ? 'none' : value]];
  const size = splitAt(value.replace(/\s*\/\s*/, '/'), ' ').find(
    (part) => /^(?:[\d.]|calc|min|max|clamp)/.test(part) && !/^[1-9]00$/.test(part),
  );
  return size === undefined ? [] : [['font-size', size.split('/')[0] ?? size]];
}

// Pairs the values of a shorthand with its longhands, clockwise from the top. Further longhands do not matter.
function sidesOf(value: string, names: readonly string[]): readonly (readonly [string, string])[] {
  const [top = value, right = top, bottom = top, left = right] = splitAt(value, ' ');
  return names
    .map((name, at) => [name, [top, right, bottom, left][at] ?? top] as const)
    .filter(([name]) => name !== '-');
}

function backgroundOf(value: string): readonly (readonly [string, string])[] {
  if (value.startsWith('var('))
    return [
      ['background-image', 'none'],
      ['background-color', value],
    ];
  const hasImage = /url\(|gradient\(|image|element\(|var\(/.test(value);
  const colour = splitAt(value, ' ').find(
    (part) =>
      /^(?:#|rgb|hsl|[a-z]+$)/.test(part) &&
      !/^(?:none|url|repeat|no-repeat|center|top|left|right|bottom|fixed|scroll|cover|contain)/.test(part),
  );
  return [
    ['background-image', hasImage ? value : 'none'],
    ['background-color', colour ?? (value === 'none' || hasImage ? 'transparent' : value)],
    ['background-clip', /\btext\b/.test(value) ? 'text' : 'border-box'],
  ];
}

export function mayHide(property: string, value: string, judgesColours: boolean): boolean {
  if (COLOUR.test(property)) return judgesColours;
  const pattern = HIDING.get(property);
  return pattern !== undefined && (pattern.test(value) || value.includes('var('));
}
