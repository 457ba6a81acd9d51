/** Size of a box, as far as it cuts off what is in it. */
import { isText } from '../../parse/html.ts';
import { unitsOf, type Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import type { Look } from './place.ts';
import type { Screen } from './conditions.ts';
import { componentsOf } from './css.ts';
import { known, lengthOf } from './lengths.ts';

/** Elements that are parts of a line, where nothing else is said. */
export const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;

/** A side shorter than this shows nothing that can be read. */
const LEAST_SIDE = 3;

export type Size = {
  readonly cuts: boolean;
  readonly scrolls: boolean;
  readonly width: number | undefined;
  readonly height: number | undefined;
};

/** Width and height with their padding, in pixels, as far as they are set, and whether what sticks out is cut off. */
export function sizeOf({ declared, appearance, isInline }: Look, screen: Screen): Size {
  const value = (name: string) => declared.get(name)?.value ?? '';
  const contains = value('contain');
  const cuts =
    !isInline &&
    (['overflow-x', 'overflow-y'].some((name) => /^(?:hidden|clip|auto|scroll|overlay)$/.test(value(name))) ||
      /paint|strict|content/.test(contains));
  const scrolls = ['overflow-x', 'overflow-y'].some((name) => /^(?:auto|scroll|overlay)$/.test(value(name)));
  if (!cuts) return { cuts, scrolls, width: undefined, height: undefined };
  const pixels = (name: string, whole: number | undefined) =>
    known(lengthOf(componentsOf(value(name))[0], unitsOf(appearance.fontSize, screen, whole)));
  const side = (name: 'width' | 'height', padding: readonly [string, string], whole: number | undefined) => {
    const units = unitsOf(appearance.fontSize, screen, whole);
    const length = (property: string) => known(lengthOf(componentsOf(value(property))[0], { ...units, whole }));
    const set = length(name) ?? (/size|strict/.test(contains) ? 0 : undefined);
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
    width: side('width', ['padding-left', 'padding-right'], screen.width),
    height: side('height', ['padding-top', 'padding-bottom'], undefined),
  };
}

/** Pixels from the top to the bottom of a box, as far as they are set. */
export function heightOf(declared: Declarations, { fontSize }: Appearance, screen: Screen): number {
  const length = (name: string) =>
    known(lengthOf(componentsOf(declared.get(name)?.value ?? '')[0], unitsOf(fontSize, screen, undefined))) ?? 0;
  return Math.max(length('height'), length('min-height')) + length('padding-top') + length('margin-top');
}

export function isShut({ cuts, width, height }: Size, { element, appearance }: Look): boolean {
  if (!cuts) return false;
  if ((width ?? LEAST_SIDE) < LEAST_SIDE || (height ?? LEAST_SIDE) < LEAST_SIDE) return true;
  // The text of a tall line stands in its middle.
  const { lineHeight, fontSize } = appearance;
  if (height !== undefined && lineHeight !== undefined && (lineHeight - fontSize) / 2 >= height) return true;
  const isFlat = appearance.lineHeight !== undefined && appearance.lineHeight < LEAST_SIDE / 2 && height === undefined;
  return isFlat && element.children.every((child) => isText(child) || INLINE.test(child.name));
}
