/** Adapter of css-select: tests elements against selectors, with a limit of steps for each page. */
import { compile, type Options } from 'css-select';
import { memory } from '../memory.ts';
import { isElement, isText, textOf } from './html.ts';
import type { HtmlElement, HtmlNode } from './tree.ts';

// `isKeyAlone`: the index key is the whole selector, and has matched.
type Selector = { readonly selector: string; readonly isKeyAlone: boolean };

// Thrown when selector matching exceeds `MOST_STEPS` for a page.
class Exhausted extends Error {}

// Steps over nodes per page, about ten times the need of the largest builder page.
const MOST_STEPS = 3_000_000;

// Pseudo-classes that do not match before a visitor acts.
const STATES =
  'hover focus focus-within focus-visible active visited target target-within fullscreen popover-open modal autofill user-invalid user-valid'.split(
    ' ',
  );

// Remaining steps of the current page.
let steps = 0;

function spend(count: number): void {
  steps -= count;
  if (steps < 0) throw new Exhausted();
}

/** Creates a matcher for the elements of a page. After `MOST_STEPS`, nothing matches. */
export function createSelectors() {
  let left = MOST_STEPS;
  const broken = new Set<string>();

  return {
    matches({ selector, isKeyAlone }: Selector, element: HtmlElement): boolean {
      if (left < 0 || broken.has(selector)) return false;
      if (isKeyAlone) {
        left -= 1;
        return true;
      }
      steps = left;
      try {
        spend(1);
        return testOf(selector)(element);
      } catch (error) {
        if (!(error instanceof Exhausted)) broken.add(selector);
        return false;
      } finally {
        left = steps;
      }
    },
    isExhausted: () => left < 0,
  };
}

// Compiles a selector. Pseudo-elements and unsupported selectors match nothing.
const testOf = memory(
  (selector: string): ((element: HtmlElement) => boolean) => {
    try {
      return compile<HtmlNode, HtmlElement>(selector, OPTIONS);
    } catch {
      return () => false;
    }
  },
  { most: 20_000, longest: 10_000 },
);

// The document node is not an element.
const isTag = (node: HtmlNode): node is HtmlElement => isElement(node) && node.name !== '#document';

const childrenOf = (node: HtmlNode) => {
  const children = isElement(node) ? node.children : [];
  spend(children.length + 1);
  return children;
};
const find = (test: (element: HtmlElement) => boolean, nodes: HtmlNode[]): HtmlElement | null => {
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isTag(node)) continue;
    if (test(node)) return node;
    stack.push(...childrenOf(node).toReversed());
  }
  return null;
};
const OPTIONS: Options<HtmlNode, HtmlElement> = {
  pseudos: Object.fromEntries(STATES.map((state) => [state, () => false])),
  adapter: {
    isTag,
    existsOne: (test, nodes) => find(test, nodes) !== null,
    findOne: find,
    findAll: (test, nodes) => {
      const found = find(test, nodes);
      return found ? [found] : [];
    },
    getAttributeValue: (element, name) => {
      spend(1);
      return Object.hasOwn(element.attribs, name) ? element.attribs[name] : undefined;
    },
    hasAttrib: (element, name) => Object.hasOwn(element.attribs, name),
    getChildren: childrenOf,
    getName: (element) => element.name,
    getParent: (node) => {
      spend(1);
      return node.parent && isTag(node.parent) ? node.parent : null;
    },
    getSiblings: (node) => {
      const siblings = node.parent?.children ?? [node];
      spend(siblings.length);
      return siblings;
    },
    getText: (node) => (isText(node) ? node.data : textOf(node)),
    removeSubsets: (nodes) => nodes,
    equals: (one, other) => one === other,
  },
};
