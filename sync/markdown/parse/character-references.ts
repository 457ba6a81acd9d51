import { memory } from '../memory.ts';
import { buildTree } from './tree.ts';
import type { HtmlElement } from './tree.ts';

const LONG = /&#x?[\da-f]{7}/i;
const LEADING_ZEROS = /(?<=&#x?)0{9,}/gi;
// More digits than any code point.
const OVERLONG = /&#(?:x0*[1-9a-f][\da-f]{6,}|0*[1-9]\d{7,})/gi;

/** Shortens numeric character references that overflow the parser. Invalid references become U+FFFD. */
export function limitCharacterReferences(html: string): string {
  if (!LONG.test(html)) return html;
  return html.replaceAll(LEADING_ZEROS, '0').replaceAll(OVERLONG, '&#xFFFD');
}

/** Decodes a character reference in text (HTML 13.2.5.72). Neither a letter nor a digit may follow it. */
export const decodeReferenceInText = memory((reference: string): string => {
  const [text] = lastElement(buildTree(`<p>${reference}`, { bounded: false })).children;
  return text?.nodeType === 3 ? text.data : '';
});

function lastElement(root: HtmlElement): HtmlElement {
  let element = root;
  for (let child = root.children.at(-1); child?.nodeType === 1; child = child.children.at(-1)) element = child;
  return element;
}
