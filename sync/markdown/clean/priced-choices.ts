/** The choices and rows of a form that name a price: on many sites they are the only price list. */
import { attribute, elementsBelow, isElement, textsOf } from '../parse/html.ts';
import { createElement, createText, type HtmlElement } from '../parse/tree.ts';

const PRICE =
  /(?:[€$£]|\b(?:EUR|USD|MXN|COP|ARS|CLP|PEN))\s?\d|\d\s?(?:[€$£]|(?:EUR|USD|MXN|COP|ARS|CLP|PEN|euros?|pesos)\b)/i;
const MAX_TEXT = 300;
const MAX_ANCESTORS = 4;
const MAX_CHOICES = 200;

/** The priced choices of a form or a `select`, and its priced rows, as lists below their names; `undefined` without any. */
export function pricedChoices(form: HtmlElement): HtmlElement | undefined {
  const groups = new Map<HtmlElement, string[]>();
  let count = 0;
  for (const element of [form, ...elementsBelow(form)]) {
    if (!isOption(element) && !isChoice(element) && !isProductRow(element)) continue;
    if (++count > MAX_CHOICES) break;
    const group = groupOf(element, form);
    const text = isChoice(element) ? choiceText(element, form) : textWithSpaces(element);
    if (text.length <= MAX_TEXT && PRICE.test(text)) groups.set(group, [...(groups.get(group) ?? []), text]);
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

/** A row that is no choice, but has a number to choose: a product of a group. */
function isProductRow(row: HtmlElement): boolean {
  if (row.name !== 'tr') return false;
  const inner = [...elementsBelow(row)];
  const isCounted = inner.some((element) => element.name === 'input' && attribute(element, 'type') === 'number');
  return isCounted && !inner.some((element) => isChoice(element) || isOption(element));
}

function isChoice(element: HtmlElement): boolean {
  return element.name === 'input' && /^(?:radio|checkbox)$/.test(attribute(element, 'type'));
}

/** The `select` or `fieldset` around a choice, or else the form. */
function groupOf(choice: HtmlElement, form: HtmlElement): HtmlElement {
  let group = choice;
  while (group !== form && group.parent && !/^(?:select|fieldset)$/.test(group.name)) group = group.parent;
  return group;
}

/** The text beside an input: that of the largest element around it which holds no other choice. */
function choiceText(input: HtmlElement, form: HtmlElement): string {
  let own = input;
  for (let i = 0; i < MAX_ANCESTORS && own !== form && own.parent; i++) {
    const choices = [...elementsBelow(own.parent)].filter(isChoice);
    if (choices.length > 1 || /^(?:fieldset|form)$/.test(own.parent.name)) break;
    own = own.parent;
  }
  return textWithSpaces(own);
}

/** The text of a group's `legend`, or of the `label` of a `select`. */
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

/** The text of an element, with white space between its parts: labels and prices are laid out side by side. */
function textWithSpaces(element: HtmlElement): string {
  return textsOf(element).join(' ').replace(/\s+/g, ' ').trim();
}
