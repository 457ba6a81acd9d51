/** Prices whose meaning depends on typography: a number and its cents in separate elements, and former prices. */
import { anyClass } from '../parse/class-names.ts';
import { attribute, closest, hasAncestor, isElement, isText, textOf } from '../parse/html.ts';
import {
  createElement,
  createText,
  insertBefore,
  NO_ATTRIBUTES,
  setChildren,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
} from '../parse/tree.ts';
import { CURRENCY } from './form-choices.ts';
import { shownTest, type IsShown } from './screen-readers.ts';

/** Classes of cents: `elementor-price-table__fractional-part`, `price-cents`, `decimal`. */
const isCents = anyClass(
  /(?:^|[_-])(?:cents?|penny|pence|centimes?|centimos?|centavos?|fractions?|fractional|decimals?|dec|sub-?price|price-?sub|superscript|after|suffix)(?:[_-](?:part|price|value|number|digits?))?$/,
);
// Classes of prices, of their integer part, and of containers of a price.
const isAmount = anyClass(/(?:^|[_-])(?:pric(?:e|es|ing)|amount|cost|integers?|whole|int|sum|fee|rate)(?=$|[_-])/);
// Classes of a former price, if there is a current price beside it.
const isFormer = anyClass(
  /(?:^|[_-])(?:original|old|was|former|previous|slashed|crossed|muted|striked?)(?:[_-]?(?:pric(?:e|ing)|amount|cost|value))?(?:-value)?$|(?:^|[_-])price[_-](?:original|old|was|former|before|previous|slashed|crossed|striked?)$/,
);
// A regular price is valid, unless there is a sale price beside it.
const isRegular = anyClass(/(?:^|[_-])regular[_-]?(?:price|amount)$|(?:^|[_-])price[_-]regular$/);
const isSale = anyClass(/(?:^|[_-])(?:sale|sales|special|promo|offer|discounted|reduced)(?:[_-]?(?:price|amount))?$/);
const isSalePrice = anyClass(/(?:^|[_-])(?:sale|sales|special|promo|offer|discounted|reduced)[_-]?(?:price|amount)$/);
const isPrice = anyClass(/(?:^|[_-])price$/);

const INTEGER = new RegExp(String.raw`^(${CURRENCY})?\s?(\d{1,3}(?:[.,'’ ]?\d{3})*)\s?(${CURRENCY})?$`, 'u');
const CENTS = new RegExp(String.raw`^(?:([.,])\s?)?(\d{2}|(?<=[.,]\s?)[-–—])(?![\d.,])\s?(${CURRENCY})?(?!\p{L})`, 'u');
const STARTS_WITH_SIGN = new RegExp(String.raw`^(?:${CURRENCY})\s?\d`, 'u');
const STARTS_WITH_AMOUNT = new RegExp(
  String.raw`^(?:(?:${CURRENCY})\s?\d|\d[\d.,]*\s?(?:${CURRENCY})|\d\d?:\d\d)`,
  'u',
);
const SIGN = new RegExp(`^(?:${CURRENCY})$`, 'u');
const BEGINS_WITH_SIGN = new RegExp(String.raw`^(?:${CURRENCY})(?!\s?\d)`, 'u');
const PRICE = new RegExp(String.raw`^(?:${CURRENCY})?\s?\d[\d.,'’ ]*\s?(?:${CURRENCY})?$`, 'u');
// First letters of a dollar or a real. Single letters such as `A` may also name a plan.
const DOLLAR_PREFIX = /(?<!\p{L})(?:R|US|NZ|HK|MX|CL|AR|RD|NT)$/u;
// Maximum ancestors of a part of a price, and maximum characters of a price with all its parts.
const MOST_LEVELS = 4;
const MAX_PRICE = 160;
const INLINE = /^(?:span|small|sub|b|strong|em|i|del|s|ins|time)$/;
// Elements that cannot be part of a price.
const APART = /^(?:p|h[1-6]|li|a|img|table|br|form|button|details)$/;

// Text node of a price, and its trimmed text.
type Part = { readonly node: HtmlText; readonly text: string };

/** Joins the parts of prices, and strikes former prices through. */
export function writePrices(elements: readonly HtmlElement[], hidden: ReadonlySet<HtmlNode>): void {
  const isShown = shownTest(hidden);
  for (const element of elements) {
    const { name, classes, attribs } = element;
    if (INLINE.test(name)) separateAmount(element);
    const mayBeCents = isRaised(element) || beginsWithPoint(element);
    if (attribs === NO_ATTRIBUTES && !mayBeCents) continue;
    if (isCents(classes) || mayBeCents) joinCents(element, isShown);
    const mayBeFormer = isFormer(classes) || isRegular(classes) || isBesideSale(element);
    if (mayBeFormer && isShown(element) && isReplaced(element, isShown))
      setChildren(element, [createElement('del', element.children), createText(' ')]);
  }
  for (const element of elements)
    if (element.name === 'div' && isAmount(element.classes)) writeInLine(element, isShown);
}

