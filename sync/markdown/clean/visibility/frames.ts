/** Inherited state of an element's contents, screen by screen: how text looks there, and where boxes stand. */
import { isText } from '../../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../../parse/tree.ts';
import { appearanceOf, PLAIN, type Appearance } from './appearance.ts';
import { boxOf, isInlineBox } from './boxes.ts';
import type { Cascade, Declarations } from './cascade.ts';
import { SCREENS } from './conditions.ts';
import { mayHaveGround } from './ground.ts';
import { heightOf } from './sizes.ts';
import type { Opening } from './opening.ts';
import { TOP_PLACE, type Place } from './place.ts';
import type { Custom } from './variables.ts';
import type { ScreenName } from './rules.ts';
import type { StyleSheets } from './style-sheets.ts';

export type Frame = {
  readonly appearance: Appearance;
  readonly place: Place;
  /** It is laid over all of the box around it, opaque and without a text. */
  readonly isCover: boolean;
  /** The area that it fills of the grid around it. */
  readonly area: string | undefined;
  /** Pixels that it takes at least from top to bottom. */
  readonly height: number;
  /** It is not positioned, so that what is comes above it. */
  readonly isInFlow: boolean;
};

type Tools = {
  readonly screen: ScreenName;
  readonly cascade: Cascade;
  readonly sheets: StyleSheets;
  readonly opensLater: Opening;
};

export function createFrames({ screen: screenName, cascade, sheets, opensLater }: Tools) {
  const screen = SCREENS[screenName];

  /** True for an animation that goes on, or is not to be found in the page. */
  const isAnimated = (declared: Declarations) => {
    const name = declared.get('animation-name')?.value ?? 'none';
    if (name === 'none') return false;
    const [first = ''] = name.split(',');
    return declared.get('animation-iteration-count')?.value === 'infinite' || sheets.lastFrameOf(first) === undefined;
  };

  /** The frame of an element within another one's; `undefined` for one whose box nobody sees. */
  const within = (element: HtmlElement, frame: Frame): Frame | undefined => {
    const { appearance: around, place } = frame;
    const found = cascade(element, screenName, around.custom);
    const { declared } = found;
    const mayLayGround = (around.ground !== undefined || place.isPlain) && mayHaveGround(element, sheets);
    if (declared.size === 0) {
      const appearance = appearanceOf(element, found, around, { screen, isInline: false, mayLayGround });
      const inner = below(place, mayLayGround);
      return appearance === around &&
        inner === place &&
        frame.isInFlow &&
        !frame.isCover &&
        frame.area === undefined &&
        frame.height === 0
        ? frame
        : { appearance, place: inner, isCover: false, isInFlow: true, area: undefined, height: 0 };
    }
    const isInline = isInlineBox(element, declared, place);
    const appearance = appearanceOf(element, found, around, { screen, isInline, mayLayGround });
    const box = boxOf({ element, declared, appearance, isInline, mayBePositioned: mayLayGround }, place, screen);
    const property = box.hiddenBy ?? (around.isVisible && !appearance.isVisible ? 'visibility' : undefined);
    const shown = {
      place: box.place,
      isCover:
        (box.isOpaque && place.isFlex && box.area !== undefined ? true : box.isCover && place.isPositioned) &&
        isEmpty(element),
      isInFlow: !box.isPositioned,
      area: box.area,
      height: heightOf(declared, appearance, screen),
    };
    if (property === undefined) return { ...shown, appearance: scaled(appearance, box.scale) };
    const causing = property.split(' ').find((name) => declared.has(name)) ?? property;
    const isLater =
      (property !== 'display' && isAnimated(declared)) ||
      opensLater(element, { property, declared: declared.get(causing) });
    if (isLater)
      return {
        ...shown,
        appearance: { ...appearance, opacity: around.opacity, isVisible: true, scale: around.scale },
      };
    return property === 'visibility' ? { ...shown, appearance } : undefined;
  };

  return {
    within,
    /** The frame of the page's body. */
    of(body: HtmlParent): Frame {
      const top: Frame = {
        appearance: { ...PLAIN, custom: { ...PALETTE, ...sheets.initial } },
        place: TOP_PLACE,
        isCover: false,
        isInFlow: true,
        area: undefined,
        height: 0,
      };
      let frame = top;
      for (const element of ancestorsOf(body)) frame = within(element, frame) ?? frame;
      // Scripts show a page that is hidden as a whole until it is laid out.
      return { ...frame, appearance: { ...frame.appearance, isVisible: true, opacity: 1 }, place: TOP_PLACE };
    },
  };
}

/** The body and what is around it, outermost first. */
function ancestorsOf(body: HtmlParent): HtmlElement[] {
  const chain: HtmlElement[] = [];
  // A page without a body has a parent of its own that is no element.
  let element = 'nodeType' in body ? (body as HtmlElement) : null;
  for (; element && element.name !== '#document'; element = element.parent) chain.unshift(element);
  return chain;
}

/** The colours of WordPress's own palette (`wp-includes/theme.json`). */
const PALETTE: Custom = {
  '--wp--preset--color--black': '#000000',
  '--wp--preset--color--cyan-bluish-gray': '#abb8c3',
  '--wp--preset--color--white': '#ffffff',
  '--wp--preset--color--pale-pink': '#f78da7',
  '--wp--preset--color--vivid-red': '#cf2e2e',
  '--wp--preset--color--luminous-vivid-orange': '#ff6900',
  '--wp--preset--color--luminous-vivid-amber': '#fcb900',
  '--wp--preset--color--light-green-cyan': '#7bdcb5',
  '--wp--preset--color--vivid-green-cyan': '#00d084',
  '--wp--preset--color--pale-cyan-blue': '#8ed1fc',
  '--wp--preset--color--vivid-cyan-blue': '#0693e3',
  '--wp--preset--color--vivid-purple': '#9b51e0',
};

function scaled(appearance: Appearance, scale: number): Appearance {
  return scale === 1 ? appearance : { ...appearance, scale: appearance.scale * scale };
}

function below(place: Place, mayBePositioned: boolean): Place {
  const isPlain = place.isPlain && !mayBePositioned;
  if (!place.isFlex && !place.isPositioned && !place.is3d && isPlain === place.isPlain) return place;
  return { ...place, isFlex: false, isPositioned: false, is3d: false, isPlain };
}

function isEmpty(element: HtmlElement): boolean {
  return element.children.every((child) => isText(child) && child.data.trim() === '');
}
