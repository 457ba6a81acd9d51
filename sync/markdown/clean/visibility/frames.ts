/** Inherited state of an element's contents, screen by screen: how text looks there, and where boxes stand. */
import { isText } from '../../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../../parse/tree.ts';
import { animationsOf, isMoving } from './animations.ts';
import { appearanceOf, PLAIN, type Appearance } from './appearance.ts';
import { boxOf, isInlineBox, TRACKS } from './boxes.ts';
import { partDeclarations, type Cascade, type Declarations } from './cascade.ts';
import { isCoveringPart, layerOf, mayBeLifted, type Layer } from './covers.ts';
import { SCREENS } from './conditions.ts';
import { mayHaveGround } from './ground.ts';
import { widthOf } from './positions.ts';
import { heightOf, INLINE } from './sizes.ts';
import type { Opening } from './opening.ts';
import { TOP_PLACE, type Place } from './place.ts';
import type { Custom } from './variables.ts';
import type { ScreenName } from './rules.ts';
import type { Part, StyleSheets } from './style-sheets.ts';

export type Frame = {
  readonly appearance: Appearance;
  readonly place: Place;
  /** It is laid over all of the box around it, opaque and without a text. */
  readonly isCover: boolean;
  /** The area that it fills of the grid around it. */
  readonly area: string | undefined;
  /** Pixels that it takes at least from top to bottom. */
  readonly height: number;
  /** It is not laid out with what stands around it. */
  readonly isOut: boolean;
  /** It is opaque and without a text. */
  readonly isOpaque: boolean;
};

type Tools = {
  readonly screen: ScreenName;
  readonly cascade: Cascade;
  readonly sheets: StyleSheets;
  readonly opensLater: Opening;
};

