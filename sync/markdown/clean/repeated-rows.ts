/** Sections and rows that say letter by letter what the row just before them says: no reader is shown both. */
import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isText, previousElement, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlNode } from '../parse/tree.ts';

/** Builders keep in a style sheet elsewhere on which screens each row is shown. */
const rowClass = classMatcher(allBuilders('rows'));
/** Shorter rows may repeat on purpose: a button above and below. */
const MIN_LETTERS = 60;
const MAX_COMPARED = 400;

/** The second of every two equal rows in a row. */
export function repeatedRows(elements: readonly HtmlElement[]): HtmlElement[] {
  const repeated: HtmlElement[] = [];
  let compared = 0;
  for (const element of elements.filter(isRow)) {
    const before = previousElement(element);
    if (!before || !isRow(before) || firstText(before) !== firstText(element)) continue;
    if (++compared > MAX_COMPARED) break;
    const text = contentOf(element);
    if (text.length >= MIN_LETTERS && text === contentOf(before)) repeated.push(element);
  }
  return repeated;
}

function firstText(element: HtmlElement): string {
  let node: HtmlNode | undefined = element;
  const stack: HtmlNode[] = [];
  for (; node; node = stack.pop()) {
    if (isText(node)) {
      if (node.data.trim() !== '') return node.data.trim();
    } else if (!/^(?:script|style)$/.test(node.name)) for (const child of node.children.toReversed()) stack.push(child);
  }
  return '';
}

/** Its text without white space, and the files of its images. */
function contentOf(element: HtmlElement): string {
  const images = [...elementsBelow(element)].filter((inner) => inner.name === 'img');
  return [textOf(element), ...images.map((image) => attribute(image, 'src'))].join('').replace(/\s+/g, '');
}

function isRow(element: HtmlElement): boolean {
  return rowClass(element.classes) !== undefined;
}
