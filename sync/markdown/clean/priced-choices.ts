/** Choices and rows of a form with a price: on many sites, they are the only price list. */
import { attribute, elementsBelow, isElement, textsOf } from '../parse/html.ts';
import { createElement, createText, type HtmlElement } from '../parse/tree.ts';

// Signs and codes (ISO 4217) of currencies. Codes are in capitals: `TOP` is a currency, `top 10` is not.
const CODES = String.raw`(?<!\p{L})(?:${Intl.supportedValuesOf('currency').join('|')}|Rs\.?|Rp|RM|Fr\.|Kč|Ft|TL)(?!\p{L})`;
// Common names of currencies after an amount. In `PRICES`, a dash after the decimal separator means zero cents.
const NAMES = String.raw`(?:(?:euros?|pesos?|dollars?|pounds?|francs?|franken|lei|kr\.?|zł|kč|eur|usd|руб|грн|лв)(?!\p{L})|рубл|บาท|円|元|원|đ|ريال|درهم|جنيه|دينار|ر\.س|ש["״]ח)`;
/** Pattern source for the sign or the code of a currency. */
export const CURRENCY = String.raw`(?:(?:R|US|A|C|NZ|HK|S|MX|CL|AR|RD|NT)?\$|\p{Sc}|${CODES}|(?<!\p{L})(?:kr\.?|zł|lei)(?!\p{L}))`;
const PRICES = [
  new RegExp(String.raw`(?:\p{Sc}|${CODES})\s?\p{Nd}|\p{Nd}\s?(?:\p{Sc}|${CODES})|\p{Nd}{2}[.,][-–—](?!\p{Nd})`, 'u'),
  new RegExp(String.raw`\p{Nd}\s?${NAMES}|(?<!\p{L})kr\.?\s?\p{Nd}`, 'iu'),
];
const namesPrice = (text: string): boolean => PRICES.some((pattern) => pattern.test(text));
const MAX_TEXT = 300;
const MAX_ANCESTORS = 4;
const MAX_CHOICES = 200;

/** Returns the priced choices and rows of a form or a `select` as lists below their names; `undefined` without any. */
export function pricedChoices(form: HtmlElement): HtmlElement | undefined {
  const groups = new Map<HtmlElement, string[]>();
  let count = 0;
  for (const element of [form, ...elementsBelow(form)]) {
    if (!isOption(element) && !isChoice(element) && !isProductRow(element)) continue;
    if (++count > MAX_CHOICES) break;
    const group = groupOf(element, form);
    const text = isChoice(element) ? choiceText(element, form) : textWithSpaces(element);
    if (text.length <= MAX_TEXT && namesPrice(text)) groups.set(group, [...(groups.get(group) ?? []), text]);
  }
  if (groups.size === 0) return undefined;
  const lists = [...groups].flatMap(([group, texts]) => {
    const name = nameOf(group, form);
    const list = createElement(
      'ul',
      texts.map((text) => createElement('li', [createText(text)])),
    );
    return name === '' ? [list] : [createElement('p', [createText(name)]), list];
  });
  return createElement('div', lists);
}

const isOption = ({ name }: HtmlElement): boolean => name === 'option';

// A row without choices but with a quantity field is a product of a group.
function isProductRow(row: HtmlElement): boolean {
  const inner = row.name === 'tr' ? [...elementsBelow(row)] : [];
  const isCounted = inner.some((element) => element.name === 'input' && attribute(element, 'type') === 'number');
  return isCounted && !inner.some((element) => isChoice(element) || isOption(element));
}

function isChoice(element: HtmlElement): boolean {
  return element.name === 'input' && /^(?:radio|checkbox)$/.test(attribute(element, 'type'));
}

// The `select` or `fieldset` around a choice; the fallback is the form.
function groupOf(choice: HtmlElement, form: HtmlElement): HtmlElement {
  let group = choice;
  while (group !== form && group.parent && !/^(?:select|fieldset)$/.test(group.name)) group = group.parent;
  return group;
}

// Text beside an input: the text of its largest ancestor without a second choice.
function choiceText(input: HtmlElement, form: HtmlElement): string {
  let own = input;
  for (let i = 0; i < MAX_ANCESTORS && own !== form && own.parent; i++) {
    if (/^(?:fieldset|form)$/.test(own.parent.name) || holdsSeveral(own.parent)) break;
    own = own.parent;
  }
  return textWithSpaces(own);
}

function holdsSeveral(element: HtmlElement): boolean {
  let choices = 0;
  for (const inner of elementsBelow(element)) if (isChoice(inner) && ++choices > 1) return true;
  return false;
}

// Text of the `legend` of a group, or of the `label` of a `select`.
function nameOf(group: HtmlElement, form: HtmlElement): string {
  const id = attribute(group, 'id');
  const label =
    group.children.filter(isElement).find(({ name }) => name === 'legend') ??
    (id === ''
      ? undefined
      : [...elementsBelow(form)].find((one) => one.name === 'label' && attribute(one, 'for') === id));
  const name = label ? textWithSpaces(label) : '';
  return name.length <= MAX_TEXT ? name : '';
}

// Text of an element with white space between its parts, because labels and prices are laid out side by side.
function textWithSpaces(element: HtmlElement): string {
  return textsOf(element).join(' ').replace(/\s+/g, ' ').trim();
}
