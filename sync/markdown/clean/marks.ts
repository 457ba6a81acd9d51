/**
 * Marks of items and cells: check and cross icons, unavailable items, disabled controls. Without marks, the text of an
 * excluded item reads as included.
 */
import { linkDestination } from '../address.ts';
import { anyClass } from '../parse/class-names.ts';
import {
  attribute,
  closest,
  elementsBelow,
  hasAncestor,
  isAmong,
  isBlank,
  isElement,
  isText,
  lineOf,
  nodesBelow,
  textOf,
} from '../parse/html.ts';
import {
  createElement,
  createText,
  detach,
  insertBefore,
  NO_ATTRIBUTES,
  setChildren,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
} from '../parse/tree.ts';
import { isGlyph, meaningOfIcon, type Meaning } from './icon-names.ts';
import { isForScreenReaders, shownTest, type IsShown } from './screen-readers.ts';
import { namesOf } from '../visibility/opening.ts';

// Elements that draw icons, and cells with an icon from a style sheet.
const ICON_TAGS = /^(?:i|span|em|b|svg|img|div|td)$/;
const ITEMS = /^(?:li|td|th|dd|dt|tr)$/;
const INLINE = /^(?:i|span|em|b|svg|img|strong|small|a|picture|label|u|font|s|sup)$/;
// Maximum characters of an item with a cross. Around longer text, a cross is a close button.
const MAX_ITEM = 300;
const MAX_STATE = 200;
// Maximum number of ancestors of an icon that are examined.
const MAX_CLIMB = 8;
const CONTROL =
  /close(?!d)|dismiss|modal|popup|lightbox|drawer|off-?canvas|toggle|hamburger|menu-?(?:toggle|btn|button|icon|open|trigger)|search|(?<!no-)(?:remove|delete)|accordion|collaps|switch|slider|share|social|(?:^|[\s_-])(?:nav|navbar|cart|btn|button)(?=$|[\s_-])/i;
// Names of disclosure widgets, which have a sign beside the title.
const DISCLOSURE = /accordion|toggle|faq|collaps|expand|disclosure|spoiler/i;
const CLOSING_SIGN = /^\s*[×✕✖⨯xX]\s*$/u;
const isState = anyClass(
  /(?:^|[_-])(?:not?[_-]?(?:available|included)|un-?available|sold[_-]?out|out[_-]?of[_-]?stock|(?:fully[_-]?)?booked|disabled?|disabled?[_-]item)$|^excluded?$|(?:item|feature)[_-]excluded?$|^excluded?[_-]item$/,
);
// Navigation controls, which are disabled at the end of their range.
const NAVIGATION =
  /prev|next|(?:^|[\s_-])(?:nav|page|arrow|arrows|dots?|tab|tabs|menu|submit|load|qty|quantity|plus|minus|play|zoom|step|search)(?=$|[\s_-])|pagination|slick|swiper|splide|carousel|slider|accordion|variation/i;

const isClosing = anyClass(/close(?!d)|dismiss/);

/** Writes the marks of items into the tree. */
export function writeMarks(elements: readonly HtmlElement[], hidden: ReadonlySet<HtmlNode>): void {
  const isShown = shownTest(hidden);
  const unavailable = markUnavailable(elements, isShown);
  const icons = iconsOf(elements, isShown);
  const shared = Map.groupBy(icons.keys(), (icon) => placeOf(icon).around);
  for (const [icon, mark] of icons) {
    const isSole = shared.get(placeOf(icon).around)?.length === 1;
    if (!isAmong(icon, unavailable)) writeMark(icon, mark, isSole, isShown);
  }
  for (const element of elements) {
    const isGlyphOnly = isGlyph(element) && !icons.has(element) && isGlyphText(element);
    if (isGlyphOnly || isSignOfClosing(element)) detach(element);
    else if (isForScreenReaders(element.classes)) showInEmptyCell(element, hidden, isShown);
    else if (isGraphic(element)) setChildren(element, [createText(attribute(element, 'aria-label'))]);
  }
}

