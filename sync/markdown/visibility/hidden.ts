/** Finds content that is invisible on every screen, even after a visitor opens all tabs, accordions and overlays. */
import { allBuilders } from '../builders.ts';
import { memoryOfObjects } from '../memory.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, chainOf, isText, nodesBelow, textOf } from '../parse/html.ts';
import { requireWhole, type Page } from '../parse/page.ts';
import type { HtmlElement, HtmlNode } from '../parse/tree.ts';
import { ALL_SCREENS, createCascade, type Cascade } from './cascade.ts';
import { SCREENS } from './media.ts';
import { createOpening, type Opening } from './opening.ts';
import { hidingProperty, inheritedBy, OUTERMOST, unseenText, type Inherited, type Valued } from './proof.ts';

// Replaced elements: visible without text. Elements without children show at most an image, which a label may name.
const REPLACED = /^(?:img|picture|iframe|video|audio|embed|object|input|svg|canvas|hr)$/;
const MEDIA = /^(?:img|picture|source|iframe|video)$/;
// Attributes and classes of lazy loading. An element is hidden, or has no size, until it loads.
const LAZY = /^data-(?:\S*-)?(?:src|srcset|lazy\S*|original|bg)$|^nitro-lazy-src$/;
const LAZY_CLASS = /(?:^|[\s_-])lazy/i;
const NEVER_SHOWN = /^(?:script|style|template)$/;
// Style sheets of fonts and icons, which do not set backgrounds.
const NO_LOOK = /fonts\.(?:googleapis|bunny|gstatic)|use\.typekit|dashicons|font-?awesome|icons?(?:\.min)?\.css/i;

// Utility classes of builders that together hide an element on every screen, by an external style sheet.
const WITHDRAWN = classMatcher(allBuilders('hiddenEverywhere'));

export type Visibility = {
  /** Texts and elements that no visitor can see. */
  readonly hidden: ReadonlySet<HtmlNode>;
  /** Returns true if rules of the page hide an element on a type of screen. */
  readonly hidesOn: (element: HtmlElement, device: 'wide' | 'narrow') => boolean;
  readonly hasRules: boolean;
  /** True if the page links style sheets, which sync does not read. */
  readonly hasUnreadSheets: boolean;
  /** Returns true if selector matching has exceeded its limit. */
  readonly isExhausted: () => boolean;
};

/** Returns the visibility of a page, cached by page. Throws a `ConversionError` for a page that is nested too deep. */
export const visibilityOf = memoryOfObjects((page: Page): Visibility =>
  examine(requireWhole(page).body, page.elements),
);

/** Computes the visibility below a root. `elements` are its descendants in document order; `document` has all elements. */
export function examine(
  root: HtmlElement,
  document: readonly HtmlElement[],
  elements: readonly HtmlElement[] = document,
): Visibility {
  const isOpen = document.some(isUnreadSheet);
  const cascade = createCascade(document, !isOpen);
  const chain = elements === document ? [] : chainOf(root);
  const suspects = new Set([...chain, ...elements].filter(cascade.mayBeHidden));
  const hidden = hiddenByStyle(root, document, suspects, { cascade, isOpen });
  for (const element of [...chain, ...elements]) if (WITHDRAWN(element.classes) !== undefined) hideAll(element, hidden);
  const hidesOn = (element: HtmlElement, device: 'wide' | 'narrow') => {
    if (!suspects.has(element)) return false;
    const display = cascade.declaredFor(element, device === 'wide' ? 0 : SCREENS.length - 1).get('display');
    return display?.rule !== undefined && display.value === 'none';
  };
  return {
    hidden: withEmptied(hidden, elements),
    hidesOn,
    hasRules: cascade.hasRules,
    hasUnreadSheets: isOpen,
    isExhausted: cascade.isExhausted,
  };
}

function hiddenByStyle(
  root: HtmlElement,
  elements: readonly HtmlElement[],
  suspects: ReadonlySet<HtmlElement>,
  { cascade, isOpen }: Pick<Tools, 'cascade' | 'isOpen'>,
): Set<HtmlNode> {
  if (suspects.size === 0) return new Set();
  const around = withAncestors(suspects);
  const tools = { cascade, opensLater: createOpening(elements, cascade), isOpen, suspects, around };
  const [wide = 0, ...others] = ALL_SCREENS;
  let hidden = walk(root, wide, tools);
  for (const screen of cascade.isResponsive ? others : [])
    if (hidden.size > 0) hidden = hidden.intersection(walk(root, screen, tools));
  return hidden;
}

