/** Boxes that are shown to nobody, with all that is in them: gone, cut away, shrunk, moved off, or covered. */
import { memoryOfObjects } from '../../memory.ts';
import { isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { unitsOf } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import { isLaidOver, isOpaqueBox, isOpaqueGround } from './covers.ts';
import { componentsOf } from './css.ts';
import type { Screen } from './conditions.ts';
import { known, lengthOf, numberOf } from './lengths.ts';
import { wayOf } from './motion-path.ts';
import type { Look, Place } from './place.ts';
import { isOff, LINE, widthOf } from './positions.ts';
import { hidingReference } from './references.ts';
import { clipPathHides, clipsAway, isMaskOff, isMaskTiny, maskHides } from './shapes.ts';
import { INLINE, isShut, sizeOf, type Size } from './sizes.ts';
import { LEAST_OPACITY } from './text.ts';
import { isFlatGrid, tracksOf } from './tracks.ts';
import { effectOf, TRANSFORMING, type Effect } from './transforms.ts';

export type Box = {
  /** The properties that hide it, with a space between them. */
  readonly hiddenBy: string | undefined;
  readonly scale: number;
  /** Place of the boxes in it. */
  readonly place: Place;
  readonly isPositioned: boolean;
  /** It is not laid out with what stands around it. */
  readonly isOut: boolean;
  /** It is opaque, and has the place and size of the box around it. */
  readonly isCover: boolean;
  /** The area of the grid around that it is set to fill. */
  readonly area: string | undefined;
  readonly isOpaque: boolean;
};

const LEAST_SCALE = 0.06;

export function isInlineBox(element: HtmlElement, declared: Declarations, place: Place): boolean {
  const value = (name: string) => declared.get(name)?.value ?? '';
  if (/^(?:absolute|fixed)$/.test(value('position')) || /left|right|inline/.test(value('float')) || place.isFlex)
    return false;
  const display = value('display');
  return display === '' || display === 'initial'
    ? INLINE.test(element.name) || display === 'initial'
    : /^(?:inline|contents)$/.test(display);
}

/** Properties of which one at least must be set for a box to be hidden, or to stand elsewhere than where it would. */
const DECISIVE: ReadonlySet<string> = new Set(
  `overflow-x overflow-y position clip clip-path mask-image filter transform translate rotate scale zoom contain
  content-visibility content isolation mix-blend-mode transform-style perspective offset-path`.split(/\s+/),
);

function isDecided(declared: Declarations): boolean {
  for (const [name, { value }] of declared) {
    if (DECISIVE.has(name) || (name === 'display' && /^(?:none|table-column)/.test(value))) return true;
    if (name.startsWith('margin-') && /^-|\(/.test(value)) return true;
  }
  return false;
}

/** How a box lays out those in it. */
function layoutOf(declared: Declarations): Pick<Place, 'isFlex' | 'flow' | 'tracks'> {
  const value = (name: string) => declared.get(name)?.value ?? '';
  const isColumn = value('flex-direction').startsWith('column');
  return {
    isFlex: /flex|grid/.test(value('display')),
    flow: value('display').includes('flex') ? (isColumn ? 'column' : 'row') : undefined,
    tracks: tracksOf(declared),
  };
}

/** What declarations say of a box, wherever that stands. */
const saidOf = memoryOfObjects((declared: Declarations) => ({
  layout: layoutOf(declared),
  isDecided: isDecided(declared),
  isGround: isOpaqueGround(declared),
  isOpaque: isOpaqueBox(declared),
  isLaidOver: isLaidOver(declared),
  area: areaOf(declared),
}));

/** Looks at one box on a screen. */
export function boxOf(look: Look, place: Place, screen: Screen): Box {
  const { declared, appearance, isInline, element } = look;
  const value = (name: string) => declared.get(name)?.value ?? '';
  const said = saidOf(declared);
  const isGround = element.name !== 'body' && said.isGround;
  const isOpaque = isGround && said.isOpaque;
  const inner: Place = {
    ...said.layout,
    container: containerOf(look, place, screen),
    perspective:
      value('perspective') === ''
        ? undefined
        : known(lengthOf(componentsOf(value('perspective'))[0], unitsOf(appearance.fontSize, screen))),
    isPlain: place.isPlain && !look.mayBePositioned,
    window: place.window,
    shut: place.shut,
    isCovered: place.isCovered || isGround,
    left: place.left + leftOf(look, place, screen),
    isPositioned: false,
    space: undefined,
  };
  if (
    !place.space &&
    !place.shut &&
    appearance.opacity === 1 &&
    appearance.scale === 1 &&
    !place.window &&
    !said.isDecided
  )
    return {
      hiddenBy: undefined,
      scale: 1,
      place: inner,
      isPositioned: false,
      isOut: false,
      isCover: false,
      area: said.area,
      isOpaque,
    };
  const effect = isInline ? undefined : transformed(look, place, screen);
  const size = sizeOf(look, place, screen);
  const isPositioned = /^(?:relative|absolute|fixed|sticky)$/.test(value('position'));
  const window = { width: size.width ?? Infinity, height: size.height ?? Infinity, top: size.top };
  return {
    hiddenBy: hidingOf(look, place, screen, effect, size),
    scale: effect?.scale ?? 1,
    place: {
      ...inner,
      isPlain: inner.isPlain && !isPositioned,
      window: size.cuts && !size.scrolls ? window : place.window,
      shut: shutOf(value('position'), place.shut, isPositioned || effect !== undefined),
      isCovered: inner.isCovered && !isStackingContext(look, isPositioned),
      space: value('transform-style') === 'preserve-3d' ? effect?.matrix : undefined,
      isPositioned,
    },
    isPositioned,
    isOut: /^(?:absolute|fixed)$/.test(value('position')),
    isCover: isOpaque && said.isLaidOver,
    area: said.area,
    isOpaque,
  };
}

/** Pixels from the left of the box around to what is in a box, where it is not drawn farther to the left. */
function leftOf({ declared, appearance }: Look, place: Place, screen: Screen): number {
  if (!declared.has('margin-left') && !declared.has('padding-left')) return 0;
  const length = (name: string) =>
    known(lengthOf(componentsOf(declared.get(name)?.value ?? '')[0], unitsOf(appearance.fontSize, screen))) ?? 0;
  const width = length('max-width') || length('width');
  const isCentred = declared.get('margin-left')?.value === 'auto' && width > 0;
  const margin = isCentred ? (screen.width - width) / 2 : length('margin-left');
  return Math.min(screen.width - place.left, Math.max(0, margin) + length('padding-left'));
}

/** A box that is laid out by one around the shut one is not in that. */
function shutOf(position: string, shut: Place['shut'], holds: boolean): Place['shut'] {
  if (position === 'fixed' || (position === 'absolute' && shut === 'static')) return undefined;
  return shut && holds ? 'positioned' : shut;
}

/** The box of an element that conditions of what is in it are about. */
function containerOf({ declared, appearance }: Look, { container }: Place, screen: Screen): Place['container'] {
  const type = declared.get('container-type')?.value;
  if (type !== 'inline-size' && type !== 'size') return container;
  const side = (name: 'width' | 'height', whole: number) => {
    const units = unitsOf(appearance.fontSize, screen, whole);
    const length = (property: string) => known(lengthOf(componentsOf(declared.get(property)?.value ?? '')[0], units));
    return Math.min(length(name) ?? whole, length(`max-${name}`) ?? Infinity);
  };
  const { width, height } = container ?? screen;
  return { width: side('width', width), height: type === 'size' ? side('height', height) : height };
}

const NOT_FILLING = ['width', 'height', 'max-width', 'max-height', 'place-self', 'align-self', 'justify-self'];

function areaOf(declared: Declarations): string | undefined {
  const [area, row, column] = ['grid-area', 'grid-row', 'grid-column'].map((name) => declared.get(name)?.value);
  const named = area ?? (row !== undefined && column !== undefined ? `${row}/${column}` : undefined);
  return NOT_FILLING.some((name) => declared.has(name))
    ? undefined
    : named?.replaceAll(' ', '').replace(/^([\w-]+)\/\1$/, '$1/$1');
}

/** Grounds around it are below all that is in it (CSS Positioned Layout 3, 9). */
function isStackingContext({ declared, appearance }: Look, isPositioned: boolean): boolean {
  const value = (name: string) => declared.get(name)?.value ?? '';
  return (
    appearance.opacity < 1 ||
    /^(?:fixed|sticky)$/.test(value('position')) ||
    (isPositioned && numberOf(componentsOf(value('z-index'))[0]) !== undefined) ||
    ['transform', 'filter', 'isolation', 'mix-blend-mode', 'contain'].some(
      (name) => !/^(?:|none|auto|normal)$/.test(value(name)),
    )
  );
}

function hidingOf(
  look: Look,
  place: Place,
  screen: Screen,
  effect: Effect | undefined,
  size: Size,
): string | undefined {
  const { element, declared, appearance, isInline } = look;
  const value = (name: string) => declared.get(name)?.value ?? '';
  if (/^(?:none|table-column|table-column-group)$/.test(value('display'))) return 'display';
  if (!isInline && value('content-visibility') === 'hidden') return 'content-visibility';
  if (/^(?:url|image|[\w-]*gradient)\(/.test(value('content')) && element.children.some(isText)) return 'content';
  if (appearance.opacity <= LEAST_OPACITY) return 'opacity';
  const units = unitsOf(appearance.fontSize, screen);
  const box = {
    across: units,
    down: unitsOf(appearance.fontSize, screen, BOX_HEIGHT),
    width: screen.width,
    height: BOX_HEIGHT,
  };
  const isAbsolute = /^(?:absolute|fixed)$/.test(value('position'));
  if (isAbsolute && value('clip') !== '' && clipsAway(value('clip'), box)) return 'clip';
  if (value('clip-path') !== '' && clipPathHides(value('clip-path'), box)) return 'clip-path';
  const mask = value('mask-image');
  const isMasked =
    mask !== '' &&
    (maskHides(mask) ||
      (mask !== 'none' &&
        (/^0\S*(?: 0\S*)?$/.test(value('mask-size')) ||
          isMaskTiny(value('mask-size'), value('mask-repeat'), box) ||
          isMaskOff(value('mask-position'), box))));
  if (isMasked) return 'mask-image mask -webkit-mask';
  const reference = hidingReference(look);
  if (reference !== undefined) return reference;
  if (effect && effect.scale * appearance.scale <= LEAST_SCALE) return TRANSFORMS;
  if (appearance.scale <= LEAST_SCALE) return 'zoom';
  if (effect?.showsBack && value('backface-visibility') === 'hidden') return TRANSFORMS;
  if (!isInline && isShut(size, look, screen)) return size.isTrack ? TRACKS : SHUT;
  const items = element.children.filter((child) => !isText(child) || child.data.trim() !== '').length;
  const tracks = size.cuts ? tracksOf(declared) : undefined;
  if (tracks && isFlatGrid(tracks, declared, items)) return TRACKS;
  if (isOff(look, place, screen, effect))
    return 'left right top bottom inset margin margin-left margin-top position transform translate';
  const isPositioned = isAbsolute || value('position') === 'relative';
  return isPositioned && place.isCovered && (numberOf(componentsOf(value('z-index'))[0]) ?? 0) < 0
    ? 'z-index'
    : undefined;
}

/** A box of some lines, where a percentage of its height is needed. */
const BOX_HEIGHT = 60;
const TRANSFORMS = 'transform scale rotate';
/** What leaves a box no room. */
export const SHUT = 'height max-height width max-width flex overflow';
/** What gives those in a grid their sizes. */
export const TRACKS = 'grid-template-rows grid-template-columns grid-auto-rows';

function transformed(
  { declared, element, appearance }: Look,
  { perspective, space }: Place,
  screen: Screen,
): Effect | undefined {
  const parts = (name: string) => componentsOf(declared.get(name)?.value ?? '');
  const values = {
    translate: parts('translate'),
    rotate: parts('rotate'),
    scale: parts('scale'),
    transform: parts('transform'),
    'transform-origin': parts('transform-origin'),
  };
  const way = wayOf(declared, unitsOf(appearance.fontSize, screen));
  if (!way && !space && TRANSFORMING.every((name) => values[name].length === 0)) return undefined;
  const isAbsolute = /^(?:absolute|fixed)$/.test(declared.get('position')?.value ?? '');
  const length = (name: string, whole: number | undefined) =>
    known(lengthOf(componentsOf(declared.get(name)?.value ?? '')[0], unitsOf(appearance.fontSize, screen, whole)));
  const between = (start: string, end: string, whole: number) => {
    const [before, after] = isAbsolute ? [length(start, whole), length(end, whole)] : [];
    return before === undefined || after === undefined ? undefined : whole - before - after;
  };
  const width =
    length('width', screen.width) ??
    between('left', 'right', screen.width) ??
    (isAbsolute ? widthOf(element, appearance, screen) : screen.width);
  const height = length('height', undefined) ?? between('top', 'bottom', screen.height) ?? appearance.fontSize * LINE;
  const units = (whole: number) => unitsOf(appearance.fontSize, screen, whole);
  const effect = effectOf(values, { across: units(width), down: units(height), perspective, space });
  return way ? { ...effect, x: effect.x + way[0], y: effect.y + way[1] } : effect;
}
