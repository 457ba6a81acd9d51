import { allElements, attribute, hasAncestor, parseTree, partOf, textOf } from './html.ts';
import { ConversionError, requireRoom } from './room.ts';
import type { HtmlElement } from './tree.ts';

/**
 * HTML document, parsed on first use. Head facts, main content, visibility, Markdown and company evidence all read this
 * tree. Only `convert` modifies it, in a worker thread with a separate page.
 */
export type Page = {
  /** Decoded document, as passed to `readPage`. */
  readonly html: string;
  readonly head: HtmlElement;
  readonly body: HtmlElement;
  /** All elements of the document in document order, `html` first. */
  readonly elements: readonly HtmlElement[];
  /** Reason why the tree does not have the whole document. */
  readonly fault: string | undefined;
};

/** Creates the page of a decoded document or fragment. Its tree throws a `ConversionError` without enough memory. */
export function readPage(html: string): Page {
  let parsed: Omit<Page, 'html'> | undefined;
  const tree = () => {
    if (!parsed) requireRoom(html);
    return (parsed ??= partsOf(parseTree(html)));
  };
  return {
    html,
    get head() {
      return tree().head;
    },
    get body() {
      return tree().body;
    },
    get elements() {
      return tree().elements;
    },
    get fault() {
      return tree().fault;
    },
  };
}

function partsOf({ root, fault }: ReturnType<typeof parseTree>): Omit<Page, 'html'> {
  return { head: partOf(root, 'head'), body: partOf(root, 'body'), elements: allElements(root), fault };
}

/** Returns the page. Throws a `ConversionError` for a page whose tree is not whole: text of it may be missing, or hidden by a later part. */
export function requireWhole(page: Page): Page {
  if (page.fault === undefined) return page;
  throw new ConversionError(page.fault, true);
}

export function elementsNamed(page: Page, ...names: readonly string[]): readonly HtmlElement[] {
  return page.elements.filter(({ name }) => names.includes(name));
}

/** Returns the `class` tokens of the `body` in original case. */
export function bodyClasses(page: Page): readonly string[] {
  const [body] = elementsNamed(page, 'body');
  return body ? attribute(body, 'class').split(/\s+/) : [];
}

/** Tests for an ancestor with a name of the set. */
export const isWithin = (element: HtmlElement, names: ReadonlySet<string>): boolean =>
  hasAncestor(element, ({ name }) => names.has(name));

/** Returns the source of a script, which `textOf` omits for its ancestors. */
export const sourceOf = ({ children }: HtmlElement): string => textOf({ children });
