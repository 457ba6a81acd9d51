/** Motion paths (CSS Motion Path 1), as far as they move a box to where nobody looks. */
import type { Declarations } from './cascade.ts';
import { componentsOf, type Component } from './css.ts';
import { angleOf, known, lengthOf, type Units } from './lengths.ts';

type Point = readonly [x: number, y: number];

/** The way of a box along its `offset-path`, in pixels; `undefined` where it has none. */
export function wayOf(declared: Declarations, units: Units): Point | undefined {
  const parts = (name: string) => componentsOf(declared.get(name)?.value ?? '');
  const path = parts('offset-path').find(({ args }) => args !== undefined);
  const [distance] = parts('offset-distance');
  if (path?.text === 'path') return pointOf(path.args?.at(-1)?.text ?? '', distance);
  if (path?.text !== 'ray') return undefined;
  const angle = path.args?.map(angleOf).find((one) => one !== undefined) ?? 0;
  const length = known(lengthOf(distance, units)) ?? 0;
  const [left = 0, top = 0] = parts('offset-position').map((part) => known(lengthOf(part, units)) ?? 0);
  return [left + length * Math.sin(angle), top - length * Math.cos(angle)];
}

const COMMAND = /([a-z])([^a-z]*)/gi;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const LONGEST = 5000;

/** The start of a path, or its end where the box has gone all of it. */
function pointOf(path: string, distance: Component | undefined): Point | undefined {
  const points = pointsOf(path);
  return distance?.text === '100%' ? points.at(-1) : points[0];
}

/** The points at the ends of a path's parts (SVG 2, 9.3). */
export function pointsOf(path: string): readonly Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.slice(0, LONGEST).matchAll(COMMAND)) {
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    const name = command.toLowerCase();
    if (name === 'z') continue;
    const step = { h: 1, v: 1, c: 6, s: 4, q: 4, a: 7 }[name] ?? 2;
    for (let end = step; end <= numbers.length; end += step) {
      const [right, down] = command === name ? [x, y] : [0, 0];
      const [last = 0, before = 0] = [numbers[end - 1], numbers[end - 2]];
      if (name === 'h') x = right + last;
      else if (name === 'v') y = down + last;
      else [x, y] = [right + before, down + last];
      points.push([x, y]);
    }
  }
  return points;
}
