/** Inherited state of an element's contents, screen by screen: how text looks there, and where boxes stand. */
import { isText, textOf } from '../../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../../parse/tree.ts';
import { animationsOf, isMoving } from './animations.ts';
import { appearanceOf, PLAIN, type Appearance } from './appearance.ts';
import { boxOf, isInlineBox, SHUT, TRACKS } from './boxes.ts';
import { partDeclarations, type Cascade, type Declarations } from './cascade.ts';
import {
  hasContent,
  isCoveringPart,
  isGroundBox,
  isOpaqueBox,
  isPictureBox,
  layerOf,
  liesOnPicture,
  mayBeLifted,
  type Layer,
} from './covers.ts';
import { SCREENS } from './conditions.ts';
import { groundOf, mayHaveGround, type Ground } from './ground.ts';
import { createFlow, extentOf, type Room } from './overflow.ts';
import { PALETTE } from './palette.ts';
import { widthOf } from './positions.ts';
import { isNearControl } from './switching.ts';
import { heightOf, INLINE } from './sizes.ts';
import type { Opening } from './opening.ts';
import { TOP_PLACE, type Place } from './place.ts';
import type { ScreenName } from './rules.ts';
import type { Part } from './parts.ts';
import type { StyleSheets } from './style-sheets.ts';
import type { Custom } from './variables.ts';

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
    around: Frame,
    { isPositioned, isInline }: { readonly isPositioned: boolean; readonly isInline: boolean },
  ): Frame | undefined => {
    let frame = around;
    for (const name of isPositioned ? (['before', 'after'] as const) : []) {
      const part = partOf(element, name, frame);
      if (part && isGroundBox(part) && hasContent(part))
        frame = onGround(frame, isOpaqueBox(part) ? groundOf(part, undefined, NO_INK) : undefined);
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
    const isElsewhere = mayLayGround || (place.isPositioned && liesOnPicture(element, declared));
    const appearance = appearanceOf(element, found, around, { screen, isInline, mayLayGround: isElsewhere });
    const box = boxOf(
      { element, declared, appearance, isInline, mayBePositioned: mayLayGround, find: sheets.elementOf },
      place,
      screen,
    );
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
    if (property === SHUT && !box.isPositioned && box.scale === 1)
      return { ...shown, appearance, place: { ...box.place, window: undefined, shut: 'static' } };
    return property === 'visibility' ? { ...shown, appearance } : undefined;
  };

  const lookOf = (element: HtmlElement, { appearance, place }: Frame) => {
    const found = cascade(element, screenName, appearance.custom, place.container, true);
    const isInline = isInlineBox(element, found.declared, place);
    return {
      isInline,
      declared: found.declared,
      appearance: appearanceOf(element, found, appearance, { screen, isInline, mayLayGround: false }),
    };
  };

  /** True where visitors or scripts may move what a box cuts off into it. */
  const mayMove = (element: HtmlElement, declared: Declarations) =>
    opensLater(element, { property: 'overflow-x overflow', declared: declared.get('overflow-x') }) ||
    isNearControl(element);

  /** Follows those in an element in turn, within the room of a box that cuts off. */
  const flowIn = (element: HtmlElement, around: Frame, inner: Frame, room: Room | undefined) => {
    const { declared, appearance } = lookOf(element, around);
    const { window } = inner.place;
    const isOwn = window !== undefined && window !== around.place.window;
    if (!isOwn && !room) return undefined;
    if (isOwn && mayMove(element, declared)) return undefined;
    const edge = isOwn ? { width: window.width, height: window.height - window.top } : room;
    if (!edge || edge.height <= 0) return undefined;
    return createFlow(element, declared, { ...appearance, isOneLine: inner.appearance.isOneLine }, screen, edge);
  };

  /** What one in a box takes of its room; `undefined` for one that is moved, or moves. */
  const stepIn = (element: HtmlElement, around: Frame, room: Room) => {
    const { declared, appearance, isInline } = lookOf(element, around);
    const value = (name: string) => declared.get(name)?.value ?? '';
    const isMoved = MOVING.some((name) => !/^(?:|none|static|0(?:px|%)?|auto)$/.test(value(name)));
    if (isMoved || isAnimated(declared)) return undefined;
    const hasText = !isInline && textOf(element).trim() !== '';
    return {
      extent: extentOf({ declared, appearance }, around.place.flow, screen, room),
      kind: {
        isInline: isInline || value('display').startsWith('inline-'),
        line: hasText ? (appearance.lineHeight ?? appearance.fontSize) : 0,
        floats: /left/.test(value('float')),
      },
    };
  };

  /** The frame of those in an element, where one of them lays a ground or a picture under the others. */
  const overlaid = (element: HtmlParent, frame: Frame): Frame => {
    const { appearance, place } = frame;
    if (!place.isPositioned || !appearance.ground) return frame;
    for (const child of element.children.slice(0, MOST_LAID)) {
      if (isText(child)) continue;
      const { declared } = cascade(child, screenName, appearance.custom, place.container);
      if (isGroundBox(declared) || isPictureBox(child, declared)) return onGround(frame, undefined);
    }
    return frame;
  };

  return {
    within,
    overlaid,
    flowIn,
    stepIn,
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
        appearance: { ...PLAIN, custom: withInitial(sheets.initial) },
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

/** The palette, with the values of a page's own custom properties where none is set. */
function withInitial(initial: Custom): Custom {
  return Object.keys(initial).length === 0 ? PALETTE : { ...PALETTE, ...initial };
}

/** The body and what is around it, outermost first. */
function ancestorsOf(body: HtmlParent): HtmlElement[] {
  const chain: HtmlElement[] = [];
  // A page without a body has a parent of its own that is no element.
  let element = 'nodeType' in body ? (body as HtmlElement) : null;
  for (; element && element.name !== '#document'; element = element.parent) chain.unshift(element);
  return chain;
}

/** Boxes of one parent among which one is looked for that lays a ground under the others. */
const MOST_LAID = 20;

/** Properties that move a box, and those in it, from where it is laid out. */
const MOVING = ['transform', 'translate', 'position', 'left', 'top', 'order', 'grid-area', 'grid-row', 'grid-column'];

const STATE = /:(?:hover|focus|active|checked|target|has)|\[(?:open|aria-)/;

const NO_INK = { ink: undefined, isElsewhere: false };

function onGround(frame: Frame, ground: Ground | undefined): Frame {
  return { ...frame, appearance: { ...frame.appearance, ground } };
}

function scaled(appearance: Appearance, scale: number): Appearance {
  return scale === 1 ? appearance : { ...appearance, scale: appearance.scale * scale };
}

function below(place: Place, mayBePositioned: boolean): Place {
  const isPlain = place.isPlain && !mayBePositioned;
  const { isFlex, isPositioned, space, perspective } = place;
  if (!isFlex && !isPositioned && !space && perspective === undefined && isPlain === place.isPlain) return place;
  return { ...place, ...NO_LAYOUT, isPlain };
}

/** What a box lays out in a way of its own says nothing of what is in that. */
const NO_LAYOUT = {
  isFlex: false,
  flow: undefined,
  tracks: undefined,
  perspective: undefined,
  isPositioned: false,
  space: undefined,
};

function isEmpty(element: HtmlElement): boolean {
  return element.children.every((child) => isText(child) && child.data.trim() === '');
}
