/** Parser of CSS values: lengths, numbers, colours. Unsupported values are `undefined` and prove nothing. */

/** Reference sizes of relative units, in pixels. */
export type Units = {
  readonly fontSize: number;
  /** Size of the viewport. */
  readonly width: number;
  readonly height: number;
};

export type Length = {
  readonly pixels: number;
  /** Percentage of the element or its containing block, whose size is unknown. */
  readonly percent: number;
};

const ROOT_FONT_SIZE = 16;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;
// Maximum nesting of functions.
const MOST_DEPTH = 8;

/** Parses a length, including `calc()`, `min()`, `max()` and `clamp()` (CSS Values 4, 10). */
export function lengthOf(value: string, units: Units, depth = 0): Length | undefined {
  const text = value.trim().toLowerCase();
  const plain = NUMBER.exec(text);
  if (plain) return inUnit(Number(plain[1]), plain[2] ?? '', units);
  const [, name = '', inner = ''] = /^([a-z-]*)\((.*)\)$/s.exec(text) ?? [];
  if (inner === '' || depth > MOST_DEPTH) return undefined;
  if (name === '' || name === 'calc') return sumOf(inner, units, depth + 1);
  const terms = splitAt(inner, ',').map((term) => sumOf(term, units, depth + 1));
  const known = terms.flatMap((term) => term ?? []);
  if (known.length === 0 || known.length < terms.length) return undefined;
  const pixels = known.map((term) => term.pixels + (term.percent * units.width) / 100);
  const [low = 0, middle = low, high = middle] = pixels;
  if (name === 'min') return { pixels: Math.min(...pixels), percent: 0 };
  if (name === 'max') return { pixels: Math.max(...pixels), percent: 0 };
  return name === 'clamp' ? { pixels: Math.max(low, Math.min(middle, high)), percent: 0 } : undefined;
}

/** Parses a number or a percentage, including `calc()`. */
export function numberOf(value: string): number | undefined {
  const length = lengthOf(value, { fontSize: 1, width: 100, height: 100 });
  return length && length.pixels + length.percent / 100;
}

function inUnit(number: number, unit: string, { fontSize, width, height }: Units): Length | undefined {
  if (unit === '%') return { pixels: 0, percent: number };
  const size = SIZES[unit] ?? { em: fontSize, ch: fontSize / 2, ex: fontSize / 2 }[unit];
  const window = /^[sld]?v(?:w|i|max)$/.test(unit) ? width : /^[sld]?v(?:h|b|min)$/.test(unit) ? height : undefined;
  const factor = size ?? (window === undefined ? undefined : window / 100);
  return factor === undefined ? undefined : { pixels: number * factor, percent: 0 };
}

const SIZES: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  rem: ROOT_FONT_SIZE,
});

// Sums and products, from left to right. Operators of a sum have white space around them (CSS Values 4, 10.1).
function sumOf(text: string, units: Units, depth: number): Length | undefined {
  const terms = splitAt(text.trim(), '+-').map((term) => productOf(term.trim(), units, depth));
  let sum: Length | undefined = { pixels: 0, percent: 0 };
  for (const term of terms)
    sum = sum && term && { pixels: sum.pixels + term.pixels, percent: sum.percent + term.percent };
  return sum;
}

function productOf(text: string, units: Units, depth: number): Length | undefined {
  const sign = /^-\s/.test(text) ? -1 : 1;
  let product: Length = { pixels: sign, percent: 0 };
  for (const factor of splitAt(text.replace(/^[+-]\s+/, ''), '*/')) {
    const isDivisor = factor.startsWith('/');
    const value = lengthOf(factor.replace(/^[*/]/, ''), units, depth);
    if (!value) return undefined;
    if (isDivisor) product = { pixels: product.pixels / value.pixels, percent: product.percent / value.pixels };
    else
      product = {
        pixels: product.pixels * value.pixels,
        percent: product.percent * value.pixels + product.pixels * value.percent,
      };
  }
  return product;
}

/** Splits a value at separators outside brackets. An operator begins the next part; spaces and commas are dropped. */
export function splitAt(text: string, separators: ' ' | ',' | '+-' | '*/'): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0 && at > from && separators.includes(character)) {
      const isOperator = separators === '+-' && !(text[at - 1] === ' ' && text[at + 1] === ' ');
      if (isOperator) continue;
      parts.push(text.slice(from, at));
      from = separators === ' ' || separators === ',' ? at + 1 : at;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

// Named colours that hide text.
const NAMED: ReadonlyMap<string, string> = new Map(
  `transparent #0000 white #fff black #000 red #f00 green #008000 blue #00f yellow #ff0 navy #000080 gray #808080
  grey #808080 silver #c0c0c0 whitesmoke #f5f5f5 snow #fffafa ivory #fffff0`
    .match(/\w+ #\w+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);

/** Parses a colour: hexadecimal digits, `rgb()`, `hsl()` or a common name (CSS Color 4). */
export function colourOf(value: string): Colour | undefined {
  const text = value.trim().toLowerCase();
  const hex = /^#([\da-f]{3,8})$/.exec(NAMED.get(text) ?? text)?.[1];
  if (hex !== undefined) return hexColour(hex);
  const [, name, inner = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text) ?? [];
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== '');
  const [red, green, blue, alpha = 1] = parts.map((part) => Number.parseFloat(part) / (part.endsWith('%') ? 100 : 1));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  if (name === 'hsl') return [...hslColour(red, green, blue), alpha];
  const scale = parts[0]?.endsWith('%') ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}

function hexColour(digits: string): Colour | undefined {
  const long = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  if (long.length !== 6 && long.length !== 8) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return [red, green, blue, alpha / 255];
}

function hslColour(hue: number, saturation: number, lightness: number): readonly [number, number, number] {
  const range = saturation * Math.min(lightness, 1 - lightness);
  const channel = (k: number) => 255 * (lightness - range * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  return [channel((hue / 30) % 12), channel((8 + hue / 30) % 12), channel((4 + hue / 30) % 12)];
}

// Colours look equal up to this difference of a channel.
const LEAST_DIFFERENCE = 10;
/** A colour is invisible up to this alpha. */
export const LEAST_ALPHA = 0.05;

/** Tests for two colours that look equal, or a transparent text colour. */
export function isSameColour(ink: Colour, background: Colour): boolean {
  return [0, 1, 2].every(
    (channel) => Math.abs((ink[channel] ?? 0) - (background[channel] ?? 0)) * ink[3] <= LEAST_DIFFERENCE,
  );
}