// Text node before an element, or the last text of the inline element before it.
function textBefore({ prev }: HtmlElement): string {
  let node = prev;
  while (node && isElement(node) && INLINE.test(node.name)) node = node.children.at(-1) ?? null;
  return node && isText(node) ? node.data : '';
}

// Tests for a superscript, or for two small digits directly after a number: `49<small>90</small>`.
function isRaised(element: HtmlElement): boolean {
  if (!/^(?:small|sub)$/.test(element.name)) return element.name === 'sup';
  return /\d$/.test(textBefore(element)) && /^\d\d$/.test(textOf(element));
}

// A price or a time is a separate word: `Suite<span>€ 99</span>`, `Mo<time>08:00</time>`.
function separateAmount(element: HtmlElement): void {
  const before = textBefore(element).slice(-4);
  const pattern = /\d$/.test(before) ? STARTS_WITH_SIGN : /\p{L}$/u.test(before) ? STARTS_WITH_AMOUNT : undefined;
  const [first] = element.children;
  const text = textOf(element).slice(0, 30);
  const isPartOfSign = text.startsWith('$') && DOLLAR_PREFIX.test(before);
  if (first && pattern?.test(text) && !isPartOfSign) insertBefore(element, createText(' '), first);
}

function beginsWithPoint({ children: [first] }: HtmlElement): boolean {
  return first !== undefined && isText(first) && /^\s*[.,]\s?(?:\d{2}(?!\d)|[-–—])/.test(first.data);
}

// Largest ancestor of a part of a price with no more text than a price.
function boxOf(element: HtmlElement, isShown: IsShown): { readonly box: HtmlElement; readonly parts: readonly Part[] } {
  let [box, parts] = [element, partsOf(element, isShown)];
  for (let i = 0; i < MOST_LEVELS && box.parent && !APART.test(box.name) && box.name !== 'td'; i++) {
    const wider = partsOf(box.parent, isShown);
    if (wider.length > MAX_PARTS || wider.reduce((length, { text }) => length + text.length, 0) > MAX_PRICE) break;
    [box, parts] = [box.parent, wider];
  }
  return { box, parts };
}

const MAX_PARTS = 20;
// Maximum number of children of an element that are searched for the parts of a price.
const MAX_CHILDREN = 60;

// Visible, non-blank texts in an element, at most `MAX_PARTS + 1`.
function partsOf(root: HtmlElement, isShown: IsShown): readonly Part[] {
  const parts: Part[] = [];
  const stack: HtmlNode[] = root.children.slice(0, MAX_CHILDREN).toReversed();
  for (let node = stack.pop(); node && parts.length <= MAX_PARTS; node = stack.pop()) {
    if (!isShown(node)) continue;
    if (isElement(node)) stack.push(...node.children.slice(0, MAX_CHILDREN).toReversed());
    else if (node.data.trim() !== '') parts.push({ node, text: node.data.trim() });
  }
  return parts;
}

// Appends the cents in an element to the number before it.
function joinCents(element: HtmlElement, isShown: IsShown): void {
  const { parts } = boxOf(element, isShown);
  const [cents, second] = partsOf(element, isShown);
  const place = parts.findIndex(({ node }) => node === cents?.node);
  if (!cents || (second && !SIGN.test(second.text)) || place < 1) return;
  const written = CENTS.exec(cents.text);
  const isPointApart = /^[.,]$/.test(parts[place - 1]?.text ?? '');
  const number = parts[isPointApart ? place - 2 : place - 1];
  const integer = INTEGER.exec(number?.text ?? '');
  // A former price and the current price are separate.
  if (!number || !integer || !written || hasAncestor(number.node, isEdit) !== hasAncestor(cents.node, isEdit)) return;
  const before = parts[parts.indexOf(number) - 1];
  const isOwn = before && SIGN.test(before.text) && !isOfPrevious(before.node, number.node, isShown);
  const signBefore = integer[1] ?? (isOwn ? before.text : undefined);
  const after = partWithSign(parts.slice(place + 1), signBefore !== undefined);
  const signAfter = written[3] ?? (after && SIGN.test(after.text) ? after.text : undefined);
  const point = written[1] ?? (isPointApart ? parts[place - 1]?.text : undefined);
  const isMarked = isCents(element.classes) || isRaised(element);
  const hasSign = signBefore !== undefined || BEGINS_WITH_SIGN.test(after?.text ?? '') || written[3] !== undefined;
  const isMoney =
    hasSign || (isAmount(holderOf(number).classes) && (isCents(element.classes) || element.name === 'sup'));
  if (point === undefined && !(isMarked && isMoney && integer[3] === undefined)) return;
  if (isRaised(element) && !isMoney) return;
  if (signBefore !== undefined && before && integer[1] === undefined) before.node.data = '';
  if (isPointApart) (parts[place - 1] as Part).node.data = '';
  // A currency before the amount implies a decimal point, except the Brazilian real, and points for thousands.
  const isCommaUsual = signBefore === undefined || signBefore === 'R$' || integer[2]?.includes('.') === true;
  const separator = point ?? (isCommaUsual && integer[2]?.includes(',') !== true ? ',' : '.');
  const sign = /^\p{L}{2,}$/u.test(signBefore ?? '') ? `${signBefore} ` : (signBefore ?? '');
  number.node.data = `${sign}${integer[2]}${separator}${written[2]}${signAfter === undefined ? '' : ` ${signAfter}`}`;
  cents.node.data = cents.text.slice(written[0].length);
  if (written[3] === undefined && after) after.node.data = after.node.data.replace(signAfter ?? '', '');
}

