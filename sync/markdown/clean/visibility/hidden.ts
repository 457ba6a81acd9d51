/** Finds what nobody sees who looks at the page, whatever they open, on any kind of screen. */
import { allBuilders } from '../../builders.ts';
import { classMatcher } from '../../parse/class-names.ts';
import { attribute, isElement, isText, textOf, textsOf } from '../../parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../../parse/tree.ts';
import { createCascade } from './cascade.ts';
import { hiddenCells } from './columns.ts';
import { SCREENS } from './conditions.ts';
import { coversAfter, coversBefore, type Layer } from './covers.ts';
import { createFrames, type Frame } from './frames.ts';
import { hasOwnStyle } from './hints.ts';
import { createOpening } from './opening.ts';
import type { ScreenName } from './rules.ts';
import type { StyleSheets } from './style-sheets.ts';
import { INLINE } from './sizes.ts';
import { isUnseen } from './text.ts';
import { laysGround } from './theme-ground.ts';

/** Elements that show something without any text. */
const REPLACED = /^(?:img|picture|iframe|video|audio|embed|object|input|svg|canvas|hr)$/;
/** A page of which so much is white stands on a dark ground that its theme lays, if it is more than a few words. */
const MOST_PRESUMED = 0.9;
const LEAST_LETTERS = 200;

/** What a builder hides on every screen, by rules of a style sheet elsewhere. */
const PUT_AWAY = classMatcher(allBuilders('hiddenEverywhere'));

/** The texts and elements of a page that nobody sees; `elements` are all of it, in document order. */
export function findHidden(
  body: HtmlParent,
  elements: readonly HtmlElement[],
  sheets: StyleSheets,
): ReadonlySet<HtmlNode> {
  const hidden = hiddenByRules(body, elements, sheets);
  for (const element of elements) if (PUT_AWAY(element.classes) !== undefined) hideAll(element, hidden);
  for (const cell of hiddenCells(elements)) hideAll(cell, hidden);
  return withEmptied(hidden, elements);
}

function hiddenByRules(body: HtmlParent, elements: readonly HtmlElement[], sheets: StyleSheets): Set<HtmlNode> {
  const styled = sheets.hasRules ? undefined : new Set(elements.filter((element) => hasOwnStyle(element, sheets)));
  if (styled?.size === 0) return new Set();
  const isPlain = styled !== undefined && !isWithinStyle(body, sheets);
  const [own, ownAround] = isPlain ? [styled, withAncestors(styled)] : [];
  const cascade = createCascade(sheets);
  const opensLater = createOpening(sheets, elements);
  let grounded: boolean | undefined;
  const isGrounded = () => (grounded ??= sheets.theme !== undefined && laysGround(sheets.theme));
  const walkOn = (screen: ScreenName, known?: Walked) => {
    const frames = createFrames({ screen, cascade, sheets, opensLater });
    return walk(body, frames, { width: SCREENS[screen].width, isGrounded, known, own, ownAround });
  };
  const wide = walkOn('wide');
  const { hidden } = wide;
  for (const screen of sheets.otherScreens) {
    if (hidden.size === 0) break;
    const there = walkOn(screen, wide).hidden;
    for (const node of hidden) if (!there.has(node)) hidden.delete(node);
  }
  return hidden;
}

function isWithinStyle(body: HtmlParent, sheets: StyleSheets): boolean {
  let element = 'nodeType' in body ? (body as HtmlElement) : null;
  while (element && !hasOwnStyle(element, sheets)) element = element.parent;
  return element !== null;
}

type Level = {
  readonly parent: HtmlParent;
  /** Nothing is said of the elements around. */
  readonly isPlain: boolean;
  readonly frame: Frame;
  readonly descent: Descent;
  readonly flow: ReturnType<Frames['flowIn']>;
};
type Frames = ReturnType<typeof createFrames>;

/** Distance down within a box that cuts off, in pixels, as far as nothing was seen before. */
type Descent = { readonly down: number; readonly room: number; readonly isBlank: boolean };

const NOT_CUT: Descent = { down: 0, room: Infinity, isBlank: false };
const LEAST_LINE = 1.1;

function startOf({ place }: Frame): Descent {
  const room = place.window?.height ?? Infinity;
  // What is shut and opens later has room then.
  return room === Infinity || room === 0 ? NOT_CUT : { down: place.window?.top ?? 0, room, isBlank: true };
}

