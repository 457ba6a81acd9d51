/** Finds what nobody sees who looks at the page, whatever they open: one walk over the tree for every kind of screen that differs. */
import { isElement, isText } from '../../parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../../parse/tree.ts';
import { appearanceOf, isUnseen, PLAIN, type Appearance } from './appearance.ts';
import { boxOf, isInlineBox, TOP_PLACE, type Place } from './boxes.ts';
import { createCascade, type Declarations } from './cascade.ts';
import { createColours } from './colours.ts';
import { SCREENS } from './conditions.ts';
import { mayHaveGround } from './ground.ts';
import { createOpening, openedIds } from './opening.ts';
import { createProperties } from './properties.ts';
import type { ScreenName, StyleSheets } from './style-sheets.ts';

type Level = { readonly parent: HtmlElement | HtmlParent; readonly appearance: Appearance; readonly place: Place };

/** Elements that show something without any text. */
const REPLACED = /^(?:img|picture|iframe|video|audio|embed|object|input|svg|canvas|hr)$/;
/** What stands in them is shown where the thing itself cannot be. */
const FALLBACK = /^(?:video|audio|object|iframe|canvas|noscript)$/;

/** The texts and elements of a page that nobody sees. */
export function findHidden(
  body: HtmlParent,
  elements: readonly HtmlElement[],
  sheets: StyleSheets,
): ReadonlySet<HtmlNode> {
  const walk = createWalk(elements, sheets);
  const [first, ...others] = sheets.screens.map((screen) => walk(body, screen));
  const hidden = new Set<HtmlNode>(first);
  for (const other of others) for (const node of hidden) if (!other.has(node)) hidden.delete(node);
  return withEmptied(hidden, elements);
}

function createWalk(elements: readonly HtmlElement[], sheets: StyleSheets) {
  const colours = createColours();
  const cascade = createCascade(sheets, createProperties(colours));
  const opensLater = createOpening(sheets, openedIds(elements));

  /** Whether an animation goes on, or is not to be found in the page. */
  const isAnimated = (declared: Declarations) => {
    const name = declared.get('animation-name')?.value ?? 'none';
    if (name === 'none') return false;
    return (
      declared.get('animation-iteration-count')?.value === 'infinite' ||
      sheets.lastFrameOf(name.split(',')[0] ?? '') === undefined
    );
  };

  return (body: HtmlParent, screenName: ScreenName): ReadonlySet<HtmlNode> => {
    const screen = SCREENS[screenName];
    const hidden = new Set<HtmlNode>();
    const presumed: HtmlNode[] = [];
    let letters = 0;
    let presumedLetters = 0;

    const look = (element: HtmlElement, { appearance: around, place }: Level): Level | undefined => {
      const found = cascade(element, screenName, around.custom);
      const { declared } = found;
      const isInline = isInlineBox(element, declared, place);
      const appearance = appearanceOf(element, found, around, { colours, sheets, screen, isInline });
      if (declared.size === 0)
        return {
          parent: element,
          appearance,
          place: place.isFlex || place.isPlain ? below(place, element, sheets) : place,
        };
      const mayBePositioned = mayHaveGround(element, sheets);
      const box = boxOf({ element, declared, appearance, isInline, mayBePositioned }, place, screen, colours);
      const property = box.hiddenBy ?? (around.isVisible && !appearance.isVisible ? 'visibility' : undefined);
      if (property === undefined)
        return { parent: element, appearance: scaled(appearance, box.scale), place: box.place };
      const causing = property.split(' ').find((name) => declared.has(name)) ?? property;
      const cause = { property, declared: declared.get(causing) };
      if ((property !== 'display' && isAnimated(declared)) || opensLater(element, cause))
        return {
          parent: element,
          appearance: { ...appearance, opacity: around.opacity, isVisible: true, scale: around.scale },
          place: box.place,
        };
      return property === 'visibility' ? { parent: element, appearance, place: box.place } : undefined;
    };

    const levels: Level[] = [rootOf(body)];
    for (let level = levels.pop(); level; level = levels.pop()) {
      const { parent, appearance } = level;
      const isFallback = 'name' in parent && FALLBACK.test(parent.name);
      for (const child of parent.children) {
        if (isText(child)) {
          const length = child.data.trim().length;
          if (length === 0) continue;
          letters += length;
          const unseen = isFallback ? 'certain' : isUnseen(appearance, length, screen);
          if (unseen) hidden.add(child);
          if (unseen !== 'presumed') continue;
          presumed.push(child);
          presumedLetters += length;
        } else if (child.name !== 'script' && child.name !== 'style') {
          const inner = look(child, level);
          if (!inner) hideAll(child, hidden);
          else if (REPLACED.test(child.name) && !inner.appearance.isVisible) hideAll(child, hidden);
          else if (child.children.length > 0) levels.push(inner);
        }
      }
    }
    // A page that is white nearly throughout stands on a dark ground that its theme lays.
    if (presumedLetters >= MOST_PRESUMED * letters && letters >= LEAST_LETTERS)
      for (const node of presumed) hidden.delete(node);
    return hidden;

    function rootOf(top: HtmlParent): Level {
      const chain: HtmlElement[] = [];
      if ('nodeType' in top) {
        for (let one: HtmlElement | null = top as HtmlElement; one && one.name !== '#document'; one = one.parent)
          chain.unshift(one);
      }
      let level: Level = { parent: top, appearance: { ...PLAIN, custom: PALETTE }, place: TOP_PLACE };
      for (const element of chain) level = look(element, level) ?? { ...level, parent: element };
      return { ...level, parent: top, place: TOP_PLACE };
    }
  };
}

const MOST_PRESUMED = 0.9;
const LEAST_LETTERS = 200;

/** The colours of WordPress's own palette (`wp-includes/theme.json`). */
const PALETTE = Object.freeze({
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
});

function scaled(appearance: Appearance, scale: number): Appearance {
  return scale === 1 ? appearance : { ...appearance, scale: appearance.scale * scale };
}

function below(place: Place, element: HtmlElement, sheets: StyleSheets): Place {
  const isPlain = place.isPlain && !mayHaveGround(element, sheets);
  return place.isFlex || isPlain !== place.isPlain ? { ...place, isFlex: false, isPlain } : place;
}

function hideAll(element: HtmlElement, hidden: Set<HtmlNode>): void {
  const stack: HtmlNode[] = [element];
  for (let node = stack.pop(); node; node = stack.pop()) {
    hidden.add(node);
    if (isElement(node)) for (const child of node.children) stack.push(child);
  }
}

/** Also the elements in which nothing is left; `elements` stand in document order. */
function withEmptied(hidden: Set<HtmlNode>, elements: readonly HtmlElement[]): ReadonlySet<HtmlNode> {
  if (hidden.size === 0) return hidden;
  for (const element of elements.toReversed()) {
    if (element.children.length === 0 || hidden.has(element)) continue;
    const isEmpty = (child: HtmlNode) =>
      hidden.has(child) || (isText(child) ? child.data.trim() === '' : isHollow(child));
    if (element.children.some((child) => hidden.has(child)) && element.children.every(isEmpty)) hidden.add(element);
  }
  return hidden;
}

function isHollow(element: HtmlElement): boolean {
  return /^(?:br|wbr|style|script)$/.test(element.name);
}
