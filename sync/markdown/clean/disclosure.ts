import { attribute, isElement, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../parse/tree.ts';

const WIDGET = /accordion|toggle|faq|collaps|spoiler/i;
const TITLE = /(?:accordion|toggle|faq|collaps|spoiler)[\w-]*(?:title|head|button|question|label|trigger|link|name)/i;
const SIGN = /^\s*[+\-–—−×✕✖▼▲▾▸►▶›»⌄˅∨^<>↓↑]{1,2}\s*$/;

/** Tests for the title of content that a click opens and closes: of a disclosure, an accordion, a toggle. */
export function isDisclosure(element: HtmlElement, { names }: { readonly names: string }): boolean {
  const { name, attribs } = element;
  if (name === 'summary' || 'aria-expanded' in attribs || 'aria-controls' in attribs) return true;
  if (/^(?:tab|button)$/.test(attribute(element, 'role')) || TITLE.test(attribute(element, 'class'))) return true;
  return /^h[1-6]$/.test(name) && WIDGET.test(names);
}

/** Tests for a plus, a minus or an arrow beside the title of a disclosure. */
export function isDisclosureSign(
  node: HtmlNode,
  { inDisclosure, parent }: { readonly inDisclosure: boolean; readonly parent: HtmlParent },
): boolean {
  if (!inDisclosure) return false;
  const text = isElement(node) ? textOf(node) : node.data;
  return SIGN.test(text) && parent.children.some((other) => other !== node && /[\p{L}\p{N}]/u.test(nodeText(other)));
}

function nodeText(node: HtmlNode): string {
  return isElement(node) ? textOf(node) : node.data;
}
