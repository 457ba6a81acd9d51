/** Drawings of the page that clip, mask or filter a box (`url(#id)`; CSS Masking 1, Filter Effects 1), as far as they leave nothing of it. */
import { elementsBelow } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { BLACK, colourOf, distance, LEAST_CONTRAST } from './colours.ts';
import { contentsOf } from './css.ts';
import { MOST_BLUR } from './filters.ts';
import type { Look } from './place.ts';
import { isFlatPath } from './shapes.ts';

/** A side shorter than this shows nothing that can be read, in pixels; and as a share of the box. */
const [LEAST_SIDE, LEAST_SHARE] = [3, 0.02];
/** So far away nothing of a box is seen, in pixels. */
const FAR = 2000;
const MOST_SHAPES = 200;
const SHAPE = /^(?:rect|circle|ellipse|line|path|polygon|polyline|text|image|use)$/;

/** The property among those that refer to a drawing by which nothing is left of a box; `undefined` for none. */
export function hidingReference({ declared, find }: Look): string | undefined {
  const drawingOf = (property: string) => {
    const id = /^url\(\s*["']?#([^"')]+)["']?\s*\)/i.exec(declared.get(property)?.value ?? '')?.[1];
    return id === undefined ? undefined : find(id);
  };
  const [clip, mask, filter] = ['clip-path', 'mask-image', 'filter'].map(drawingOf);
  if (clip && isNamed(clip, 'clippath') && isEmptyClip(clip)) return 'clip-path';
  if (mask && isNamed(mask, 'mask') && isDarkMask(mask)) return 'mask-image mask -webkit-mask';
  return filter && isNamed(filter, 'filter') && effacesAll(filter) ? 'filter' : undefined;
}

const isNamed = ({ name }: HtmlElement, wanted: string) => name.toLowerCase() === wanted;

/** An attribute of a drawing, or the property of its `style` that stands for it. */
function presented({ attribs }: HtmlElement, name: string): string | undefined {
  const own = contentsOf(attribs['style'] ?? '').declarations.findLast(({ property }) => property === name);
  return own?.value ?? attribs[name];
}

function shapesIn(drawing: HtmlElement): readonly HtmlElement[] {
  return [...elementsBelow(drawing)].filter(({ name }) => SHAPE.test(name)).slice(0, MOST_SHAPES);
}

function isEmptyClip(clip: HtmlElement): boolean {
  const least =
    clip.attribs['clippathunits'] === 'objectBoundingBox' || clip.attribs['clipPathUnits'] === 'objectBoundingBox'
      ? LEAST_SHARE
      : LEAST_SIDE;
  return shapesIn(clip).every((shape) => isNothing(shape, least));
}

/** True for a shape without an area, or one that is far away. */
function isNothing(shape: HtmlElement, least: number): boolean {
  const size = (name: string) => Number.parseFloat(presented(shape, name) ?? '0');
  if (presented(shape, 'display') === 'none') return true;
  switch (shape.name) {
    case 'rect':
      return (
        [size('width'), size('height')].some((side) => side < least) ||
        [size('x'), size('y')].some((place) => Math.abs(place) >= FAR)
      );
    case 'circle':
      return size('r') * 2 < least || [size('cx'), size('cy')].some((place) => Math.abs(place) >= FAR + size('r'));
    case 'ellipse':
      return [size('rx'), size('ry')].some((radius) => radius * 2 < least);
    case 'line':
      return true;
    case 'path':
      return isFlatPath(presented(shape, 'd') ?? '');
    default:
      return false;
  }
}

/** True for a mask of which nothing is light. */
function isDarkMask(mask: HtmlElement): boolean {
  if (presented(mask, 'mask-type') === 'alpha') return false;
  return shapesIn(mask).every((shape) => {
    if (shape.name === 'image' || shape.name === 'use' || presented(shape, 'stroke') !== undefined) return false;
    const fill = paintOf(shape, mask);
    const [opacity, fillOpacity] = ['opacity', 'fill-opacity'].map((name) => Number(presented(shape, name) ?? 1));
    const isClear = opacity === 0 || fillOpacity === 0 || fill === 'none';
    const colour = colourOf(fill);
    return (
      isClear ||
      isNothing(shape, LEAST_SHARE) ||
      (colour !== undefined && (colour.alpha === 0 || distance(colour, BLACK) <= LEAST_CONTRAST))
    );
  });
}

/** The fill of a shape, or that of a group around it; black where none is set. */
function paintOf(shape: HtmlElement, mask: HtmlElement): string {
  for (let one: HtmlElement | null = shape; one && one !== mask.parent; one = one.parent) {
    const fill = presented(one, 'fill');
    if (fill !== undefined) return fill;
  }
  return 'black';
}

/** True for a filter whose last step leaves nothing of what goes into it. */
function effacesAll(filter: HtmlElement): boolean {
  const steps = filter.children.filter((child): child is HtmlElement => 'name' in child && /^fe/i.test(child.name));
  const last = steps.at(-1);
  if (!last) return false;
  const number = (name: string) => Number.parseFloat(presented(last, name) ?? 'NaN');
  switch (last.name.toLowerCase()) {
    case 'feflood':
      return number('flood-opacity') === 0;
    case 'feoffset':
      return Math.abs(number('dx')) >= FAR || Math.abs(number('dy')) >= FAR;
    case 'fegaussianblur':
      return Number.parseFloat(last.attribs['stddeviation'] ?? last.attribs['stdDeviation'] ?? '0') >= MOST_BLUR;
    case 'fecolormatrix': {
      const values = (last.attribs['values'] ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      return values.length === 20 && values.slice(15).every((value) => value === 0);
    }
    case 'fecomponenttransfer':
      return [...elementsBelow(last)].some(
        (part) =>
          part.name.toLowerCase() === 'fefunca' &&
          [part.attribs['slope'], part.attribs['tablevalues'] ?? part.attribs['tableValues']].some(
            (value) => value !== undefined && value.split(/[\s,]+/).every((one) => Number(one) === 0),
          ),
      );
    default:
      return false;
  }
}
