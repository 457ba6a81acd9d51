/** The door to cheerio: HTML in, a tree to walk out. Nothing here recurses, so no depth of nesting overflows. */
import { load, type CheerioAPI } from 'cheerio';

type Root = ReturnType<CheerioAPI['root']>[number];
export type HtmlNode = Root['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;
export type HtmlParent = { children: HtmlNode[] };
type HtmlText = Extract<HtmlNode, { nodeType: 3 }>;

/** Deeper than any page is; parse5 searches its whole stack for every tag, so its time grows with the square of the depth. */
const DEEPEST_FOR_PARSE5 = 2000;

/** Reads a fragment or a page as browsers do; beyond an absurd depth with htmlparser2, which is linear and more lenient. */
export function parseHtml(html: string): HtmlParent {
  const lenient = deeperThan(html, DEEPEST_FOR_PARSE5);
  // In one element: cheerio re-links every top-level node of a fragment, in quadratic time.
  const $ = lenient
    ? load(`<body>${html}</body>`, { xml: { xmlMode: false, decodeEntities: true } })
    : load(html, { scriptingEnabled: false });
  const body = $('body').get(0);
  return body ?? { children: [] };
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

/** All text below a node, as written. */
export function textOf(root: HtmlParent): string {
  const parts: string[] = [];
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) parts.push(node.data);
    else if (isElement(node)) {
      for (let i = node.children.length - 1; i >= 0; i--) {
        const child = node.children[i];
        if (child) stack.push(child);
      }
    }
  }
  return parts.join('');
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)[^<>]*>/gi;
const NEVER_CLOSED = /^(?:br|img|hr|input|p|li|source|wbr|meta|link|td|tr|th|dt|dd|option|embed|col)$/i;

function deeperThan(html: string, limit: number): boolean {
  let depth = 0;
  for (const [, closing, name = ''] of html.matchAll(TAG)) {
    if (NEVER_CLOSED.test(name)) continue;
    depth = closing ? Math.max(0, depth - 1) : depth + 1;
    if (depth > limit) return true;
  }
  return false;
}
