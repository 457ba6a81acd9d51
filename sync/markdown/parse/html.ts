/** Parsing of HTML, and queries of the tree. Nothing here recurses, so no depth of nesting overflows the stack. */
import { flattenNesting } from './nesting.ts';
import { limitCharacterReferences } from './character-references.ts';
import { NestingError, buildTree, type HtmlElement, type HtmlNode, type HtmlParent, type HtmlText } from './tree.ts';

/** Parses a fragment or a page as browsers do; the result is its body. */
export function parseHtml(html: string): HtmlParent {
  return partOf(parseTree(html), 'body');
}

/** The head or the body of a document. */
export function partOf(document: HtmlParent, name: 'head' | 'body'): HtmlParent {
  return childNamed(childNamed(document, 'html'), name) ?? { children: [] };
}

/** Parses a fragment or a page as browsers do; the result is the document. */
export function parseTree(given: string): HtmlParent {
  // The parser throws at lone surrogates.
  const html = limitCharacterReferences(given.toWellFormed());
  try {
    return buildTree(html, { bounded: true });
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    return buildTree(flattenNesting(html), { bounded: false });
  }
}

function childNamed(parent: HtmlParent | undefined, name: string): HtmlElement | undefined {
  return parent?.children.filter(isElement).find((child) => child.name === name);
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeType === 1;
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeType === 3;
}

/** The value of an attribute; the empty string where it is missing. */
export function attribute(element: HtmlElement, name: string): string {
  return element.attribs[name] ?? '';
}

/** The element just before another one, with nothing but white space between them. */
export function previousElement(element: HtmlElement): HtmlElement | undefined {
  let before = element.prev;
  while (before && isText(before) && before.data.trim() === '') before = before.prev;
  return before && isElement(before) ? before : undefined;
}

/** The descendant elements of a node in document order; those of an element for which `skip` holds are passed over. */
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

/** As `elementsBelow`, in one array, which is faster. */
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

/** The text content of a node, without that of scripts and style sheets. */
export function textOf(root: HtmlParent): string {
  return textsOf(root).join('');
}

/** The text nodes of which `textOf` is made. */
export function textsOf(root: HtmlParent): readonly string[] {
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
  return parts;
}

/** The value of a cell's `colspan` or `rowspan`, at most 1000 (HTML 4.9.11). */
export function spanOf(element: HtmlElement, name: string): number {
  const count = Number.parseInt(attribute(element, name), 10);
  return Number.isNaN(count) ? 1 : Math.min(1000, Math.max(1, count));
}

/** Tests for a heading of level 1 in an element. */
export function hasMainHeading(element: HtmlElement): boolean {
  for (const inner of elementsBelow(element)) if (inner.name === 'h1') return true;
  return false;
}
