/** The door to the colour parser: colours of CSS Color 5 in any notation, as numbers. */
import { memory } from '../../memory.ts';
import { color as parseColour, serializeRGB } from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';

/** Red, green and blue in 0…255, alpha in 0…1. */
export type Colour = { readonly rgb: readonly [number, number, number]; readonly alpha: number };

export const WHITE: Colour = { rgb: [255, 255, 255], alpha: 1 };
export const BLACK: Colour = { rgb: [0, 0, 0], alpha: 1 };
/** System colours in the light scheme (CSS Color 4, 6.2), as far as they are text and ground. */
const SYSTEM = new Map(Object.entries({ canvas: 'white', canvastext: 'black', field: 'white', fieldtext: 'black' }));
/** Colours of which no channel differs by more, of 255, are one to the eye. */
export const LEAST_CONTRAST = 16;
const LONGEST = 200;

const NO_COLOUR = 'none';
const readOnce = memory((text: string): Colour | typeof NO_COLOUR => read(text) ?? NO_COLOUR);

/** The colour of a value; `undefined` for what is none. */
export function colourOf(value: string): Colour | undefined {
  const text = value.trim().toLowerCase();
  const colour = text.length <= LONGEST ? readOnce(text) : NO_COLOUR;
  return colour === NO_COLOUR ? undefined : colour;
}

function read(text: string): Colour | undefined {
  const hex = /^#([\da-f]{6})$/.exec(text)?.[1];
  if (hex !== undefined) {
    const number = Number.parseInt(hex, 16);
    return { rgb: [number >> 16, (number >> 8) & 255, number & 255], alpha: 1 };
  }
  const scheme = /^light-dark\((.*)\)$/s.exec(text)?.[1];
  if (scheme !== undefined) return read(firstArgument(scheme));
  const node = parseComponentValue(tokenize({ css: SYSTEM.get(text) ?? text }));
  const data = node && parseColour(node);
  if (!data) return undefined;
  const alpha = typeof data.alpha === 'number' && !Number.isNaN(data.alpha) ? data.alpha : 0;
  const [red = 0, green = 0, blue = 0] = (
    serializeRGB(data)
      .toString()
      .match(/[\d.]+/g) ?? []
  ).map(Number);
  return { rgb: [red, green, blue], alpha: typeof data.alpha === 'number' ? alpha : 1 };
}

function firstArgument(list: string): string {
  let depth = 0;
  for (let index = 0; index < list.length; index++) {
    if (list[index] === '(') depth++;
    else if (list[index] === ')') depth--;
    else if (list[index] === ',' && depth === 0) return list.slice(0, index).trim();
  }
  return list.trim();
}

/** A colour laid over another one. */
export function over(above: Colour, below: Colour): Colour {
  const mix = (index: 0 | 1 | 2) => above.rgb[index] * above.alpha + below.rgb[index] * (1 - above.alpha);
  return { rgb: [mix(0), mix(1), mix(2)], alpha: above.alpha + below.alpha * (1 - above.alpha) };
}

/** The widest difference of a channel, in 0…255. */
export function distance(one: Colour, other: Colour): number {
  return Math.max(...one.rgb.map((channel, index) => Math.abs(channel - (other.rgb[index] ?? 0))));
}