// Whether a control only contains a cross, as in a lightbox.
function isSignOfClosing(element: HtmlElement): boolean {
  const isNamed = isClosing(element.classes);
  if (!isNamed && (element.children.length !== 1 || ITEMS.test(element.name))) return false;
  const text = textOf(element);
  return CLOSING_SIGN.test(text) && (isNamed || (!/x/i.test(text) && isControlElement(element)));
}

// Whether an element groups icons to a named graphic, such as the stars of a rating (WAI-ARIA 1.2, `img`).
const isGraphic = (element: HtmlElement): boolean =>
  attribute(element, 'role') === 'img' &&
  attribute(element, 'aria-label').trim() !== '' &&
  element.name !== 'svg' &&
  element.children.some(isElement) &&
  !/[\p{L}\p{N}]/u.test(textOf(element)) &&
  !elementsBelow(element).some(({ name }) => name === 'img');

// A text for screen readers replaces an image from a style sheet: as the value of a rating, or alone in its cell.
function showInEmptyCell(element: HtmlElement, hidden: ReadonlySet<HtmlNode>, isShown: IsShown): void {
  const text = hidden.has(element) ? '' : lineOf(element, (node) => !hidden.has(node));
  if (text === '') return;
  if (attribute(element, 'itemprop') === 'ratingValue') return replace(element, createText(text));
  const cell = closest(element.parent, ({ name }) => /^(?:td|dd)$/.test(name), MAX_CLIMB);
  if (!cell || textBeside(cell, undefined, true, isShown)) return;
  const hasMore = elementsBelow(cell).some(({ name }) => /^(?:img|a|input|button|select)$/.test(name));
  if (!hasMore) replace(element, createText(text));
}

// Whether the text of an icon font is a letter, a sign or a name: at most a single word.
const isGlyphText = (element: HtmlElement): boolean =>
  /^\s*(?:\p{L}[\w]{0,30}|[^\p{L}\p{N}]|\d)\s*$/u.test(textOf(element));

// Icons of items with their text. A minus is a cross if the same list has checks.
function iconsOf(elements: readonly HtmlElement[], isShown: IsShown): ReadonlyMap<HtmlElement, string> {
  let drawings: ReadonlyMap<string, HtmlElement> | undefined;
  const drawingOf = (id: string) => {
    drawings ??= new Map(elements.toReversed().map((element) => [attribute(element, 'id'), element]));
    const group = id === '' ? undefined : drawings.get(id);
    return group?.name === 'g' ? group.children.find(isElement) : group;
  };
  const found = elements.flatMap((element) => {
    if (!ICON_TAGS.test(element.name) || (element.attribs === NO_ATTRIBUTES && element.name !== 'svg')) return [];
    const [meaning, name] = [meaningOfIcon(element, drawingOf), drawingName(element)];
    if ((!meaning && name === '') || !isShown(element) || isCrowded(element) || isControl(element, meaning)) return [];
    return [{ element, meaning, name }];
  });
  const withChecks = new Set(found.flatMap(({ element, meaning }) => (meaning === '✓' ? [groupOf(element)] : [])));
  const icons = new Map<HtmlElement, string>();
  for (const { element, meaning, name } of found) {
    const isBullet = meaning === 'contrast' && !withChecks.has(groupOf(element));
    const mark = meaning === 'contrast' ? '✗' : (meaning ?? '');
    const isRepeated = mark !== '' && !isItem(placeOf(element).lone);
    const text = isRepeated ? mark : `${mark} ${name}`.trim();
    if (!isBullet && text !== '') icons.set(element, text);
  }
  return icons;
}

// Whether an icon has more siblings than an item.
const isCrowded = (icon: HtmlElement): boolean => (placeOf(icon).around?.children.length ?? 0) > MAX_CHILDREN;

// Accessible name of a drawing that replaces text in an item. A `title` only counts without further text.
function drawingName(element: HtmlElement): string {
  const isNamed = attribute(element, 'role') === 'img' && attribute(element, 'aria-label') !== '';
  if ((!isNamed && element.name !== 'svg') || attribute(element, 'aria-hidden') === 'true') return '';
  const title = element.children.find((child) => isElement(child) && child.name === 'title');
  const name = (attribute(element, 'aria-label') || (title && isElement(title) ? textOf(title) : '')).trim();
  if (name === '' || (element.name !== 'svg' && textOf(element).trim() !== '')) return '';
  const { lone, around } = placeOf(element);
  if (hasBelow(around, element, (inner) => inner.name === 'a')) return '';
  return isItem(lone) || (isNamed && around && isItem(around)) ? name : '';
}

