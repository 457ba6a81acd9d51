/** Filters (Filter Effects 1), as far as they decide what is left to see of a text. */
import type { Colour } from './colours.ts';
import { componentsOf } from './css.ts';
import { lengthOf, numberOf, type Units } from './lengths.ts';

type Channel = (value: number) => number;

export type Filters = {
  /** 0 when they blur a box beyond reading. */
  readonly opacity: number;
  /** Colour that they make of another; `undefined` where they make none of their own. */
  readonly paint: ((colour: Colour) => Colour) | undefined;
};

/** A blur of so many pixels leaves shades. */
export const MOST_BLUR = 4;
const NONE: Filters = { opacity: 1, paint: undefined };

/** The effect of a list of filters. */
export function filtersOf(value: string | undefined, units: Units): Filters {
  if (value === undefined || value === 'none') return NONE;
  const channels: Channel[] = [];
  let opacity = 1;
  for (const { text, args = [] } of componentsOf(value)) {
    const amount = Math.max(0, numberOf(args[0]) ?? 1);
    if (text === 'opacity') opacity *= Math.min(1, amount);
    else if (text === 'blur' && (lengthOf(args[0], units) ?? 0) >= MOST_BLUR) opacity = 0;
    else if (text === 'brightness') channels.push((channel) => channel * amount);
    else if (text === 'contrast') channels.push((channel) => (channel - 127.5) * amount + 127.5);
    else if (text === 'invert') channels.push((channel) => channel + Math.min(1, amount) * (255 - 2 * channel));
  }
  const painted = (channel: number) =>
    channels.reduce((result, change) => Math.min(255, Math.max(0, change(result))), channel);
  const paint = ({ rgb: [red, green, blue], alpha }: Colour): Colour => ({
    rgb: [painted(red), painted(green), painted(blue)],
    alpha,
  });
  return { opacity, paint: channels.length > 0 ? paint : undefined };
}
