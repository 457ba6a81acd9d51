/** Clipping, masks and filters (CSS Masking 1, CSS Shapes 1, Filter Effects 1) that leave nothing to see. */
import { decodePercent } from '../../address.ts';
import { colourOf } from './colours.ts';
import { commaSeparated, componentsOf, type Component } from './css.ts';
import { lengthOf, type Units } from './lengths.ts';
import { pointsOf } from './motion-path.ts';

/** A side shorter than this shows nothing that can be read. */
const LEAST_SIDE = 3;

type Box = { readonly across: Units; readonly down: Units; readonly width: number; readonly height: number };

/** `clip: rect(top, right, bottom, left)`, which applies to absolutely positioned boxes. */
export function clipsAway(value: string, { across, down }: Box): boolean {
  const args = componentsOf(value)[0]?.args?.filter(({ text }) => text !== ',') ?? [];
  const [top, right, bottom, left] = args.map((side, index) =>
    side.text === 'auto'
      ? index === 0 || index === 3
        ? 0
        : Infinity
      : lengthOf(side, index % 2 === 0 ? down : across),
  );
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return bottom - top < LEAST_SIDE || right - left < LEAST_SIDE;
}

/** `clip-path` with a shape that has no area, or none over the box. */
export function clipPathHides(value: string, box: Box): boolean {
  const shape = componentsOf(value).find(({ args }) => args !== undefined);
  if (!shape?.args) return false;
  switch (shape.text) {
    case 'inset': {
      const round = shape.args.findIndex(({ text }) => text === 'round');
      const sides = round < 0 ? shape.args : shape.args.slice(0, round);
      const [first = sides[0], second = first, third = first, fourth = second] = sides;
      const sum = (one: Component | undefined, other: Component | undefined, units: Units) =>
        (lengthOf(one, units) ?? 0) + (lengthOf(other, units) ?? 0);
      const [tall, wide] = [box.height - sum(first, third, box.down), box.width - sum(second, fourth, box.across)];
      return tall < LEAST_SIDE / 2 || wide < LEAST_SIDE;
    }
    case 'circle':
    case 'ellipse':
      return isPoint(shape.args, box);
    case 'rect':
      return clipsAway(value, box);
    case 'xywh': {
      const [, , width, height] = shape.args;
      return (lengthOf(width, box.across) ?? 9) < LEAST_SIDE || (lengthOf(height, box.down) ?? 9) < LEAST_SIDE;
    }
    case 'polygon':
      return isFlat(shape.args, box);
    case 'shape':
      return isFlatShape(shape.args, box);
    case 'path':
      return isFlatPath(shape.args.at(-1)?.text ?? '', box);
    default:
      return false;
  }
}

function isPoint(args: readonly Component[], box: Box): boolean {
  const at = args.findIndex(({ text }) => text === 'at');
  const radii = at < 0 ? args : args.slice(0, at);
  const lengths = radii.map((radius, index) => lengthOf(radius, index === 0 ? box.across : box.down));
  if (lengths.some((length) => length !== undefined && length < LEAST_SIDE / 2)) return true;
  const [x, y] = at < 0 ? [] : [lengthOf(args[at + 1], box.across), lengthOf(args[at + 2], box.down)];
  const [radius] = lengths;
  if (radius === undefined) return false;
  const isOutside = (place: number | undefined, size: number) =>
    place !== undefined && (place + radius <= 0 || place - radius >= size);
  return isOutside(x, box.width) || isOutside(y, box.height);
}

const ENDLESS = { width: Infinity, height: Infinity };

/** True for a path without an area; one of curves has some. */
export function isFlatPath(path: string, box: Pick<Box, 'width' | 'height'> = ENDLESS): boolean {
  if (!/[a-z][^a-z]*[lhvcsqtaz]/i.test(path)) return true;
  return (
    !/[csqta]/i.test(path) &&
    isFlatFigure(
      pointsOf(path).map(([x, y]) => ({ x, y })),
      box,
    )
  );
}

const MOST_POINTS = 500;

function isFlat(args: readonly Component[], box: Box): boolean {
  const points = commaSeparated(args)
    .map((point) => point.filter(({ text }) => !/^(?:nonzero|evenodd)$/.test(text)))
    .filter((point) => point.length === 2)
    .slice(0, MOST_POINTS)
    .map(([x, y]) => ({ x: lengthOf(x, box.across) ?? 0, y: lengthOf(y, box.down) ?? 0 }));
  return isFlatFigure(points, box);
}

