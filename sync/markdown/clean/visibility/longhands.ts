/** The CSS properties that decide whether a text is seen, and what is valid for each. */
import type { Component } from './css.ts';
import { angleOf, lengthOf, numberOf, type Units } from './lengths.ts';

type Validity = (parts: readonly Component[]) => boolean;

export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const keyword = (list: string) => {
  const known = words(list);
  return (parts: readonly Component[]) => parts.length > 0 && parts.every(({ text }) => known.has(text));
};
const UNITS: Units = { fontSize: 16, rootFontSize: 16, width: 1280, height: 850, whole: 100 };
export const isLength = (part: Component | undefined) => lengthOf(part, UNITS) !== undefined;
const isNumber = (part: Component | undefined) => numberOf(part) !== undefined;
const one = (test: (part: Component) => boolean) => (parts: readonly Component[]) => {
  const [part] = parts;
  return part !== undefined && parts.length === 1 && test(part);
};
const SIZES = words('auto none normal min-content max-content fit-content stretch -webkit-fill-available');
export const lengthOr = one((part) => SIZES.has(part.text) || isLength(part));
const functions = (parts: readonly Component[]) =>
  parts.length > 0 &&
  (parts[0]?.text === 'none' || parts.every(({ args, text }) => args !== undefined || text.startsWith('url(')));
const anything = (parts: readonly Component[]) => parts.length > 0;
const FONT_SIZES = words('xx-small x-small small medium large x-large xx-large xxx-large smaller larger');
export const isFontSize = (part: Component) => FONT_SIZES.has(part.text) || isLength(part);
const REPEATED = 'visible hidden clip scroll auto overlay';

const SINGLE: Readonly<Record<string, Validity>> = {
  display:
    keyword(`none contents block inline flow flow-root flex grid table list-item inline-block inline-flex inline-grid
    inline-table table-row table-cell table-column table-row-group table-header-group table-footer-group
    table-column-group table-caption ruby ruby-text ruby-base math run-in -webkit-box -webkit-inline-box -webkit-flex
    -webkit-inline-flex`),
  visibility: keyword('visible hidden collapse'),
  opacity: one(isNumber),
  'font-size': one(isFontSize),
  'font-size-adjust': anything,
  'line-height': one((part) => part.text === 'normal' || isLength(part) || isNumber(part)),
  'overflow-x': keyword(REPEATED),
  'overflow-y': keyword(REPEATED),
  position: keyword('static relative absolute fixed sticky -webkit-sticky'),
  float: keyword('none left right inline-start inline-end'),
  'z-index': one((part) => part.text === 'auto' || isNumber(part)),
  clip: one((part) => part.text === 'auto' || part.text === 'rect'),
  'clip-path': anything,
  'mask-image': anything,
  'mask-size': anything,
  'mask-position': anything,
  'mask-repeat': anything,
  filter: (parts) => functions(parts) && !parts.some(({ text }) => text === 'alpha' || text.startsWith('progid')),
  transform: functions,
  translate: (parts) => parts[0]?.text === 'none' || (parts.length > 0 && parts.every(isLength)),
  rotate: (parts) =>
    parts[0]?.text === 'none' || angleOf(parts.find((part) => angleOf(part) !== undefined)) !== undefined,
  scale: (parts) => parts[0]?.text === 'none' || (parts.length > 0 && parts.every(isNumber)),
  zoom: one((part) => part.text === 'normal' || isNumber(part)),
  'backface-visibility': keyword('visible hidden'),
  'transform-style': keyword('flat preserve-3d'),
  'transform-origin': anything,
  perspective: one((part) => part.text === 'none' || isLength(part)),
  'offset-path': anything,
  'offset-distance': one(isLength),
  'offset-position': anything,
  'flex-basis': lengthOr,
  'flex-grow': one(isNumber),
  'flex-shrink': one(isNumber),
  'flex-wrap': keyword('nowrap wrap wrap-reverse'),
  'justify-content': anything,
  'grid-auto-flow': anything,
  'column-count': one((part) => part.text === 'auto' || isNumber(part)),
  'column-width': lengthOr,
  'flex-direction': keyword('row row-reverse column column-reverse'),
  'grid-template-rows': anything,
  'grid-template-columns': anything,
  'grid-auto-rows': anything,
  'container-type': keyword('normal size inline-size scroll-state'),
  'overflow-clip-margin': anything,
  'text-indent': (parts) => isLength(parts[0]),
  'white-space': anything,
  'text-shadow': anything,
  'box-shadow': anything,
  contain: keyword('none strict content size inline-size layout style paint'),
  'content-visibility': keyword('visible auto hidden'),
  content: anything,
  'mix-blend-mode': anything,
  isolation: anything,
  'grid-area': anything,
  'grid-row': anything,
  'grid-column': anything,
  'place-self': anything,
  'align-self': anything,
  'justify-self': anything,
  'box-sizing': keyword('content-box border-box'),
  'background-image': anything,
  'background-clip': anything,
  '-webkit-text-stroke-width': anything,
  '-webkit-text-stroke-color': anything,
  'text-align': anything,
  'animation-name': anything,
  'animation-fill-mode': anything,
  'animation-iteration-count': anything,
  'animation-direction': anything,
  'animation-delay': anything,
  'animation-play-state': anything,
  'animation-timeline': anything,
};

export const SIDES = ['top', 'right', 'bottom', 'left'] as const;
/** Valid values of each longhand. */
export const VALID: ReadonlyMap<string, Validity> = new Map([
  ...Object.entries(SINGLE),
  ...SIDES.flatMap((side) => [side, `margin-${side}`, `padding-${side}`]).map((name) => [name, lengthOr] as const),
  ...['width', 'height']
    .flatMap((size) => [size, `min-${size}`, `max-${size}`])
    .map((name) => [name, lengthOr] as const),
]);

/** Properties that an element takes from the one around it. */
export const INHERITED = words(
  `visibility color -webkit-text-fill-color font-size font-size-adjust line-height text-indent white-space text-shadow
  text-align -webkit-text-stroke-width -webkit-text-stroke-color`,
);
