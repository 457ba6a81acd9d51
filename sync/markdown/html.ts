/** The door to cheerio: HTML in, a tree to walk out. Nothing here recurses, so no depth of nesting overflows. */
import { load, type CheerioAPI } from 'cheerio';

type Root = ReturnType<CheerioAPI['root']>[number];
export type HtmlNode = Root['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;
export type HtmlParent = { children: HtmlNode[] };
type HtmlText = Extract<HtmlNode, { nodeType: 3 }>;

/** Deeper than any page is. For every block, parse5 searches all that is open for a paragraph: time grows with the square of the depth. */
const DEEPEST_FOR_PARSE5 = 2000;

/** Reads a fragment or a page as browsers do; beyond an absurd depth with htmlparser2, which is linear and more lenient. */
export function parseHtml(html: string): HtmlParent {
  // As a document: cheerio re-links every top-level node of a fragment, in quadratic time.
  const $ = deeperThan(html, DEEPEST_FOR_PARSE5)
    ? load(`<html><body>${html}</body></html>`, { xml: { xmlMode: false, decodeEntities: true } })
    : load(html, { scriptingEnabled: false });
  return childNamed(childNamed($.root()[0], 'html'), 'body') ?? { children: [] };
}

function childNamed(parent: HtmlParent | undefined, name: string): HtmlElement | undefined {
  return parent?.children.filter(isElement).find((child) => child.name === name);
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeType === 1 && 'attribs' in node;
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeType === 3;
}

/** An attribute's value, or the empty text. */
export function attribute(element: HtmlElement, name: string): string {
  return element.attribs[name] ?? '';
}

/** Every element below a node, in document order; a predicate says into which of them not to look. */
export function* elementsBelow(root: HtmlParent, skip?: (element: HtmlElement) => boolean): Generator<HtmlElement> {
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (skip?.(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) stack.push(child);
    }
  }
}

/** All text below a node, as written; scripts and styles are no text. */
export function textOf(root: HtmlParent): string {
  const parts: string[] = [];
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) parts.push(node.data);
    else if (isElement(node) && node.name !== 'script' && node.name !== 'style') {
      for (let i = node.children.length - 1; i >= 0; i--) {
        const child = node.children[i];
        if (child) stack.push(child);
      }
    }
  }
  return parts.join('');
}

const BLOCK_TAG =
  /<(\/?)(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figcaption|figure|footer|header|hgroup|main|menu|nav|ol|section|summary|ul)\b/gi;

function deeperThan(html: string, limit: number): boolean {
  let depth = 0;
  for (const [, closing] of html.matchAll(BLOCK_TAG)) {
    depth = closing ? Math.max(0, depth - 1) : depth + 1;
    if (depth > limit) return true;
  }
  return false;
}