// List or table around an element; the fallback is the parent of its item.
function groupOf(element: HtmlElement): HtmlElement | null {
  const list = closest(element, ({ name }) => /^(?:ul|ol|table|dl)$/.test(name), MAX_CLIMB - 1);
  return list ?? placeOf(element).around?.parent ?? null;
}

// Largest element that only contains the icon, and its parent.
function placeOf(icon: HtmlElement): { readonly lone: HtmlElement; readonly around: HtmlElement | null } {
  let lone = icon;
  for (let i = 0; i < MAX_CLIMB && lone.parent && !isItem(lone) && isAlone(lone, lone.parent); i++) lone = lone.parent;
  return { lone, around: lone.parent };
}

// Whether an element below `outer` passes a test, from an inner element upwards.
function hasBelow(
  outer: HtmlElement | null,
  inner: HtmlElement | null,
  test: (element: HtmlElement) => boolean,
): boolean {
  const found = closest(inner, (element) => element === outer || test(element));
  return found !== undefined && found !== outer;
}

const isItem = (element: HtmlElement): boolean =>
  ITEMS.test(element.name) || /^(?:grid)?cell$/.test(attribute(element, 'role'));

// Maximum number of children of an item. Larger elements are skipped to prevent quadratic time.
const MAX_CHILDREN = 300;

const isAlone = (child: HtmlElement, parent: HtmlElement): boolean =>
  parent.name !== 'body' &&
  parent.children.length <= MAX_CHILDREN &&
  parent.children.every(
    (sibling) =>
      sibling === child ||
      isBlank(sibling) ||
      (isElement(sibling) && (isForScreenReaders(sibling.classes) || /^(?:style|source)$/.test(sibling.name))),
  );

// Whether an icon belongs to a control that closes, opens, searches or removes.
function isControl(icon: HtmlElement, meaning: Meaning | undefined): boolean {
  const { lone, around } = placeOf(icon);
  if (icon !== lone && hasBelow(around, icon.parent, isControlElement)) return true;
  if (!around || isItem(lone)) return false;
  if (CONTROL.test(namesOf(around)) || isSignOfDisclosure(lone, around)) return true;
  const item = closest(around, (element) => isItem(element) || isActive(element), MAX_CLIMB - 1);
  if (item && !isItem(item)) return true;
  return meaning === '✗' && !isItem(around) && textOf(around).trim().length > MAX_ITEM;
}

// Whether a sign is at the end of a title, and the content follows.
function isSignOfDisclosure(lone: HtmlElement, around: HtmlElement): boolean {
  if (!around.parent || isItem(around) || !DISCLOSURE.test(namesOf(around.parent))) return false;
  const last = around.children.findLast((child) => !isBlank(child));
  return (
    last === lone && around.parent.children.at(-1) !== around && around.parent.children.findLast(isElement) !== around
  );
}

const isControlElement = (element: HtmlElement): boolean => CONTROL.test(namesOf(element)) || isActive(element);

// Whether an element is interactive, except links to pages.
function isActive(element: HtmlElement): boolean {
  const { name, attribs } = element;
  if (name === 'button' || name === 'summary' || attribute(element, 'role') === 'button' || 'onclick' in attribs)
    return true;
  if (name === 'label')
    return element.parent?.children.some((child) => isElement(child) && child.name === 'input') ?? false;
  if (name !== 'a') return false;
  return (
    CONTROL.test(namesOf(element)) || linkDestination(attribute(element, 'href'), 'https://example.com/') === undefined
  );
}

function writeMark(icon: HtmlElement, mark: string, isSole: boolean, isShown: IsShown): void {
  const { lone, around } = placeOf(icon);
  if (isItem(lone)) {
    const text = createText(mark);
    text.parent = lone;
    lone.children = [text];
    return;
  }
  if (!around) return;
  if (INLINE.test(lone.name) && !standsBesideBlock(lone)) {
    replace(lone, createText(` ${mark} `));
    return;
  }
  // The mark of an icon in a separate block goes to the text of the same item, unless several icons follow that text.
  const text = textBeside(around, lone, isSole, isShown);
  if (!text || hasAncestor(text, (outer) => isItem(outer) && hasAncestor(outer, (further) => further === around))) {
    lone.children = [createText(mark)];
    lone.attribs = NO_ATTRIBUTES;
    return;
  }
  text.data = `${mark} ${text.data.trimStart()}`;
  detach(lone);
}

