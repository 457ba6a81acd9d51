import { memory } from '../memory.ts';
import { buildTree } from './tree.ts';
import type { HtmlElement } from './tree.ts';

const LONG = /&#x?[\da-f]{7}/i;
const LEADING_ZEROS = /(?<=&#x?)0{9,}/gi;
/** More digits than any code point has. */
const OVERLONG = /&#(?:x0*[1-9a-f][\da-f]{6,}|0*[1-9]\d{7,})/gi;

/** Shortens numeric character references that overflow the parser; a code point out of range becomes U+FFFD, as in browsers. */
export function limitCharacterReferences(html: string): string {
  if (!LONG.test(html)) return html;
  return html.replaceAll(LEADING_ZEROS, '0').replaceAll(OVERLONG, '&#xFFFD');
}

const ESCAPED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" };
const TYPOGRAPHIC = /[“”″«»]/g;

/** Decodes the references with which HTML is escaped, and the quotes of attributes that typography has turned into others. */
export function decodeReferences(html: string): string {
  return html
    .replace(
      /&(?:(lt|gt|quot|amp|apos)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
      (reference, name?: string, decimal?: string, hex?: string) => {
        if (name !== undefined) return ESCAPED[name.toLowerCase()] ?? reference;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference;
      },
    )
    .replace(/<[^<>]*>/g, (tag) => tag.replace(TYPOGRAPHIC, '"'));
}

/** Decodes one reference in a text, as the parser does (HTML 13.2.5.72); neither a letter nor a digit follows it. */
export const decodeReferenceInText = memory((reference: string): string => {
  const [text] = lastElement(buildTree(`<p>${reference}`, { bounded: false })).children;
  return text?.nodeType === 3 ? text.data : '';
});

function lastElement(root: HtmlElement): HtmlElement {
  let element = root;
  for (let child = root.children.at(-1); child?.nodeType === 1; child = child.children.at(-1)) element = child;
  return element;
}
