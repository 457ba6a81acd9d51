/** Transformations (CSS Transforms 2) as matrices, as far as they decide what is left to see. */
import type { Component } from './css.ts';
import { angleOf, lengthOf, numberOf, type Units } from './lengths.ts';

/** Rows of a 4 × 4 matrix, one after the other. */
export type Matrix = readonly number[];

/** Effect of a transformation on a box on the screen. */
export type Effect = {
  /** Share of width and of height that is left: the smaller of the two. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly showsBack: boolean;
  /** The place of what is in the box, in the space that the boxes around it share. */
  readonly matrix: Matrix;
};

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const MOST_FUNCTIONS = 50;

type Sizes = {
  readonly across: Units;
  readonly down: Units;
  /** Distance of the viewer, of the box around; `undefined` where it is endless. */
  readonly perspective: number | undefined;
  /** The space of the box around, where that is one of three dimensions (CSS Transforms 2, 4). */
  readonly space: Matrix | undefined;
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
  const { space, perspective } = sizes;
  let matrix = space ?? IDENTITY;
  if (perspective !== undefined) matrix = multiply(matrix, seenFrom(perspective));
  for (const part of functions) if (part?.args) matrix = multiply(matrix, matrixOf(part, sizes));
  const depth = matrix[15] ?? 1;
  // What is behind the viewer is not seen.
  if (depth <= 0) return { scale: 0, x: 0, y: 0, showsBack: false, matrix };
  const [a = 0, c = 0, , x = 0, b = 0, d = 0, , y = 0, , , front = 0] = matrix.map((value) => value / depth);
  const [right, below] = originOf(values['transform-origin'], sizes);
  return {
    scale: scaleOf(matrix) / (space ? scaleOf(space) || 1 : 1),
    x: x - (space?.[3] ?? 0) + right - (a * right + c * below),
    y: y - (space?.[7] ?? 0) + below - (b * right + d * below),
    showsBack: front < 0,
    matrix,
  };
}

/** Share of width and of height that a matrix leaves: the smaller of the two. */
function scaleOf(matrix: Matrix): number {
  const [a = 0, c = 0, , , b = 0, d = 0] = matrix.map((value) => value / (matrix[15] ?? 1));
  const longest = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  return longest === 0 ? 0 : Math.min(longest, Math.abs(a * d - b * c) / longest);
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
  const angle = parts.findLast((part) => angleOf(part) !== undefined);
  const vector = parts.filter((part) => part !== angle && numberOf(part) !== undefined);
  if (angle && vector.length === 3) return { text: 'rotate3d', args: [...vector, angle], source: '' };
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
      return turned(AXES.get(text.slice(-1)) ?? [0, 0, 1], angleOf(values[0]) ?? 0);
    case 'rotate3d':
      return turned([numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0], angleOf(values[3]) ?? 0);
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

type Axis = readonly [x: number, y: number, z: number];
const AXES = new Map<string, Axis>([
  ['x', [1, 0, 0]],
  ['y', [0, 1, 0]],
]);

const finite = (length: number | undefined) => (length === undefined || Number.isNaN(length) ? 0 : length);

function translation(x: number, y: number, z = 0): Matrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];
}

function scaling(x: number, y: number): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** A turn about an axis (CSS Transforms 2, 16). */
function turned(axis: Axis, angle: number): Matrix {
  const length = Math.hypot(...axis);
  if (length === 0) return IDENTITY;
  const [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rest = 1 - cos;
  return [
    [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin, 0],
    [y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin, 0],
    [z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest, 0],
    [0, 0, 0, 1],
  ].flat();
}

function multiply(one: Matrix, other: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, index) => {
    const [row, column] = [Math.floor(index / 4) * 4, index % 4];
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += (one[row + k] ?? 0) * (other[k * 4 + column] ?? 0);
    return sum;
  });
}