/** The place of a text after the line feeds before it. */
function afterLines(text: string, { appearance }: Frame, descent: Descent): Descent {
  const lines = text.length - text.replace(/^\n+/, '').length;
  return { ...descent, down: descent.down + lines * (appearance.lineHeight ?? appearance.fontSize * LEAST_LINE) };
}

function isElementNamed(node: HtmlParent, name: string): boolean {
  return 'name' in node && node.name === name;
}

/** The place below an element: a line break goes a line down, an empty box its height. */
function after(element: HtmlElement, { appearance, height }: Frame, descent: Descent): Descent {
  if (!descent.isBlank) return descent;
  const line = appearance.lineHeight ?? appearance.fontSize * LEAST_LINE;
  if (element.name === 'br') return { ...descent, down: descent.down + line };
  const breaks = element.children.filter((child) => isElement(child) && child.name === 'br').length;
  const text = textOf(element);
  const isBlank = !REPLACED.test(element.name) && text.trim() === '';
  const lines = breaks > 0 || !text.includes('\u00A0') || INLINE.test(element.name) ? breaks : 1;
  return { ...descent, isBlank, down: descent.down + Math.max(height, lines * line) };
}

/** Texts and elements that are hidden on a screen, and how many letters were looked at. */
type Walked = { readonly hidden: Set<HtmlNode>; readonly letters: number };
type Walking = {
  readonly width: number;
  readonly isGrounded: () => boolean;
  /** What another screen hides: of this one only the same is asked. */
  readonly known: Walked | undefined;
  /** In a page without rules, the elements of which their own attributes say something, and these with those around them. */
  readonly own: ReadonlySet<HtmlNode> | undefined;
  readonly ownAround: ReadonlySet<HtmlNode> | undefined;
};

/** Looks at a page on one screen. */
function walk(body: HtmlParent, frames: Frames, { width, isGrounded, known, own, ownAround }: Walking): Walked {
  const hidden = new Set<HtmlNode>();
  const presumed: HtmlNode[] = [];
  let [letters, presumedLetters] = [0, 0];
  const asked = known && withAncestors(known.hidden);
  const passed: HtmlElement[] = [];
  const levels: Level[] = [
    { parent: body, isPlain: own !== undefined, frame: frames.of(body), descent: NOT_CUT, flow: undefined },
  ];
  for (let level = levels.pop(); level; level = levels.pop()) {
    const { parent, isPlain, flow } = level;
    const frame = frames.overlaid(parent, level.frame);
    let { descent } = level;
    for (const child of parent.children) {
      if (isElement(child)) {
        if (child.name === 'script' || child.name === 'style') continue;
        if (isPlain && !ownAround?.has(child)) {
          passed.push(child);
          continue;
        }
        const inner = frames.within(child, frame);
        const isUnseenBox = inner && (!inner.appearance.isVisible || inner.place.shut !== undefined);
        if (!inner || (isUnseenBox && REPLACED.test(child.name))) hideAll(child, hidden);
        else if (flow && !inner.isOut && isBeyond(child, frame, frames, flow)) hideAll(child, hidden);
        else {
          const isSame = inner.place.window === frame.place.window;
          const ownDescent = isSame ? (inner.isOut ? NOT_CUT : descent) : startOf(inner);
          if (child.children.length > 0 && asked?.has(child) !== false)
            levels.push({
              parent: child,
              isPlain: isPlain && !own?.has(child),
              frame: inner,
              descent: ownDescent,
              flow: inner.place.window && frames.flowIn(child, frame, inner, inner.isOut ? undefined : flow?.room()),
            });
          if (!inner.isOut) descent = after(child, inner, descent);
        }
        if (inner?.isOpaque) for (const covered of coveredBy(child, inner, frames, frame)) hideAll(covered, hidden);
        continue;
      }
      const length = child.data.trim().length;
      letters += length;
      if (descent.isBlank && isElementNamed(parent, 'pre')) descent = afterLines(child.data, frame, descent);
      const isBelow = flow?.isTextBeyond() || (descent.isBlank && descent.down > 0 && descent.down >= descent.room);
      const unseen =
        length > 0 && (isBelow || frame.place.shut ? 'certain' : isUnseen(frame.appearance, length, width));
      if (length > 0 && !unseen) descent = { ...descent, isBlank: false };
      if (unseen) hidden.add(child);
      if (unseen !== 'presumed') continue;
      presumed.push(child);
      presumedLetters += length;
    }
  }
  if (presumed.length === 0) return { hidden, letters };
  for (const element of passed) for (const text of textsOf(element)) letters += text.trim().length;
  letters = Math.max(letters, known?.letters ?? 0);
  const isMost = letters >= LEAST_LETTERS && presumedLetters >= MOST_PRESUMED * letters;
  if (isMost || isGrounded()) for (const node of presumed) hidden.delete(node);
  return { hidden, letters };
}

