import { attribute, isElement, textOf } from '../parse/html.ts';
import { classTest } from '../parse/class-names.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../parse/tree.ts';
import { namesAround, type Around } from './around.ts';

const WIDGET = /accordion|toggle|faq|collaps|spoiler/i;
const isTitle = classTest(
  /(?:accordion|toggle|faq|collaps|spoiler)[\w-]*(?:title|head|button|question|label|trigger|link|name)/,
);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const SIGN = /^\s*[+\-–—−×✕✖▼▲▾▸►▶›»⌄˅∨^<>↓↑]{1,2}\s*$/;

/** Tests for the title of content that a click opens and closes: of a disclosure, an accordion, a toggle. */
export function isDisclosure(element: HtmlElement, around: Around | undefined): boolean {
  const { name, attribs } = element;
  if (name === 'summary' || 'aria-expanded' in attribs || 'aria-controls' in attribs) return true;
  const role = attribute(element, 'role');
  if (role === 'tab' || role === 'button' || isTitle(element.classes)) return true;
  return HEADINGS.has(name) && WIDGET.test(namesAround(around));
}

type Place = { readonly inDisclosure: boolean; readonly parent: HtmlParent; readonly around: Around | undefined };

/** Tests for a plus, a minus or an arrow beside the title of a disclosure. */
export function isDisclosureSign(node: HtmlNode, { inDisclosure, parent, around }: Place): boolean {
  if (!inDisclosure && !isNamedSign(node, around)) return false;
  const text = isElement(node) ? textOf(node) : node.data;
  return SIGN.test(text) && parent.children.some((other) => other !== node && /[\p{L}\p{N}]/u.test(nodeText(other)));
}

const isSign = classTest(/plus|minus|icon|arrow|sign|caret|chevron|indicator/);

/** Tests, in an accordion that only its classes tell, for an element named as a sign, at an end of what has something below it. */
function isNamedSign(node: HtmlNode, around: Around | undefined): boolean {
  if (!isElement(node) || !isSign(node.classes) || !SIGN.test(textOf(node)) || !WIDGET.test(namesAround(around)))
    return false;
  const title = node.parent;
  const ends = title?.children.filter((child) => nodeText(child).trim() !== '') ?? [];
  const isAtEnd = ends[0] === node || (ends.at(-1) === node && !/\p{N}\s*$/u.test(nodeText(ends.at(-2) ?? node)));
  return isAtEnd && title?.next !== null && title?.next !== undefined;
}

function nodeText(node: HtmlNode): string {
  return isElement(node) ? textOf(node) : node.data;
}