/** True for a `shape()` of straight lines without an area (CSS Shapes 2, 3.4); one of curves or of several parts has some. */
function isFlatShape(args: readonly Component[], box: Box): boolean {
  const points: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const part of commaSeparated(args).slice(0, MOST_POINTS)) {
    const [command, ...rest] = part.filter(({ text }) => !/^(?:nonzero|evenodd)$/.test(text));
    if (command?.text === 'close') continue;
    const [first, second] = rest.filter(({ text }) => !/^(?:to|by)$/.test(text));
    const [right, down] = rest[0]?.text === 'by' ? [x, y] : [0, 0];
    const isVertical = command?.text === 'vline';
    const across = isVertical ? x : right + (lengthOf(first, box.across) ?? Number.NaN);
    const along = isVertical ? first : second;
    const below = command?.text === 'hline' ? y : down + (lengthOf(along, box.down) ?? Number.NaN);
    if (!/^(?:from|line|hline|vline)$/.test(command?.text ?? '') || Number.isNaN(across + below)) return false;
    [x, y] = [across, below];
    points.push({ x, y });
  }
  return isFlatFigure(points, box);
}

function isFlatFigure(
  points: readonly { readonly x: number; readonly y: number }[],
  box: Pick<Box, 'width' | 'height'>,
): boolean {
  const [first] = points;
  if (!first) return false;
  const area = points.reduce((sum, { x, y }, index) => {
    const next = points[index + 1] ?? first;
    return sum + x * next.y - next.x * y;
  }, 0);
  const isBeyond = (places: readonly number[], size: number) => Math.max(...places) <= 0 || Math.min(...places) >= size;
  return (
    Math.abs(area) / 2 < LEAST_SIDE ||
    isBeyond(
      points.map(({ x }) => x),
      box.width,
    ) ||
    isBeyond(
      points.map(({ y }) => y),
      box.height,
    )
  );
}

/** The colours of a gradient; `undefined` where an image is none. */
export function gradientColours(image: Component) {
  if (!image.args || !image.text.endsWith('gradient')) return undefined;
  const stops = commaSeparated(image.args).map((stop) =>
    stop.map((part) => colourOf(part.args ? part.source : part.text)).find((colour) => colour !== undefined),
  );
  const found = stops.filter((colour) => colour !== undefined);
  return found.length >= 1 && stops.slice(1).every((colour) => colour !== undefined) ? found : undefined;
}

/** Shorter pictures of dots are transparent, or one dot. */
const LEAST_PICTURE = 200;

/** True for a picture within the page that shows nothing: broken, a drawing without any shape, a single dot. */
export function isEmptyPicture({ source }: Component): boolean {
  const address = /^(?:url|src)\(\s*(["']?)(.*)\1\s*\)$/is.exec(source)?.[2]?.trim();
  if (address === undefined) return false;
  if (!/^data:/i.test(address)) return address === '' || /^about:/i.test(address);
  const [, type = '', data = ''] = /^data:([^,]*),?(.*)$/is.exec(address) ?? [];
  if (!/^image\//i.test(type)) return true;
  if (!/svg/i.test(type)) return data.length < LEAST_PICTURE;
  const drawing = /base64/i.test(type) ? Buffer.from(data, 'base64').toString() : decodePercent(data);
  return !/<(?:path|rect|circle|ellipse|line|polygon|polyline|image|text|use|foreignObject)\b/i.test(drawing);
}

/** True for the place of a mask that is not repeated, and is beside the box. */
export function isMaskOff(position: string, { across, down, width, height }: Box): boolean {
  const [x, y] = componentsOf(position);
  return Math.abs(lengthOf(x, across) ?? 0) >= width || Math.abs(lengthOf(y, down) ?? 0) >= 10 * height;
}

/** True for a mask that is so small along a side on which it is not repeated that it shows nothing. */
export function isMaskTiny(size: string, repeat: string, { across, down }: Box): boolean {
  const [width, height] = componentsOf(size);
  const [first = 'repeat', second = first] = repeat.split(' ');
  const isNothing = (side: Component | undefined, units: Units) => (lengthOf(side, units) ?? LEAST_SIDE) < LEAST_SIDE;
  return (
    (/^(?:no-repeat|repeat-y)$/.test(first) && isNothing(width, across)) ||
    (/^(?:no-repeat|repeat-x)$/.test(second) && isNothing(height, down))
  );
}

/** A mask of gradients that let nothing through, or of pictures that show nothing. */
export function maskHides(value: string): boolean {
  const images = componentsOf(value).filter(
    ({ text, args }) => (args !== undefined && text !== '') || text.startsWith('url('),
  );
  return (
    images.length > 0 &&
    images.every(
      (image) => isEmptyPicture(image) || gradientColours(image)?.every(({ alpha }) => alpha < 0.05) === true,
    )
  );
}
