/** HTML parser, and queries of its tree. No function recurses, so deep nesting cannot overflow the stack. */
import { buildTree, createElement, type HtmlElement, type HtmlNode, type HtmlParent, type HtmlText } from './tree.ts';

/** Parses a fragment or a page as browsers do, and returns the body. A body nested too deep ends at `MAX_DEPTH`. */
export function parseHtml(html: string): HtmlElement {
  return partOf(parseTree(html).root, 'body');
}

/** Returns the head or the body of a document. */
export function partOf(document: HtmlParent, name: 'head' | 'body'): HtmlElement {
  return childNamed(childNamed(document, 'html'), name) ?? createElement(name, []);
}

const LONG_REFERENCE = /&#x?[\da-f]{7}/i;
const LEADING_ZEROS = /(?<=&#x?)0{9,}/gi;
// More digits than any code point.
const OVERLONG = /&#(?:x0*[1-9a-f][\da-f]{6,}|0*[1-9]\d{7,})/gi;

/** Parses a fragment or a page as browsers do, and returns the document. */
export function parseTree(given: string): ReturnType<typeof buildTree> {
  // parse5 throws on lone surrogates, and overflows on numeric character references with many digits.
  const html = given.toWellFormed();
  if (!LONG_REFERENCE.test(html)) return buildTree(html);
  return buildTree(html.replaceAll(LEADING_ZEROS, '0').replaceAll(OVERLONG, '&#xFFFD'));
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

/** Tests for a text node whose string is white space. */
export const isBlank = (node: HtmlNode): boolean => isText(node) && node.data.trim() === '';

/** Returns the value of an attribute; an empty string if it is missing. */
export function attribute(element: HtmlElement, name: string): string {
  return element.attribs[name] ?? '';
}

/** Returns the element directly before an element, ignoring white space. */
export function previousElement(element: HtmlElement): HtmlElement | undefined {
  let before = element.prev;
  while (before && isBlank(before)) before = before.prev;
  return before && isElement(before) ? before : undefined;
}

/** Iterator over descendant elements in document order, without the descendants of elements that match `skip`. */
export function* elementsBelow(root: HtmlParent, skip?: (element: HtmlElement) => boolean): Generator<HtmlElement> {
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (skip?.(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode);
  }
}

/** Iterator over descendant nodes in document order, without the nodes that fail a test and their descendants. */
export function* nodesBelow(root: HtmlParent, test: (node: HtmlNode) => boolean): Generator<HtmlNode> {
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!test(node)) continue;
    yield node;
    if (isElement(node)) for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode);
  }
}

/** Returns the descendant elements of a node as an array, in document order. */
export const allElements = (root: HtmlParent): readonly HtmlElement[] => [...elementsBelow(root)];

/** Returns the text content of a node, without scripts and style sheets. */
export function textOf(root: HtmlParent): string {
  return textsOf(root).join('');
}

/** Returns the string of each text node below a node, without scripts, style sheets and nodes that fail a test. */
export function textsOf(root: HtmlParent, isShown?: (node: HtmlNode) => boolean): readonly string[] {
  // A loop, because generators and helpers of arrays need three times as long.
  const texts: string[] = [];
  const stack = root.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isShown?.(node) === false) continue;
    if (isText(node)) texts.push(node.data);
    else if (node.name !== 'script' && node.name !== 'style')
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode);
  }
  return texts;
}

/** Returns the nearest element that passes a test: a given element, or an ancestor at most `most` levels above it. */
export function closest(
  from: HtmlElement | null,
  test: (element: HtmlElement) => boolean,
  most = Infinity,
): HtmlElement | undefined {
  let level = 0;
  for (let element = from; element && level <= most; element = element.parent, level++)
    if (test(element)) return element;
  return undefined;
}

export const hasAncestor = ({ parent }: HtmlNode, test: (around: HtmlElement) => boolean): boolean =>
  closest(parent, test) !== undefined;

/** Returns the path to an element, outermost first. */
export function chainOf(root: HtmlElement): readonly HtmlElement[] {
  const chain: HtmlElement[] = [];
  for (let element: HtmlElement | null = root; element; element = element.parent)
    if (element.name !== '#document') chain.unshift(element);
  return chain;
}

/** Tests whether a set has an element or an ancestor. */
export const isAmong = (element: HtmlElement, outer: ReadonlySet<HtmlElement>): boolean =>
  outer.size > 0 && closest(element, (around) => outer.has(around)) !== undefined;

/** Returns the text below an element in a line, without nodes that fail a test. */
export const lineOf = (element: HtmlParent, isShown?: (node: HtmlNode) => boolean): string =>
  textsOf(element, isShown).join('').replace(/\s+/g, ' ').trim();

/** Tests for a descendant `h1`. */
export const hasMainHeading = (element: HtmlElement): boolean =>
  elementsBelow(element).some(({ name }) => name === 'h1');
