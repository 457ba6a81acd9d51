/** Content of forms: variations of a product, and choices with a price. On many sites, they are the only price list. */
import {
  allElements,
  attribute,
  closest,
  elementsBelow,
  isElement,
  isText,
  lineOf,
  parseHtml,
  textOf,
} from '../parse/html.ts';
import { createElement, createText, type HtmlElement, type HtmlNode } from '../parse/tree.ts';
import { shownTest, type IsShown } from './screen-readers.ts';

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
const [MAX_TEXT, MAX_ANCESTORS, MAX_CHOICES] = [300, 4, 200];

/** Returns the visible choices and rows with prices in a form or a `select`, as lists below their names. */
export function pricedChoices(form: HtmlElement, hidden: ReadonlySet<HtmlNode>): HtmlElement | undefined {
  const isShown = shownTest(hidden);
  // An image may replace a hidden field, so fields in hidden elements count.
  const inner = [form, ...allElements(form)].filter((one) => one.name !== 'option' || isShown(one));
  const rows = productRows(inner, form, isShown);
  const choices = inner.filter((element) => element.name === 'option' || isChoice(element) || rows.has(element));
  const items = choices.slice(0, MAX_CHOICES).map((choice) => {
    const item = itemOf(isChoice(choice) ? widestOf(choice, form, isChoice) : choice, isShown);
    return { choice, item, text: lineOf(item) };
  });
  const priced = items.filter(({ text }) => text.length <= MAX_TEXT && namesPrice(text));
  if (priced.length === 0) return undefined;
  const lists = [...Map.groupBy(priced, ({ choice }) => groupOf(choice, form))].flatMap(([group, members]) => {
    const list = createElement(
      'ul',
      members.map(({ item }) => item),
    );
    const name = nameOf(group, form, isShown);
    return name === '' ? [list] : [createElement('p', [createText(name)]), list];
  });
  return createElement('div', lists);
}

// List item with the visible text of a choice, and white space between its parts. Former prices remain struck through.
function itemOf(choice: HtmlElement, isShown: IsShown): HtmlElement {
  const nodes: HtmlNode[] = [];
  const stack: HtmlNode[] = [choice];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isShown(node)) continue;
    if (isText(node)) nodes.push(createText(`${node.data.replace(/\s+/g, ' ')} `));
    else if (/^(?:del|s|strike)$/.test(node.name))
      nodes.push(createElement('del', [createText(lineOf(node, isShown))]), createText(' '));
    else if (!/^(?:button|script|style)$/.test(node.name)) stack.push(...node.children.toReversed());
  }
  return createElement('li', nodes);
}

const isInput = (element: HtmlElement, types: RegExp): boolean =>
  element.name === 'input' && types.test(attribute(element, 'type'));
const isChoice = (element: HtmlElement): boolean => isInput(element, /^(?:radio|checkbox)$/);
const isQuantity = (element: HtmlElement): boolean => isInput(element, /^number$/);

// Rows of products with a quantity field, and the rows beside them: sold-out products have no field. A form for a single
// product, or for a number of guests, is not a list of products.
function productRows(inner: readonly HtmlElement[], form: HtmlElement, isShown: IsShown): ReadonlySet<HtmlElement> {
  const isPriced = (row: HtmlElement): boolean => namesPrice(lineOf(itemOf(row, isShown)));
  const counted = inner
    .filter(isQuantity)
    .slice(0, MAX_CHOICES)
    .map((field) => rowAround(field, form) ?? widestOf(field, form, isQuantity))
    .filter((row) => row.name === 'tr' || isPriced(row));
  const lists = new Map(counted.map((row) => [row.parent, row]));
  const beside = [...lists].flatMap(
    ([list, row]) => list?.children.filter(isElement).filter((child) => isLike(child, row)) ?? [],
  );
  const rows = beside.filter((row) => !allElements(row).some((one) => isChoice(one) || one.name === 'option'));
  const apart = rows.filter((row) => row.name !== 'tr' && isPriced(row));
  return new Set(apart.length > 1 ? rows : rows.filter(({ name }) => name === 'tr'));
}

// The table row around a field, or the list item without a second field.
function rowAround(field: HtmlElement, form: HtmlElement): HtmlElement | undefined {
  const row = closest(field, (one) => one === form || /^(?:tr|li)$/.test(one.name));
  if (row?.name === 'tr') return row;
  return row?.name === 'li' && allElements(row).filter(isQuantity).length === 1 ? row : undefined;
}

const isLike = (other: HtmlElement, row: HtmlElement): boolean =>
  other.name === row.name && (row.classes.length === 0 || other.classes.some((name) => row.classes.includes(name)));

// The `select` or `fieldset` around a choice; the fallback is the form.
const groupOf = (choice: HtmlElement, form: HtmlElement): HtmlElement =>
  closest(choice, (one) => one === form || /^(?:select|fieldset)$/.test(one.name)) ?? form;

