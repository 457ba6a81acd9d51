/** The door to the evaluator of `calc()`: lengths, percentages and numbers, of any unit, as numbers. */
import { calc, mathFunctionNames } from '@csstools/css-calc';
import { memory } from '../../memory.ts';
import type { Component } from './css.ts';

/** References of relative units, in pixels. */
export type Units = {
  readonly fontSize: number;
  readonly rootFontSize: number;
  readonly width: number;
  readonly height: number;
  /** Length that a percentage refers to; `undefined` where that is not known. */
  readonly whole: number | undefined;
};

const PIXELS = new Map(
  Object.entries({
    px: 1,
    cm: 96 / 2.54,
    mm: 9.6 / 2.54,
    q: 2.4 / 2.54,
    in: 96,
    pt: 96 / 72,
    pc: 16,
  }),
);
const FONT = new Map(Object.entries({ em: 1, ex: 0.5, ch: 0.5, cap: 0.7, ic: 1, lh: 1.2 }));
/** Longer calculations are not believed. */
const LONGEST = 500;
/** Style sheets repeat their calculations, and each is asked for by many elements. */
const evaluated = memory((calculation: string) => calc(calculation));
const DIMENSION = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/;

/** A length in pixels; `undefined` for what is none. A bare number is one only if it is 0. */
export function lengthOf(component: Component | undefined, units: Units): number | undefined {
  if (!component) return undefined;
  const [, digits = '', unit = ''] = DIMENSION.exec(component.text) ?? [];
  if (digits !== '') {
    const amount = Number(digits);
    if (unit === '') return amount === 0 ? 0 : undefined;
    const pixels = pixelsOf(unit, units);
    return pixels === undefined ? undefined : amount * pixels;
  }
  if (!component.args || !mathFunctionNames.has(component.text)) return undefined;
  return calculated(component, units);
}

/** A number, or a percentage as its hundredth. */
export function numberOf(component: Component | undefined): number | undefined {
  if (!component) return undefined;
  const [, digits = '', unit = ''] = DIMENSION.exec(component.text) ?? [];
  if (digits !== '') {
    if (unit === '') return Number(digits);
    return unit === '%' ? Number(digits) / 100 : undefined;
  }
  if (!component.args || !mathFunctionNames.has(component.text) || component.source.length > LONGEST) return undefined;
  const value = evaluated(component.source.toLowerCase());
  return DIMENSION.test(value) ? numberOf({ text: value, source: value }) : undefined;
}

const TURNS = new Map(Object.entries({ deg: 1 / 360, grad: 1 / 400, rad: 1 / (2 * Math.PI), turn: 1 }));

/** An angle in radians. */
export function angleOf(component: Component | undefined): number | undefined {
  if (!component || component.source.length > LONGEST) return undefined;
  const text = component.args ? evaluated(component.source.toLowerCase()) : component.text;
  const [, digits = '', unit = ''] = DIMENSION.exec(text) ?? [];
  if (digits === '') return undefined;
  const perUnit = unit === '' && Number(digits) === 0 ? 1 : TURNS.get(unit);
  return perUnit === undefined ? undefined : Number(digits) * perUnit * 2 * Math.PI;
}

/** Pixels of one unit; not a number where a percentage is of something unknown, `undefined` for what is no unit. */
function pixelsOf(unit: string, units: Units): number | undefined {
  const fixed = PIXELS.get(unit);
  if (fixed !== undefined) return fixed;
  if (unit === '%') return units.whole === undefined ? Number.NaN : units.whole / 100;
  const [base, factor] = unit.startsWith('r')
    ? [units.rootFontSize, FONT.get(unit.slice(1))]
    : [units.fontSize, FONT.get(unit)];
  if (factor !== undefined) return base * factor;
  switch (/^(?:[sld]?v|cq)(w|h|i|b|min|max)$/.exec(unit)?.[1]) {
    case 'w':
    case 'i':
      return units.width / 100;
    case 'h':
    case 'b':
      return units.height / 100;
    case 'min':
      return Math.min(units.width, units.height) / 100;
    case 'max':
      return Math.max(units.width, units.height) / 100;
    default:
      return undefined;
  }
}

function calculated(component: Component, units: Units): number | undefined {
  if (component.source.length > LONGEST) return undefined;
  const inPixels = component.source
    .toLowerCase()
    .replace(
      /(?<![\w.#-])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)/g,
      (written, digits: string, unit: string) => {
        const pixels = pixelsOf(unit, units);
        return pixels === undefined || Number.isNaN(pixels) ? written : `${Number(digits) * pixels}px`;
      },
    );
  const value = evaluated(inPixels);
  const amount = /^([+-]?[\d.]+(?:e[+-]?\d+)?)px$/i.exec(value)?.[1];
  return amount === undefined ? Number.NaN : Number(amount);
}

/** A length, but for one that hangs on what is not known. */
export function known(length: number | undefined): number | undefined {
  return length === undefined || Number.isNaN(length) ? undefined : length;
}
