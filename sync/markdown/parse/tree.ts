/**
 * The door to cheerio, and the tree that its parse5 builds of a page: only what is asked of it later, for every node of a large page counts. Comments and
 * what a `template` holds are no part of it.
 */
import { load, type CheerioOptions } from 'cheerio';

type Adapter = NonNullable<CheerioOptions['treeAdapter']>;

export type HtmlNode = HtmlElement | HtmlText;
export type HtmlParent = { children: HtmlNode[] };
export type HtmlText = Place & { readonly nodeType: 3; data: string };
export type HtmlElement = Place & {
  readonly nodeType: 1;
  readonly name: string;
  readonly namespace: string;
  attribs: Record<string, string>;
  children: HtmlNode[];
};
type Place = { parent: HtmlElement | null; prev: HtmlNode | null; next: HtmlNode | null };
type Attribute = { readonly name: string; readonly value: string };

/** Thrown while a page is read whose elements are nested as on no real page. */
export class AbsurdNesting extends Error {}

/** Browsers nest no deeper. For every tag, parse5 looks through all that is open. */
export const DEEPEST = 512;
/** No tag is shorter: more elements than this come from formatting that is opened again in every paragraph (HTML 13.2.4.3). */
const SHORTEST_TAG = 3;

const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

/** Reads a page as browsers do, and gives the root of its tree; `bounded`, it throws `AbsurdNesting` before time runs away. */
export function buildTree(html: string, { bounded }: { readonly bounded: boolean }): HtmlElement {
  const root = element('#document', '', NO_ATTRIBUTES);
  // As a document: cheerio re-links every top-level node of a fragment, in quadratic time.
  load(html, { treeAdapter: createAdapter(root, html.length, bounded), scriptingEnabled: false });
  return root;
}

/** What parse5 needs to build the tree. */
function createAdapter(root: HtmlElement, length: number, bounded: boolean): Adapter {
  /** What is not kept: comments, and what a template holds. */
  const discarded = element('template', '', NO_ATTRIBUTES);
  let mode: unknown = 'no-quirks';
  let depth = 0;
  let room = length / SHORTEST_TAG + DEEPEST;

  const adapter = {
    createDocument: () => root,
    createDocumentFragment: () => discarded,
    createElement(name: string, namespace: string, attributes: readonly Attribute[]): HtmlElement {
      if (bounded && --room < 0) throw new AbsurdNesting();
      return element(name, namespace, attributes.length === 0 ? NO_ATTRIBUTES : recordOf(attributes));
    },
    createCommentNode: () => undefined,
    createTextNode: text,
    appendChild: (parent: HtmlElement, node: HtmlNode | undefined) => node && append(parent, node),
    insertBefore,
    insertText(parent: HtmlElement, data: string): void {
      const last = parent.children.at(-1);
      if (last?.nodeType === 3) last.data += data;
      else append(parent, text(data));
    },
    insertTextBefore(parent: HtmlElement, data: string, reference: HtmlNode): void {
      if (reference.prev?.nodeType === 3) reference.prev.data += data;
      else insertBefore(parent, text(data), reference);
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
    getChildNodes: (node: HtmlParent) => node.children,
    getParentNode: (node: HtmlNode) => node.parent,
    getAttrList: (node: HtmlElement) => Object.entries(node.attribs).map(([name, value]) => ({ name, value })),
    getTagName: (node: HtmlElement) => node.name,
    getNamespaceURI: (node: HtmlElement) => node.namespace,
    getTextNodeContent: (node: HtmlText) => node.data,
    isTextNode: (node: HtmlNode) => node.nodeType === 3,
    isElementNode: (node: HtmlNode) => node.nodeType === 1,
    isCommentNode: () => false,
    isDocumentTypeNode: () => false,
    onItemPush() {
      if (bounded && ++depth > DEEPEST) throw new AbsurdNesting();
    },
    onItemPop() {
      depth--;
    },
  };
  // parse5 is generic in its nodes; only cheerio's types want those of cheerio, and its selectors are not used.
  return adapter as unknown as Adapter;
}

function element(name: string, namespace: string, attribs: Record<string, string>): HtmlElement {
  return { nodeType: 1, name, namespace, attribs, children: [], parent: null, prev: null, next: null };
}

function text(data: string): HtmlText {
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
    // An array for one: pushing to an empty one makes room for seventeen.
    parent.children = [node];
    return;
  }
  last.next = node;
  node.prev = last;
  parent.children.push(node);
}

/** Near the end as a rule: a table takes what stands wrongly in it before itself (HTML 13.2.6.1). */
function insertBefore(parent: HtmlElement, node: HtmlNode, reference: HtmlNode): void {
  const { prev } = reference;
  if (prev) prev.next = node;
  node.prev = prev;
  node.next = reference;
  node.parent = parent;
  reference.prev = node;
  parent.children.splice(parent.children.lastIndexOf(reference), 0, node);
}

function detach(node: HtmlNode): void {
  const { parent, prev, next } = node;
  if (!parent) return;
  if (prev) prev.next = next;
  if (next) next.prev = prev;
  parent.children.splice(parent.children.lastIndexOf(node), 1);
  node.parent = null;
  node.prev = null;
  node.next = null;
}