// Whether an inline icon is next to a block, so it would become a separate paragraph.
function standsBesideBlock(lone: HtmlElement): boolean {
  const siblings = lone.parent?.children.filter((child) => !isBlank(child)) ?? [];
  const place = siblings.indexOf(lone);
  return [siblings[place - 1], siblings[place + 1]].some(
    (child) => child && isElement(child) && !INLINE.test(child.name) && child.name !== 'br',
  );
}

// First visible text after an element. If `isSole`, the fallback is the first visible text.
function textBeside(
  root: HtmlElement,
  place: HtmlElement | undefined,
  isSole: boolean,
  isShown: IsShown,
): HtmlText | undefined {
  let first: HtmlText | undefined;
  let isAfter = place === undefined;
  const isSearched = (node: HtmlNode): boolean => {
    isAfter ||= node === place;
    return node !== place && isShown(node) && (isText(node) || !/^(?:style|script|svg)$/.test(node.name));
  };
  for (const node of nodesBelow(root, isSearched)) {
    if (!isText(node) || isBlank(node)) continue;
    first ??= node;
    if (isAfter) return node;
  }
  return isSole ? first : undefined;
}

// Marks items and controls that the page shows as unavailable, and returns them.
function markUnavailable(elements: readonly HtmlElement[], isShown: IsShown): ReadonlySet<HtmlElement> {
  const all = new Set(elements.filter((element) => isUnavailable(element) && isShown(element)));
  const marked = new Set([...all].filter(({ parent }) => !parent || !isAmong(parent, all)));
  for (const element of marked) {
    const text = textBeside(element, undefined, true, isShown);
    if (text && !/^\s*[✗✘✕✖❌×]/u.test(text.data)) text.data = `✗ ${text.data.trimStart()}`;
  }
  // Retain the enabled buttons of the same kind too. Otherwise only the disabled choices would remain.
  const buttons = [...marked].filter(isButton);
  const kinds = new Set(buttons.flatMap(kindsOf));
  for (const element of buttons.length > 0 ? elements.filter(isButton) : [])
    if (kindsOf(element).some((kind) => kinds.has(kind)) && !NAVIGATION.test(namesOf(element)))
      replace(element, createElement('span', [createText(' '), ...element.children]));
  return marked;
}

const isButton = ({ name }: HtmlElement): boolean => name === 'button';

// Buttons are of the same kind if they share a class, the parent or the label.
const kindsOf = (button: HtmlElement): readonly unknown[] => [
  ...button.classes,
  button.parent,
  `label ${textOf(button).replace(/✗/u, '').trim()}`,
];

function isUnavailable(element: HtmlElement): boolean {
  const { name, attribs, classes } = element;
  if (attribs === NO_ATTRIBUTES || !/^(?:li|td|tr|div|span|button|a|label)$/.test(name)) return false;
  const isDisabled = attribute(element, 'aria-disabled') === 'true' || (name === 'button' && 'disabled' in attribs);
  if (!isDisabled && !isState(classes)) return false;
  if ('aria-expanded' in attribs || 'aria-controls' in attribs || attribute(element, 'role') === 'tab') return false;
  // Only disabled controls navigate: a sold-out `menu-item` is a dish.
  const mayNavigate = isDisabled || classes.some((one) => one.includes('disable'));
  if (mayNavigate && [element, element.parent].some((one) => one && NAVIGATION.test(namesOf(one)))) return false;
  const text = textOf(element).trim();
  return (
    text.length <= MAX_STATE &&
    /[\p{L}\p{N}]/u.test(text) &&
    !elementsBelow(element).some((one) => /^(?:form|h1)$/.test(one.name))
  );
}

function replace(old: HtmlElement, replacement: HtmlNode): void {
  if (old.parent) insertBefore(old.parent, replacement, old);
  detach(old);
}