/** Nodes, and the elements around them: nothing but what is in one and beside it decides whether a node is hidden. */
function withAncestors(nodes: ReadonlySet<HtmlNode>): ReadonlySet<HtmlNode> {
  const all = new Set(nodes);
  for (const node of nodes)
    for (let { parent } = node; parent && !all.has(parent); { parent } = parent) all.add(parent);
  return all;
}

function isBeyond(element: HtmlElement, frame: Frame, frames: Frames, flow: NonNullable<Level['flow']>): boolean {
  const step = frames.stepIn(element, frame, flow.room());
  return step !== undefined && flow.isBeyond(element, step.extent, step.kind);
}

/** What an opaque box is laid over: all that is in the box around it and not lifted above it, or the text before it. */
function* coveredBy(cover: HtmlElement, { area, isCover }: Frame, frames: Frames, around: Frame): Generator<HtmlNode> {
  const layer = frames.layerOf(cover, around);
  if (!isCover) {
    yield* beside(cover, layer, frames, around);
    return;
  }
  for (let before = cover.prev; before; before = before.prev) {
    if (isText(before)) {
      if (area === undefined) yield before;
      continue;
    }
    const frame = frames.within(before, around);
    // What stands before another cover, that one has covered.
    if (frame?.isCover) return;
    const isBelow = frame !== undefined && frames.layerOf(before, around).level <= layer.level;
    if (isBelow && (area === undefined || frame.area === area)) yield before;
  }
  if (area === undefined && !hasClass(cover.parent)) yield* behind(cover, layer, frames, around);
}

/** The text right before a box that has been moved up over it, and the one right after that has been moved up under it. */
function* beside(cover: HtmlElement, layer: Layer, frames: Frames, around: Frame): Generator<HtmlNode> {
  const [before, next] = [neighbour(cover, 'prev'), neighbour(cover, 'next')];
  if (before && coversBefore(layer, frames.layerOf(before, around))) yield before;
  if (layer.gap >= 0 || !next || hasClass(next) || frames.mayBeLifted(next)) return;
  if (coversAfter(layer, frames.layerOf(next, around))) yield next;
}

/** The element next to one, if no text stands between them. */
function neighbour(element: HtmlElement, side: 'prev' | 'next'): HtmlElement | undefined {
  let one = element[side];
  while (one && isText(one) && one.data.trim() === '') one = one[side];
  return one && isElement(one) ? one : undefined;
}

/** What comes after a cover, and is in the flow below it all the same. */
function* behind(cover: HtmlElement, { level }: Layer, frames: Frames, around: Frame): Generator<HtmlNode> {
  for (let { next } = cover; next; { next } = next) {
    if (isText(next)) {
      yield next;
      continue;
    }
    if (frames.within(next, around)?.isCover) return;
    if (!hasClass(next) && frames.layerOf(next, around).level < level && !frames.mayBeLifted(next)) yield next;
  }
}

/** A theme may lift what has a class. */
function hasClass(element: HtmlElement | null): boolean {
  return element !== null && attribute(element, 'class') !== '';
}

function hideAll(node: HtmlNode, hidden: Set<HtmlNode>): void {
  const stack: HtmlNode[] = [node];
  for (let one = stack.pop(); one; one = stack.pop()) {
    hidden.add(one);
    if (isElement(one)) for (const child of one.children) stack.push(child);
  }
}

/** Also the elements in which nothing is left. */
function withEmptied(hidden: Set<HtmlNode>, elements: readonly HtmlElement[]): ReadonlySet<HtmlNode> {
  if (hidden.size === 0) return hidden;
  for (const element of elements.toReversed()) {
    if (element.children.length === 0 || hidden.has(element)) continue;
    const isEmpty = (child: HtmlNode) =>
      hidden.has(child) || (isText(child) ? child.data.trim() === '' : /^(?:br|wbr|style|script)$/.test(child.name));
    if (element.children.some((child) => hidden.has(child)) && element.children.every(isEmpty)) hidden.add(element);
  }
  return hidden;
}
