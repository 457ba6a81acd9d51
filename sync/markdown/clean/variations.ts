/** Variations of a WooCommerce product, from a JSON attribute of its form. */
import { attribute, elementsBelow, parseHtml, textOf } from '../parse/html.ts';
import { createElement, createText, type HtmlElement, type HtmlNode } from '../parse/tree.ts';

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
export function variationTable(form: HtmlElement): HtmlElement | undefined {
  const variations = variationsOf(attribute(form, 'data-product_variations'));
  const [first] = variations;
  if (!first) return undefined;
  const keys = Object.keys(first.attributes);
  const choices = new Map(
    [...elementsBelow(form)]
      .filter(({ name }) => name === 'select')
      .map((select) => [attribute(select, 'data-attribute_name') || attribute(select, 'name'), select] as const),
  );
  const labels = [...elementsBelow(form)].filter(({ name }) => name === 'label');
  const nameOf = (key: string): string => {
    const id = attribute(choices.get(key) ?? form, 'id');
    const label = labels.find((one) => attribute(one, 'for') === id);
    return (label ? lineOf(label) : '') || key.replace(/^attribute_(?:pa_)?/, '').replaceAll(/[-_]/g, ' ');
  };
  const valueOf = (key: string, value: string): string => {
    const options = [...elementsBelow(choices.get(key) ?? { children: [] })].filter(({ name }) => name === 'option');
    // A variation without a value matches every choice.
    if (value === '')
      return options
        .filter((one) => attribute(one, 'value') !== '')
        .map(lineOf)
        .join(', ');
    const option = options.find((one) => attribute(one, 'value') === value);
    return option ? lineOf(option) : value;
  };
  const columns = (['price', 'stock', 'sku'] as const).filter((column) => variations.some((one) => one[column] !== ''));
  const header = [...keys.map(nameOf), ...columns.map((column) => (column === 'sku' ? 'SKU' : ''))];
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

const lineOf = (element: HtmlElement): string => textOf(element).replace(/\s+/g, ' ').trim();

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
