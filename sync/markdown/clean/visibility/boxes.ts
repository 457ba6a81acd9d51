/** Boxes that are shown to nobody, with all that is in them: gone, cut away, shrunk, moved off, or covered. */
import { memoryOfObjects } from '../../memory.ts';
import { isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { unitsOf } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import { colourOf } from './colours.ts';
import { componentsOf } from './css.ts';
import type { Screen } from './conditions.ts';
import { numberOf } from './lengths.ts';
import type { Look, Place } from './place.ts';
import { isOff, LINE, widthOf } from './positions.ts';
import { clipPathHides, clipsAway, maskHides } from './shapes.ts';
import { INLINE, isShut, sizeOf, type Size } from './sizes.ts';
import { LEAST_OPACITY } from './text.ts';
import { effectOf, type Effect } from './transforms.ts';

export type Box = {
  /** The properties that hide it, with a space between them. */
  readonly hiddenBy: string | undefined;
  readonly scale: number;
  /** Place of the boxes in it. */
  readonly place: Place;
  readonly isPositioned: boolean;
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
  content-visibility content isolation mix-blend-mode transform-style`.split(/\s+/),
);

const isDecided = memoryOfObjects((declared: Declarations): boolean => {
  for (const [name, { value }] of declared) {
    if (DECISIVE.has(name) || (name === 'display' && /^(?:none|table-column)/.test(value))) return true;
    if (name.startsWith('margin-') && /^-|\(/.test(value)) return true;
  }
  return false;
});

/** Looks at one box on a screen. */
export function boxOf(look: Look, place: Place, screen: Screen): Box {
  const { declared, appearance, isInline, element } = look;
  const value = (name: string) => declared.get(name)?.value ?? '';
  const ground = colourOf(value('background-color'));
  const isOpaque = ground !== undefined && ground.alpha > 0.98 && element.name !== 'body';
  const inner: Place = {
    isFlex: /flex|grid/.test(value('display')),
    is3d: value('transform-style') === 'preserve-3d',
    isPlain: place.isPlain && !look.mayBePositioned,
    window: place.window,
    isCovered: place.isCovered || isOpaque,
    isPositioned: false,
  };
  if (appearance.opacity === 1 && appearance.scale === 1 && !place.window && !isDecided(declared))
    return {
      hiddenBy: undefined,
      scale: 1,
      place: inner,
      isPositioned: false,
      isCover: false,
      area: areaOf(declared),
      isOpaque,
    };
  const effect = isInline ? undefined : transformed(look, screen);
  const size = sizeOf(look, screen);
  const isPositioned = /^(?:relative|absolute|fixed|sticky)$/.test(value('position'));
  const window = { width: size.width ?? Infinity, height: size.height ?? Infinity };
  return {
    hiddenBy: hidingOf(look, place, screen, effect, size),
    scale: effect?.scale ?? 1,
    place: {
      ...inner,
      isPlain: inner.isPlain && !isPositioned,
      window: size.cuts && !size.scrolls ? window : place.window,
      isCovered: inner.isCovered && !isStackingContext(look, isPositioned),
      isPositioned,
    },
    isPositioned,
    isCover: isOpaque && value('position') === 'absolute' && isLaidOver(declared),
    area: areaOf(declared),
    isOpaque,
  };
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

function isLaidOver(declared: Declarations): boolean {
  const is = (name: string, wanted: RegExp) => wanted.test(declared.get(name)?.value ?? '');
  const spans = (start: string, end: string, size: string) =>
    is(start, /^0(?:px|%)?$/) && (is(end, /^0(?:px|%)?$/) || is(size, /^100%$/));
  return spans('top', 'bottom', 'height') && spans('left', 'right', 'width') && !is('z-index', /^-/);
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
  const isMasked = mask !== '' && (maskHides(mask) || (mask !== 'none' && /^0\S*(?: 0\S*)?$/.test(value('mask-size'))));
  if (isMasked) return 'mask-image mask -webkit-mask';
  if (effect && effect.scale * appearance.scale <= LEAST_SCALE) return TRANSFORMS;
  if (appearance.scale <= LEAST_SCALE) return 'zoom';
  if (effect?.showsBack && value('backface-visibility') === 'hidden' && !place.is3d) return TRANSFORMS;
  if (!isInline && isShut(size, look)) return 'height max-height width max-width overflow';
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

function transformed({ declared, element, appearance }: Look, screen: Screen): Effect | undefined {
  const parts = (name: string) => componentsOf(declared.get(name)?.value ?? '');
  const values = {
    translate: parts('translate'),
    rotate: parts('rotate'),
    scale: parts('scale'),
    transform: parts('transform'),
  };
  if (Object.values(values).every((list) => list.length === 0)) return undefined;
  const isNarrow = /^(?:absolute|fixed)$/.test(declared.get('position')?.value ?? '');
  const width = isNarrow ? widthOf(element, appearance, screen) : screen.width;
  const down = unitsOf(appearance.fontSize, screen, appearance.fontSize * LINE);
  return effectOf(values, { across: unitsOf(appearance.fontSize, screen, width), down });
}
