/** Declarations, as values of longhands. */
import { colourOf } from './colours.ts';
import { componentsOf, type Component } from './css.ts';
import { VALID, words } from './longhands.ts';
import { LONGHANDS, SHORTHANDS, table, textOf, type Longhands } from './shorthands.ts';

/** Other names of one property, in a page that is written from left to right. */
const ALIASES = table<string>({
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
    'animation animation-name animation-fill-mode animation-iteration-count animation-direction animation-delay animation-play-state backface-visibility background-clip box-sizing clip-path filter mask mask-image mask-position mask-repeat mask-size transform opacity'
      .split(' ')
      .map((name) => [`-webkit-${name}`, name]),
  ),
});

const COLOURS = words('color background-color -webkit-text-fill-color');
const WIDE_KEYWORDS = words('inherit initial unset revert revert-layer');

const isColour = (part: Component | undefined) =>
  part !== undefined && (part.text === 'currentcolor' || colourOf(part.args ? part.source : part.text) !== undefined);

/** True for a property of which a declaration may count. */
export function isRead(property: string): boolean {
  const name = ALIASES.get(property) ?? property;
  return name.startsWith('--') || name === 'all' || COLOURS.has(name) || VALID.has(name) || SHORTHANDS.has(name);
}

/** Longhand values of a declaration; `undefined` where it is not valid. */
export function expand(property: string, value: string): Longhands | undefined {
  const name = ALIASES.get(property) ?? property;
  const parts = componentsOf(value);
  const [first] = parts;
  if (!first) return undefined;
  if (parts.length === 1 && !first.args && WIDE_KEYWORDS.has(first.text)) {
    const longhands = LONGHANDS.get(name) ?? [name];
    return Object.fromEntries(longhands.map((longhand) => [longhand, first.text]));
  }
  if (COLOURS.has(name)) return parts.length === 1 && isColour(first) ? { [name]: textOf(first) } : undefined;
  const isValid = VALID.get(name);
  if (isValid) return isValid(parts) ? { [name]: parts.map(textOf).join(' ') } : undefined;
  return SHORTHANDS.get(name)?.(parts, isColour, value);
}
