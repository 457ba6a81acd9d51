/**
 * Tree that parse5 builds. To save memory per node, it does not store comments or the content of `template` elements.
 */
import { classNames, NO_CLASSES, type ClassList } from './class-names.ts';
import { parsePage } from './run-tokenizer.ts';

export type HtmlNode = HtmlElement | HtmlText;
export type HtmlParent = { children: HtmlNode[] };
export type HtmlText = Links & { readonly nodeType: 3; data: string };
export type HtmlElement = Links & {
  readonly nodeType: 1;
  readonly name: string;
  readonly namespace: string;
  attribs: Record<string, string>;
  /** Classes in lower case. */
  readonly classes: ClassList;
  children: HtmlNode[];
};
type Links = { parent: HtmlElement | null; prev: HtmlNode | null; next: HtmlNode | null };
type Attribute = { readonly name: string; readonly value: string };

// Thrown while parsing a page whose tree exceeds a limit.
class TreeError extends Error {}

/** Nesting limit of Chromium. For every tag, parse5 searches the stack of open elements. */
const MAX_DEPTH = 512;
// If there are more elements than `length / MIN_TAG_LENGTH`, the parser reconstructs formatting elements in every
// paragraph (HTML 13.2.4.3). A short page may have as many elements as a page of `LEAST_LENGTH`.
const [MIN_TAG_LENGTH, LEAST_LENGTH] = [3, 200_000];

/** Shared empty object for elements without attributes. */
export const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

/** Parses a page as browsers do. If it is nested deeper than `MAX_DEPTH`, or unclosed tags multiply, the tree ends there with a `fault`. */
export function buildTree(html: string): { readonly root: HtmlElement; readonly fault: string | undefined } {
  const root = element('#document', '', NO_ATTRIBUTES);
  try {
    parsePage(html, createAdapter(root, html.length));
    return { root, fault: undefined };
  } catch (error) {
    if (!(error instanceof TreeError)) throw error;
    return { root, fault: error.message };
  }
}

function createAdapter(root: HtmlElement, length: number): object {
  // Parent of the content of `template` elements, which is discarded.
  const discarded = element('template', '', NO_ATTRIBUTES);
  let mode: unknown = 'no-quirks';
  let depth = 0;
  let room = Math.max(length, LEAST_LENGTH) / MIN_TAG_LENGTH + MAX_DEPTH;

  return {
    createDocument: () => root,
    createDocumentFragment: () => discarded,
    createElement(name: string, namespace: string, attributes: readonly Attribute[]): HtmlElement {
      if (--room < 0) throw new TreeError('its unclosed tags are repeated in too many elements');
      return element(name, namespace, attributes.length === 0 ? NO_ATTRIBUTES : recordOf(attributes));
    },
    createCommentNode: () => undefined,
    createTextNode: createText,
    appendChild: (parent: HtmlElement, node: HtmlNode | undefined) => node && append(parent, node),
    insertBefore,
    insertText: appendText,
    insertTextBefore(parent: HtmlElement, data: string, reference: HtmlNode): void {
      if (reference.prev?.nodeType === 3) reference.prev.data += data;
      else insertBefore(parent, createText(data), reference);
    },
    detachNode: detach,
    adoptAttributes(recipient: HtmlElement, attributes: readonly Attribute[]): void {
      recipient.attribs = { ...recordOf(attributes), ...recipient.attribs };
    },
    setTemplateContent: () => undefined,
    getTemplateContent: () => discarded,
    setDocumentType: () => undefined,
    setDocumentMode: (_: unknown, value: unknown) => {
      mode = value;
    },
    getDocumentMode: () => mode,
    getFirstChild: (node: HtmlParent) => node.children[0] ?? null,
    getParentNode: (node: HtmlNode) => node.parent,
    getAttrList: (node: HtmlElement) => Object.entries(node.attribs).map(([name, value]) => ({ name, value })),
    getTagName: (node: HtmlElement) => node.name,
    getNamespaceURI: (node: HtmlElement) => node.namespace,
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new TreeError(`its elements are nested deeper than ${MAX_DEPTH} levels`);
    },
    onItemPop() {
      depth--;
    },
  };
}

function element(name: string, namespace: string, attribs: Record<string, string>): HtmlElement {
  const classes = attribs['class'] === undefined ? NO_CLASSES : classNames(attribs['class']);
  return { nodeType: 1, name, namespace, attribs, classes, children: [], parent: null, prev: null, next: null };
}

// Appends to the last text node, or creates a text node.
function appendText(parent: HtmlElement, data: string): void {
  if (data === '') return;
  const last = parent.children.at(-1);
  if (last?.nodeType === 3) last.data += data;
  else append(parent, createText(data));
}

/** Creates an element, and moves the children into it. */
export function createElement(name: string, children: readonly HtmlNode[]): HtmlElement {
  const made = element(name, '', NO_ATTRIBUTES);
  setChildren(made, children);
  return made;
}

export function setChildren(parent: HtmlElement, children: readonly HtmlNode[]): void {
  parent.children = [];
  for (const child of children) {
    child.prev = null;
    child.next = null;
    append(parent, child);
  }
}

export function createText(data: string): HtmlText {
  return { nodeType: 3, data, parent: null, prev: null, next: null };
}

function recordOf(attributes: readonly Attribute[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const { name, value } of attributes) record[name] = value;
  return record;
}

function append(parent: HtmlElement, node: HtmlNode): void {
  const last = parent.children.at(-1);
  node.parent = parent;
  if (!last) {
    // An array literal, because pushing to an empty array allocates 17 slots.
    parent.children = [node];
    return;
  }
  last.next = node;
  node.prev = last;
  parent.children.push(node);
}

/** Inserts a node before a child, if the parent contains it; usually near the end, before a table (HTML 13.2.6.1). */
export function insertBefore(parent: HtmlElement, node: HtmlNode, reference: HtmlNode): void {
  const index = parent.children.lastIndexOf(reference);
  if (index < 0) return;
  const { prev } = reference;
  if (prev) prev.next = node;
  node.prev = prev;
  node.next = reference;
  node.parent = parent;
  reference.prev = node;
  parent.children.splice(index, 0, node);
}

/** Removes a node from its parent; does nothing if the parent no longer contains it. */
export function detach(node: HtmlNode): void {
  const { parent, prev, next } = node;
  const index = parent?.children.lastIndexOf(node) ?? -1;
  if (!parent || index < 0) return;
  if (prev) prev.next = next;
  if (next) next.prev = prev;
  parent.children.splice(index, 1);
  node.parent = null;
  node.prev = null;
  node.next = null;
}