export function createFrames({ screen: screenName, cascade, sheets, opensLater }: Tools) {
  const screen = SCREENS[screenName];

  const animationsIn = (declared: Declarations) => animationsOf((property) => declared.get(property)?.value);
  /** True for an animation that goes on, or is not to be found in the page. */
  const isAnimated = (declared: Declarations) =>
    animationsIn(declared).some((animation) => isMoving(animation, sheets.keyframesOf(animation.name)));
  /** True for an animation that waits for a class or a script to start it. */
  const isStarted = (element: HtmlElement, declared: Declarations) =>
    animationsIn(declared).some(({ isPaused }) => isPaused) &&
    opensLater(element, { property: 'animation-play-state animation', declared: declared.get('animation-play-state') });

  /** True for a grid that gives its items room later. */
  const isOpened = ({ parent }: HtmlElement, { tracks }: Place) =>
    tracks !== undefined && parent !== null && opensLater(parent, { property: TRACKS, declared: tracks.declared });

  const partOf = (element: HtmlElement, part: Part, { appearance }: Frame) => {
    const matches = sheets.partMatchesOf(element, part);
    return matches.length > 0 ? partDeclarations(matches, screenName, appearance.custom) : undefined;
  };

  /** True where pointing, a click or a script may take away what is laid over an element. */
  const isUncovered = (element: HtmlElement, part: Declarations) => {
    const declared = part.get('content');
    const names = declared?.by?.selector.names ?? [];
    return (
      opensLater(element, { property: 'content', declared }) ||
      names.some((name) => sheets.rulesNaming(name).some(({ selector }) => STATE.test(selector)))
    );
  };

  /** The frame of an element under what rules say of its parts; `undefined` where one is laid over all of it. */
  const withParts = (
    element: HtmlElement,
    frame: Frame,
    { isPositioned, isInline }: { readonly isPositioned: boolean; readonly isInline: boolean },
  ): Frame | undefined => {
    for (const name of isPositioned ? (['before', 'after'] as const) : []) {
      const part = partOf(element, name, frame);
      if (!part || !isCoveringPart(part) || mayBeLifted(element, sheets)) continue;
      if (!isUncovered(element, part)) return undefined;
    }
    const declared = isInline ? undefined : partOf(element, 'first-line', frame);
    if (!declared || !element.children.every((child) => isText(child) || INLINE.test(child.name))) return frame;
    const tools = { screen, isInline: true, mayLayGround: false };
    const first = appearanceOf(element, { declared, custom: frame.appearance.custom }, frame.appearance, tools);
    return widthOf(element, first, SCREENS.wide) < SCREENS.narrow.width ? { ...frame, appearance: first } : frame;
  };

  /** The frame of an element within another one's; `undefined` for one whose box nobody sees. */
  const within = (element: HtmlElement, frame: Frame): Frame | undefined => {
    const { appearance: around, place } = frame;
    const found = cascade(element, screenName, around.custom, place.container);
    const { declared } = found;
    const mayLayGround = (around.ground !== undefined || place.isPlain) && mayHaveGround(element, sheets);
    if (declared.size === 0) {
      const appearance = appearanceOf(element, found, around, { screen, isInline: false, mayLayGround });
      const inner = below(place, mayLayGround);
      if (sheets.hasParts)
        return withParts(
          element,
          { appearance, place: inner, isCover: false, isOut: false, isOpaque: false, area: undefined, height: 0 },
          { isPositioned: place.isPositioned, isInline: INLINE.test(element.name) },
        );
      return appearance === around &&
        inner === place &&
        !frame.isOpaque &&
        !frame.isOut &&
        frame.area === undefined &&
        frame.height === 0
        ? frame
        : { appearance, place: inner, isCover: false, isOut: false, isOpaque: false, area: undefined, height: 0 };
    }
    const isInline = isInlineBox(element, declared, place);
    const appearance = appearanceOf(element, found, around, { screen, isInline, mayLayGround });
    const box = boxOf({ element, declared, appearance, isInline, mayBePositioned: mayLayGround }, place, screen);
    const isBlank = box.isOpaque && isEmpty(element);
    const property = box.hiddenBy ?? (around.isVisible && !appearance.isVisible ? 'visibility' : undefined);
    const shown = {
      place: box.place,
      isCover: isBlank && ((place.isFlex && box.area !== undefined) || (box.isCover && place.isPositioned)),
      isOut: box.isOut,
      isOpaque: isBlank,
      area: box.area,
      height: heightOf(declared, appearance, screen),
    };
    if (property === undefined) {
      const inner = { ...shown, appearance: scaled(appearance, box.scale) };
      return sheets.hasParts
        ? withParts(element, inner, { isPositioned: box.isPositioned || place.isPositioned, isInline })
        : inner;
    }
    const causing = property.split(' ').find((name) => declared.has(name)) ?? property;
    const isLater =
      (property === TRACKS && isOpened(element, place)) ||
      (property !== 'display' && (isAnimated(declared) || isStarted(element, declared))) ||
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
    /** The layer of an element within a frame. */
    layerOf: (element: HtmlElement, { appearance, place }: Frame): Layer => {
      const found = cascade(element, screenName, appearance.custom, place.container);
      const isInline = isInlineBox(element, found.declared, place);
      const own = appearanceOf(element, found, appearance, { screen, isInline, mayLayGround: false });
      return layerOf(element, found.declared, own, screen);
    },
    mayBeLifted: (element: HtmlElement) => mayBeLifted(element, sheets),
    /** The frame of the page's body. */
    of(body: HtmlParent): Frame {
      const top: Frame = {
        appearance: { ...PLAIN, custom: { ...PALETTE, ...sheets.initial } },
        place: TOP_PLACE,
        isCover: false,
        isOpaque: false,
        isOut: false,
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

const STATE = /:(?:hover|focus|active|checked|target|has)|\[(?:open|aria-)/;

function scaled(appearance: Appearance, scale: number): Appearance {
  return scale === 1 ? appearance : { ...appearance, scale: appearance.scale * scale };
}

function below(place: Place, mayBePositioned: boolean): Place {
  const isPlain = place.isPlain && !mayBePositioned;
  const { isFlex, isPositioned, is3d, perspective } = place;
  if (!isFlex && !isPositioned && !is3d && perspective === undefined && isPlain === place.isPlain) return place;
  return { ...place, ...NO_LAYOUT, isPlain };
}

/** What a box lays out in a way of its own says nothing of what is in that. */
const NO_LAYOUT = {
  isFlex: false,
  flow: undefined,
  tracks: undefined,
  perspective: undefined,
  isPositioned: false,
  is3d: false,
};

function isEmpty(element: HtmlElement): boolean {
  return element.children.every((child) => isText(child) && child.data.trim() === '');
}
