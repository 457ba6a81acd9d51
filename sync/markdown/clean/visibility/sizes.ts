/** Size of a box, as far as it cuts off what is in it. */
import { isText } from '../../parse/html.ts';
import { unitsOf, type Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import type { Look, Place } from './place.ts';
import type { Screen } from './conditions.ts';
import { componentsOf } from './css.ts';
import { known, lengthOf, type Units } from './lengths.ts';
import { flatSides } from './tracks.ts';

/** Elements that are parts of a line, where nothing else is said. */
export const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;

/** A side shorter than this shows nothing that can be read. */
const LEAST_SIDE = 5;

export type Size = {
  readonly cuts: boolean;
  readonly scrolls: boolean;
  /** The grid around leaves it none. */
  readonly isTrack: boolean;
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Its padding above and to the left of what is in it. */
  readonly top: number;
  readonly left: number;
};

/** Width and height with their padding, in pixels, as far as they are set, and whether what sticks out is cut off. */
export function sizeOf({ element, declared, appearance, isInline }: Look, place: Place, screen: Screen): Size {
  const value = (name: string) => declared.get(name)?.value ?? '';
  const contains = `${value('contain')} ${value('container-type')} ${value('content-visibility') === 'auto' ? 'paint' : ''}`;
  const hasMargin = value('overflow-clip-margin') !== '';
  const cuts =
    !isInline &&
    (['overflow-x', 'overflow-y'].some((name) => isCutting(value(name)) && !(value(name) === 'clip' && hasMargin)) ||
      /paint|strict|content/.test(contains));
  const scrolls = ['overflow-x', 'overflow-y'].some((name) => /^(?:auto|scroll|overlay)$/.test(value(name)));
  if (!cuts) return { cuts, scrolls, isTrack: false, width: undefined, height: undefined, top: 0, left: 0 };
  // What is clipped only keeps its size in a track that would give it one.
  const keepsSize = value('overflow-y') === 'clip' && !declared.has('min-height') && place.tracks?.isFlexible;
  const track = place.tracks && !keepsSize && !declared.has('grid-area') ? flatSides(place.tracks, element) : undefined;
  const isContained = (name: string) =>
    /(?<!inline-)size|strict/.test(contains) && (name === 'height' || isShrunk(declared));
  const pixels = (name: string, whole: number | undefined) =>
    known(lengthOf(componentsOf(value(name))[0], unitsOf(appearance.fontSize, screen, whole)));
  const side = (name: 'width' | 'height', padding: readonly [string, string], whole: number | undefined) => {
    const units = unitsOf(appearance.fontSize, screen, whole);
    const length = (property: string) => known(lengthOf(componentsOf(value(property))[0], { ...units, whole }));
    const isFlat = name === 'width' ? track?.isNarrow : track?.isFlat;
    const set = isFlat
      ? 0
      : (basisOf(declared, name, place, units) ??
        length(name) ??
        (isContained(name) || isBetweenInsets(value, name) ? 0 : undefined));
    const most = length(`max-${name}`);
    const bounded = set === undefined ? most : Math.min(set, most ?? Infinity);
    const least = Math.max(bounded ?? 0, length(`min-${name}`) ?? 0);
    if (bounded === undefined) return undefined;
    const inner = padding.reduce((sum, property) => sum + (pixels(property, screen.width) ?? 0), 0);
    return value('box-sizing') === 'border-box' ? Math.max(least, inner) : least + inner;
  };
  return {
    cuts,
    scrolls,
    isTrack: track !== undefined && (track.isFlat || track.isNarrow),
    width: side('width', ['padding-left', 'padding-right'], screen.width),
    height: side('height', ['padding-top', 'padding-bottom'], undefined),
    top: pixels('padding-top', screen.width) ?? 0,
    left: pixels('padding-left', screen.width) ?? 0,
  };
}

/** An absolute box of which the distances from both sides, in percent, leave nothing. */
function isBetweenInsets(value: (name: string) => string, side: 'width' | 'height'): boolean {
  if (!/^(?:absolute|fixed)$/.test(value('position'))) return false;
  const insets = (side === 'width' ? ['left', 'right'] : ['top', 'bottom']).map(value);
  return (
    insets.every((inset) => inset.endsWith('%')) && insets.reduce((sum, one) => sum + Number.parseFloat(one), 0) >= 100
  );
}

const isCutting = (overflow: string) => /^(?:hidden|clip|auto|scroll|overlay)$/.test(overflow);

/** Without contents, a box takes the width of the one around it, unless it is laid out by its contents. */
function isShrunk(declared: Declarations): boolean {
  const value = (name: string) => declared.get(name)?.value ?? '';
  return (
    /^inline-|^table/.test(value('display')) ||
    /^(?:absolute|fixed)$/.test(value('position')) ||
    /left|right/.test(value('float'))
  );
}

/** The size of an item of a flexible box along it, as far as it does not grow. */
function basisOf(declared: Declarations, side: 'width' | 'height', { flow }: Place, units: Units): number | undefined {
  if (flow === undefined || (flow === 'row') !== (side === 'width')) return undefined;
  if (Number(declared.get('flex-grow')?.value ?? 0) > 0) return undefined;
  return known(lengthOf(componentsOf(declared.get('flex-basis')?.value ?? '')[0], units));
}

/** Pixels from the top to the bottom of a box, as far as they are set. */
export function heightOf(declared: Declarations, { fontSize }: Appearance, screen: Screen): number {
  const length = (name: string) => {
    const value = declared.get(name)?.value;
    if (value === undefined) return 0;
    return known(lengthOf(componentsOf(value)[0], unitsOf(fontSize, screen, undefined))) ?? 0;
  };
  return Math.max(length('height'), length('min-height')) + length('padding-top') + length('margin-top');
}

export function isShut({ cuts, width, height, left }: Size, { element, appearance }: Look, screen: Screen): boolean {
  if (!cuts) return false;
  if (left >= (width ?? screen.width)) return true;
  if ((width ?? LEAST_SIDE) < LEAST_SIDE || (height ?? LEAST_SIDE) < LEAST_SIDE) return true;
  // The text of a tall line stands in its middle.
  const { lineHeight, fontSize } = appearance;
  if (height !== undefined && lineHeight !== undefined && (lineHeight - fontSize) / 2 >= height) return true;
  const isFlat = appearance.lineHeight !== undefined && appearance.lineHeight < LEAST_SIDE / 2 && height === undefined;
  return isFlat && element.children.every((child) => isText(child) || INLINE.test(child.name));
}
