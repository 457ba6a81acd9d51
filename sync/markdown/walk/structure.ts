/** Tests of elements by their descendants and siblings. */
import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** Block elements without a Markdown equivalent. */
export const BLOCK_TAGS = new Set(
  `address article aside body caption center dd details dialog dir div dl fieldset figcaption figure footer form header
  hgroup legend main nav optgroup option p search section tbody td tfoot th thead tr`.split(/\s+/),
);

const titleClass = classMatcher(`accordion-title toggle-title faq-question ${allBuilders('titles')}`);

/** Tests for the title of a tab or toggle that does not contain a heading. */
export function isTabTitle(element: HtmlElement): boolean {
  if (titleClass(element.classes) === undefined) return false;
  return ![...elementsBelow(element)].some((inner) => /^h[1-6]$/.test(inner.name));
}

const captionClass = classMatcher('wp-caption-text gallery-caption');

/** Tests for an image caption of WordPress. */
export function isCaption(element: HtmlElement): boolean {
  return element.name === 'figcaption' || captionClass(element.classes) !== undefined;
}

// Maximum number of elements searched for the image of a figure.
const MAX_FIGURE = 50;

/** Returns the image of the figure around a caption; `undefined` if there are several. */
export function soleImageBeside(caption: HtmlElement): HtmlElement | undefined {
  let image: HtmlElement | undefined;
  let seen = 0;
  for (const element of caption.parent ? elementsBelow(caption.parent) : []) {
    if (++seen > MAX_FIGURE || (image && element.name === 'img')) return undefined;
    if (element.name === 'img') image = element;
  }
  return image;
}

/** Tests for an icon: an empty element. */
export function isIcon(element: HtmlElement): boolean {
  return element.children.length === 0;
}

/** Searches a link for blocks, and for its first heading. */
export function innerBlocks(element: HtmlElement): { hasBlocks: boolean; heading: HtmlElement | undefined } {
  let hasBlocks = false;
  for (const inner of elementsBelow(element)) {
    if (/^h[1-6]$/.test(inner.name) && textOf(inner).trim() !== '') return { hasBlocks: true, heading: inner };
    hasBlocks ||= BLOCK_TAGS.has(inner.name) || /^(?:ul|ol|menu)$/.test(inner.name);
  }
  return { hasBlocks, heading: undefined };
}

const PIECE = /^(?:span|sup|sub|small|strong|b|em|i)$/;

/** Tests for text that builders place beside adjacent text without white space, such as a name and its price. */
export function standsApart(element: HtmlElement): boolean {
  if (isColumn(element)) return true;
  const own = attribute(element, 'class');
  const before = element.prev;
  if (own === '' || !before || !isElement(before) || !PIECE.test(before.name)) return false;
  const other = attribute(before, 'class');
  if (other === '' || other === own) return false;
  const text = textOf(element);
  const isDropCap = /^\s*\p{Lu}\s*$/u.test(textOf(before)) && /^\p{Ll}/u.test(text);
  return !isDropCap && /^[\p{L}\p{N}\p{Sc}]/u.test(text);
}

// Whether a `span` is a column: its block has only `span` elements, and its text starts a phrase.
function isColumn({ name, prev, parent, children: [first] }: HtmlElement): boolean {
  if (name !== 'span' || !prev || !isElement(prev) || prev.name !== 'span' || !parent || !BLOCK_TAGS.has(parent.name))
    return false;
  if (!first || !isText(first) || !/^[\p{Lu}\p{N}]/u.test(first.data) || !/[\p{L}\p{N}]{2}$/u.test(textOf(prev)))
    return false;
  if (parent.children.length > 50) return false;
  return parent.children.every((child) => (isText(child) ? child.data.trim() === '' : child.name === 'span'));
}
