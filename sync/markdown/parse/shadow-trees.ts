/**
 * Shadow trees that HTML declares (HTML 4.12.3), in the place of what they take from sight: of the children of their host only
 * those are shown for which the tree has a slot (DOM 4.2.2).
 */
import { isShadowTemplate, type HtmlElement, type HtmlNode } from './tree.ts';

/** Marks of elements, which no page can make, for names of attributes end at a slash: of what stands in a shadow tree, and of its host. */
export const IN_SHADOW = 'shadow/tree';
export const SHADOW_HOST = 'shadow/host';

/** Elements that may have a shadow tree (DOM 4.9): these, and those that a page defines itself. */
const HOST = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[a-z][^\s/>]*-.*)$/;

/** Puts the shadow trees of a document where browsers show them. */
export function composeShadowTrees(root: HtmlElement): void {
  let count = 0;
  const stack = [root];
  for (let host = stack.pop(); host; host = stack.pop()) {
    const [first, ...others] = host.children.filter(isShadowTemplate);
    if (first && HOST.test(host.name)) compose(host, first, String(++count));
    else if (first) first.children = [];
    for (const other of others) other.children = [];
    for (const child of host.children) if (child.nodeType === 1) stack.push(child);
  }
}

function compose(host: HtmlElement, template: HtmlElement, name: string): void {
  const light = Map.groupBy(
    host.children.filter((child) => child !== template),
    (child) => (child.nodeType === 1 ? (child.attribs['slot'] ?? '') : ''),
  );
  const slots = new Map<string, HtmlElement>();
  for (const element of within(template)) {
    element.attribs = { ...element.attribs, [IN_SHADOW]: name };
    const slot = element.attribs['name'] ?? '';
    if (element.name === 'slot' && !slots.has(slot)) slots.set(slot, element);
  }
  host.attribs = { ...host.attribs, [SHADOW_HOST]: name };
  setChildren(host, template.children);
  for (const [slot, element] of slots) {
    const nodes = light.get(slot);
    if (nodes) setChildren(element, nodes);
  }
}

/** The elements of a shadow tree in document order, without those of the trees within it. */
function* within(template: HtmlElement): Generator<HtmlElement> {
  const stack = [template];
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (element !== template) {
      yield element;
      if (isShadowTemplate(element)) continue;
    }
    for (const child of element.children.toReversed()) if (child.nodeType === 1) stack.push(child);
  }
}

function setChildren(parent: HtmlElement, children: readonly HtmlNode[]): void {
  parent.children = [...children];
  for (const [at, child] of children.entries()) {
    child.parent = parent;
    child.prev = children[at - 1] ?? null;
    child.next = children[at + 1] ?? null;
  }
}