// Whether the element around a currency has a number before it, but not the number after it.
function isOfPrevious(sign: HtmlText, number: HtmlText, isShown: IsShown): boolean {
  let around = sign.parent as HtmlElement;
  let parts = partsOf(around, isShown);
  for (; parts.length < 2 && around.parent; parts = partsOf(around, isShown)) around = around.parent;
  return parts.some(({ text }) => /\d$/.test(text)) && parts.every(({ node }) => node !== number);
}

// First part after the cents, which may be the currency. A period may precede the currency. Before a further number, the
// currency belongs to that number.
function partWithSign(following: readonly Part[], hasSign: boolean): Part | undefined {
  const place = hasSign ? 0 : following.findIndex(({ text }) => BEGINS_WITH_SIGN.test(text) || /\d/.test(text));
  const isOfNext = (hasSign || place > 0) && /^\d/.test(following[place + 1]?.text ?? '');
  return isOfNext ? undefined : following[place];
}

// A price without a kind is former if a sale price is beside it.
function isBesideSale({ classes, parent }: HtmlElement): boolean {
  if (!isPrice(classes) || isSale(classes) || !parent || parent.children.length > MAX_CHILDREN) return false;
  return parent.children.some((child) => isElement(child) && isSalePrice(child.classes));
}

const isEdit = ({ name }: HtmlElement): boolean => /^(?:del|ins|s|strike)$/.test(name);
const holderOf = ({ node }: Part): HtmlElement => node.parent as HtmlElement;

// Whether there is a current price beside a former price.
function isReplaced(element: HtmlElement, isShown: IsShown): boolean {
  const own = partsOf(element, isShown);
  if (!own.some(({ text }) => /\d/.test(text))) return false;
  const { parts } = boxOf(element, isShown);
  const others = parts.filter(({ node }) => !own.some((part) => part.node === node));
  const isIn = ({ node }: Part, test: (around: HtmlElement) => boolean): boolean =>
    closest(node.parent, test, MOST_LEVELS - 1) !== undefined;
  const isCurrent = (part: Part): boolean => {
    if (isRegular(element.classes)) return isIn(part, ({ classes }) => isSale(classes));
    if (isFormer(element.classes)) return true;
    return isIn(part, ({ classes, parent }) => parent === element.parent && isSalePrice(classes));
  };
  const isOther = (part: Part): boolean =>
    !isIn(part, ({ name, classes }) => isFormer(classes) || isRegular(classes) || name === 'del') && isCurrent(part);
  return others.some((part) => PRICE.test(part.text) && isOther(part));
}

// Writes the blocks of a single price in a line.
function writeInLine(box: HtmlElement, isShown: IsShown): void {
  if (box.children.length > MAX_CHILDREN || !box.children.some(isBlock) || attribute(box, 'role') !== '') return;
  const inner: HtmlNode[] = [];
  const parts = partsOf(box, isShown);
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const current = parts.filter(({ node, text }) => /\d/.test(text) && !isStruck(node, box));
  if (current.length !== 1 || length > MAX_PRICE) return;
  const stack: HtmlNode[] = box.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    // A paragraph of the box stays a separate block.
    if (isText(node) || (node.name === 'p' && node.parent === box)) {
      inner.push(node);
      continue;
    }
    if (APART.test(node.name) || !isShown(node) || (node.name !== 'div' && node.children.some(isBlock))) return;
    if (node.name === 'div') stack.push(createText(' '), ...node.children.toReversed(), createText(' '));
    else inner.push(node);
  }
  setChildren(box, inner);
}

const isBlock = (node: HtmlNode): boolean => isElement(node) && node.name === 'div';

const isStruck = (node: HtmlText, box: HtmlElement): boolean =>
  closest(node.parent, (around) => around === box || /^(?:del|s|strike)$/.test(around.name)) !== box;
