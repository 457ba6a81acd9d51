/** The door to cheerio: HTML in, a tree to walk out. Nothing here recurses, so no depth of nesting overflows. */
import { load, type CheerioAPI } from 'cheerio';

type Root = ReturnType<CheerioAPI['root']>[number];
export type HtmlNode = Root['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;
export type HtmlParent = { children: HtmlNode[] };
type HtmlText = Extract<HtmlNode, { nodeType: 3 }>;

/** Reads a fragment or a page as browsers do, and gives its body. */
export function parseHtml(html: string): HtmlParent {
  return parseDocument(html).body;
}

/** Reads a fragment or a page as browsers do; what comes before the content, style sheets among it, may be in the head. */
export function parseDocument(html: string): { readonly head: HtmlParent; readonly body: HtmlParent } {
  // As a document: cheerio re-links every top-level node of a fragment, in quadratic time.
  const $ = load(withoutDepths(html), { scriptingEnabled: false });
  const document = childNamed($.root()[0], 'html');
  return {
    head: childNamed(document, 'head') ?? { children: [] },
    body: childNamed(document, 'body') ?? { children: [] },
  };
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

/** As `elementsBelow`, all at once, which is faster. */
export function allElements(root: HtmlParent): readonly HtmlElement[] {
  const elements: HtmlElement[] = [];
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    elements.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) stack.push(child);
    }
  }
  return elements;
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

/** Deeper than any page is. For every block, parse5 searches all that is open for a paragraph: time grows with the square of the depth. */
const DEEPEST = 1000;
const BLOCK_TAG =
  /<(\/?)(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figcaption|figure|footer|header|hgroup|main|menu|nav|ol|section|summary|ul)(?:\s[^<>]*)?>/gi;

/** Replaces the tags of blocks that lie absurdly deep by line breaks. */
function withoutDepths(html: string): string {
  let depth = 0;
  let deepest = 0;
  for (const [, closing] of html.matchAll(BLOCK_TAG)) {
    depth = Math.max(0, depth + (closing ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  if (deepest <= DEEPEST) return html;
  depth = 0;
  return html.replace(BLOCK_TAG, (tag, closing: string) => {
    const level = closing ? depth : depth + 1;
    depth = Math.max(0, depth + (closing ? -1 : 1));
    return level > DEEPEST ? '<br>' : tag;
  });
}