// Largest ancestor of a field without a second field of its kind. The text of the field is beside it.
function widestOf(field: HtmlElement, form: HtmlElement, isOfKind: (element: HtmlElement) => boolean): HtmlElement {
  let own = field;
  for (let i = 0; i < MAX_ANCESTORS && own !== form && own.parent && own.name !== 'tr'; i++) {
    if (/^(?:fieldset|form)$/.test(own.parent.name)) break;
    if (allElements(own.parent).filter(isOfKind).length > 1) break;
    own = own.parent;
  }
  return own;
}

// Text of the `legend` of a group, or of the `label` of a `select`.
function nameOf(group: HtmlElement, form: HtmlElement, isShown: IsShown): string {
  const id = attribute(group, 'id');
  const isName = (one: HtmlElement): boolean =>
    one.name === 'legend' ? one.parent === group : one.name === 'label' && id !== '' && attribute(one, 'for') === id;
  const label = allElements(form).find((one) => isName(one) && isShown(one));
  const name = label ? lineOf(itemOf(label, isShown)) : '';
  return name.length <= MAX_TEXT ? name : '';
}

type Variation = {
  readonly attributes: Readonly<Record<string, string>>;
  readonly price: string;
  readonly stock: string;
  readonly sku: string;
};

// The default of WooCommerce is at most 30; a shop may raise it.
const MAX_VARIATIONS = 200;

/**
 * Returns a table of the variations in a form: attributes by the labels of the form, price, stock and SKU. Prices and
 * quantities have the format of the shop, not of the JSON numbers. Returns `undefined` without variations.
 */
export function variationTable(form: HtmlElement, hidden: ReadonlySet<HtmlNode>): HtmlElement | undefined {
  const variations = variationsOf(attribute(form, 'data-product_variations'));
  const [first] = variations;
  if (!first) return undefined;
  const keys = Object.keys(first.attributes);
  const choices = new Map(
    allElements(form)
      .filter(({ name }) => name === 'select')
      .map((select) => [attribute(select, 'data-attribute_name') || attribute(select, 'name'), select] as const),
  );
  const labels = allElements(form).filter(({ name }) => name === 'label');
  const headingOf = (key: string): string => {
    const id = attribute(choices.get(key) ?? form, 'id');
    const label = labels.find((one) => attribute(one, 'for') === id && !hidden.has(one));
    const name = label && lineOf(label, (node) => !hidden.has(node));
    return name || key.replace(/^attribute_(?:pa_)?/, '').replaceAll(/[-_]/g, ' ');
  };
  const valueOf = (key: string, value: string): string => {
    const options = [...elementsBelow(choices.get(key) ?? { children: [] })].filter(({ name }) => name === 'option');
    // A variation without a value matches every option.
    const isMatch = (given: string): boolean => (value === '' ? given !== '' : given === value);
    const texts = options.filter((one) => isMatch(attribute(one, 'value'))).map((one) => lineOf(one));
    return texts.join(', ') || value;
  };
  const columns = (['price', 'stock', 'sku'] as const).filter((column) => variations.some((one) => one[column] !== ''));
  const header = [...keys.map(headingOf), ...columns.map((column) => (column === 'sku' ? 'SKU' : ''))];
  const rows = variations.map((one) =>
    keys
      .map((key): HtmlNode => createText(valueOf(key, one.attributes[key] ?? '')))
      .concat(columns.map((column) => createElement('span', parseHtml(one[column]).children))),
  );
  return createElement('table', [rowOf('th', header.map(createText)), ...rows.map((cells) => rowOf('td', cells))]);
}

const rowOf = (name: string, cells: readonly HtmlNode[]): HtmlElement =>
  createElement(
    'tr',
    cells.map((cell) => createElement(name, [cell])),
  );

// Variations in the JSON that visitors can choose; empty for invalid JSON.
function variationsOf(json: string): readonly Variation[] {
  if (!json.startsWith('[')) return [];
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return [];
  }
  return (Array.isArray(read) ? read : []).slice(0, MAX_VARIATIONS).flatMap(variationOf);
}

function variationOf(read: unknown): Variation[] {
  if (!isRecord(read) || !isRecord(read['attributes']) || read['variation_is_visible'] === false) return [];
  const text = (key: string): string => (typeof read[key] === 'string' ? read[key].trim() : '');
  const stock = textOf(parseHtml(text('availability_html'))).trim();
  const isAbsent = read['is_in_stock'] === false || read['is_purchasable'] === false;
  return [
    {
      attributes: Object.fromEntries(
        Object.entries(read['attributes']).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
      ),
      price: text('price_html'),
      stock: isAbsent ? `✗ ${stock}`.trim() : stock || '✓',
      sku: text('sku').replaceAll('<', ''),
    },
  ];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