// Whether an external style sheet may declare colours and sizes.
function isUnreadSheet(element: HtmlElement): boolean {
  if (element.name === 'style')
    return /@import\s+(?!url\(["']?(?:https?:)?\/\/fonts\.|["'](?:https?:)?\/\/fonts\.)/i.test(textOf(element));
  if (element.name !== 'link') return false;
  const isSheet = /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(element, 'rel')) || attribute(element, 'as') === 'style';
  return isSheet && attribute(element, 'media') !== 'print' && !NO_LOOK.test(attribute(element, 'href'));
}

type Tools = {
  readonly cascade: Cascade;
  readonly opensLater: Opening;
  readonly isOpen: boolean;
  /** Elements that declarations may hide; `around` has their ancestors too. */
  readonly suspects: ReadonlySet<HtmlElement>;
  readonly around: ReadonlySet<HtmlElement>;
};

function withAncestors(elements: ReadonlySet<HtmlElement>): ReadonlySet<HtmlElement> {
  const all = new Set(elements);
  for (const element of elements)
    for (let { parent } = element; parent && !all.has(parent); { parent } = parent) all.add(parent);
  return all;
}

// Returns the nodes that are hidden on a screen.
function walk(root: HtmlElement, screen: number, tools: Tools): Set<HtmlNode> {
  const { cascade, opensLater, isOpen, suspects } = tools;
  const hidden = new Set<HtmlNode>();
  const window = SCREENS[screen] ?? SCREENS[0];

  function judge(element: HtmlElement, around: Inherited): Inherited | undefined {
    if (around === OUTERMOST && !suspects.has(element)) return around;
    const declared = cascade.declaredFor(element, screen);
    const value: Valued = (property) => {
      const winning = declared.get(property);
      return winning && cascade.resolve(winning.value, element, screen);
    };
    const given = inheritedBy(element, around, value, window, { isOpen, judgesColours: !isOpen, declared });
    const opens = (property: string) => opensLater(element, property, declared);
    if (/^(?:html|body)$/.test(element.name)) return { ...given, isVisible: true, opacity: 1 };
    const isLazy = MEDIA.test(element.name) && loadsLater(element);
    const property = hidingProperty(element, value, { fontSize: given.fontSize, ...window });
    if (property !== undefined && !isLazy && !opens(property)) return undefined;
    const isVisible = given.isVisible || (around.isVisible && (isLazy || opens('visibility')));
    const opacity =
      declared.has('opacity') && unseenText({ ...OUTERMOST, opacity: given.opacity }) && (isLazy || opens('opacity'))
        ? around.opacity
        : given.opacity;
    if (unseenText({ ...OUTERMOST, opacity }) === 'opacity') return undefined;
    return isPlain({ ...given, isVisible, opacity }) ? OUTERMOST : { ...given, isVisible, opacity };
  }

  let outer: Inherited = OUTERMOST;
  for (const element of chainOf(root)) {
    const inherited = judge(element, outer);
    if (!inherited) {
      hideAll(element, hidden);
      return hidden;
    }
    outer = inherited;
  }
  const levels: { readonly parent: HtmlElement; readonly inherited: Inherited }[] = [
    { parent: root, inherited: outer },
  ];
  for (let level = levels.pop(); level; level = levels.pop()) {
    const unseen = unseenText(level.inherited);
    for (const child of level.parent.children) {
      if (isText(child)) {
        if (unseen !== undefined && child.data.trim() !== '') hidden.add(child);
        continue;
      }
      if (NEVER_SHOWN.test(child.name) || (level.inherited === OUTERMOST && !tools.around.has(child))) continue;
      const inherited = judge(child, level.inherited);
      const isHidden =
        !inherited || (!inherited.isVisible && (REPLACED.test(child.name) || child.children.length === 0));
      if (isHidden) hideAll(child, hidden);
      else if (child.children.length > 0) levels.push({ parent: child, inherited });
    }
  }
  return hidden;
}

// Whether no inherited value can hide a descendant text.
const isPlain = ({ isVisible, opacity, fontSize, isIndentedAway, isOneLine, ink, background }: Inherited): boolean =>
  isVisible && opacity > 0.3 && fontSize > 5 && !isIndentedAway && !isOneLine && !ink && !background;

function loadsLater({ attribs }: HtmlElement): boolean {
  return LAZY_CLASS.test(attribs['class'] ?? '') || Object.keys(attribs).some((name) => LAZY.test(name));
}

function hideAll(node: HtmlNode, hidden: Set<HtmlNode>): void {
  for (const inner of nodesBelow({ children: [node] }, () => true)) hidden.add(inner);
}

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
