/** Transformations (CSS Transforms 2) as matrices, as far as they decide what is left to see. */
import type { Component } from './css.ts';
import { angleOf, lengthOf, numberOf, type Units } from './lengths.ts';

/** Rows of a 4 × 4 matrix, one after the other. */
type Matrix = readonly number[];

/** Effect of a transformation on a box on the screen. */
export type Effect = {
  /** Share of width and of height that is left: the smaller of the two. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly showsBack: boolean;
};

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const MOST_FUNCTIONS = 50;

type Sizes = {
  readonly across: Units;
  readonly down: Units;
  /** Distance of the viewer, of the box around; `undefined` where it is endless. */
  readonly perspective: number | undefined;
};

/** The properties of which the effect of a transformation is made. */
export const TRANSFORMING = ['translate', 'rotate', 'scale', 'transform', 'transform-origin'] as const;

/** The effect of `translate`, `rotate`, `scale` and `transform` together, in this order. */
export function effectOf(
  values: Readonly<Record<(typeof TRANSFORMING)[number], readonly Component[]>>,
  sizes: Sizes,
): Effect {
  const functions = [
    asFunction('translate3d', values.translate),
    rotation(values.rotate),
    asFunction('scale', values.scale),
    ...values.transform.filter(({ args }) => args !== undefined),
  ].slice(0, MOST_FUNCTIONS);
  let matrix = sizes.perspective === undefined ? IDENTITY : seenFrom(sizes.perspective);
  for (const part of functions) if (part?.args) matrix = multiply(matrix, matrixOf(part, sizes));
  const depth = matrix[15] ?? 1;
  // What is behind the viewer is not seen.
  if (depth <= 0) return { scale: 0, x: 0, y: 0, showsBack: false };
  const [a = 0, c = 0, , x = 0, b = 0, d = 0, , y = 0, , , front = 0] = matrix.map((value) => value / depth);
  const area = Math.abs(a * d - b * c);
  const longest = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const [right, below] = originOf(values['transform-origin'], sizes);
  return {
    scale: longest === 0 ? 0 : Math.min(longest, area / longest),
    x: x + right - (a * right + c * below),
    y: y + below - (b * right + d * below),
    showsBack: front < 0,
  };
}

/** The origin of a transformation, from the middle of the box. */
function originOf([x, y]: readonly Component[], { across, down }: Sizes): readonly [number, number] {
  const place = (part: Component | undefined, units: Units) => {
    const length = lengthOf(part, units);
    return length === undefined || Number.isNaN(length) ? 0 : length - (units.whole ?? 0) / 2;
  };
  return [place(x, across), place(y, down)];
}

/** The view of one who is so many pixels away, and at least one. */
function seenFrom(distance: number): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1 / Math.max(1, distance), 1];
}

function asFunction(text: string, args: readonly Component[]): Component | undefined {
  return args.length === 0 || args[0]?.text === 'none' ? undefined : { text, args, source: '' };
}

function rotation(parts: readonly Component[]): Component | undefined {
  const angle = parts.find((part) => angleOf(part) !== undefined);
  const axis = parts.find(({ text }) => /^[xyz]$/.test(text))?.text ?? '';
  return angle && { text: `rotate${axis}`, args: [angle], source: '' };
}

function matrixOf({ text, args = [] }: Component, { across, down }: Sizes): Matrix {
  const values = args.filter(({ text: sign, args: inner }) => sign !== ',' || inner);
  const numbers = values.map((value) => numberOf(value) ?? 0);
  const x = finite(lengthOf(values[0], across));
  switch (text) {
    case 'translate':
    case 'translate3d':
      return translation(x, finite(lengthOf(values[1], down)), finite(lengthOf(values[2], down)));
    case 'translatez':
      return translation(0, 0, x);
    case 'perspective':
      return values[0]?.text === 'none' ? IDENTITY : seenFrom(x);
    case 'translatex':
      return translation(x, 0);
    case 'translatey':
      return translation(0, finite(lengthOf(values[0], down)));
    case 'scale':
      return scaling(numbers[0] ?? 1, numbers[1] ?? numbers[0] ?? 1);
    case 'scale3d':
      return scaling(numbers[0] ?? 1, numbers[1] ?? 1);
    case 'scalex':
      return scaling(numbers[0] ?? 1, 1);
    case 'scaley':
      return scaling(1, numbers[0] ?? 1);
    case 'rotate':
    case 'rotatez':
    case 'rotatex':
    case 'rotatey':
      return turned(text.slice(-1), angleOf(values[0]) ?? 0);
    case 'rotate3d':
      return turned(
        AXES[
          numbers
            .slice(0, 3)
            .map(Math.abs)
            .indexOf(Math.max(...numbers.slice(0, 3).map(Math.abs)))
        ] ?? 'z',
        angleOf(values[3]) ?? 0,
      );
    case 'skew':
    case 'skewx':
    case 'skewy': {
      const [first, second] = [Math.tan(angleOf(values[0]) ?? 0), Math.tan(angleOf(values[1]) ?? 0)];
      const [alongX, alongY] = text === 'skewy' ? [0, first] : [first, text === 'skew' ? second : 0];
      return [1, alongX, 0, 0, alongY, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    }
    case 'matrix': {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
      return [a, c, 0, e, b, d, 0, f, 0, 0, 1, 0, 0, 0, 0, 1];
    }
    case 'matrix3d':
      return numbers.length === 16
        ? Array.from({ length: 16 }, (_, i) => numbers[(i % 4) * 4 + Math.floor(i / 4)] ?? 0)
        : IDENTITY;
    default:
      return IDENTITY;
  }
}

const AXES = ['x', 'y', 'z'];

const finite = (length: number | undefined) => (length === undefined || Number.isNaN(length) ? 0 : length);

function translation(x: number, y: number, z = 0): Matrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];
}

function scaling(x: number, y: number): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

function turned(axis: string, angle: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  if (axis === 'x') return [1, 0, 0, 0, 0, cos, -sin, 0, 0, sin, cos, 0, 0, 0, 0, 1];
  if (axis === 'y') return [cos, 0, sin, 0, 0, 1, 0, 0, -sin, 0, cos, 0, 0, 0, 0, 1];
  return [cos, -sin, 0, 0, sin, cos, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

function multiply(one: Matrix, other: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, index) => {
    const [row, column] = [Math.floor(index / 4) * 4, index % 4];
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += (one[row + k] ?? 0) * (other[k * 4 + column] ?? 0);
    return sum;
  });
}
