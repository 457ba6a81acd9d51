import { allElements, attribute, parseTree, partOf, textOf } from './html.ts';
import { requireRoom } from './room.ts';
import type { HtmlElement, HtmlParent } from './tree.ts';

/**
 * An HTML document, parsed once and at its first use. Head facts, main region, visibility, Markdown and company evidence all read this
 * tree. Only `convert` changes it, and runs in a worker thread, which has a page of its own.
 */
export type Page = {
  /** The decoded document, as `readPage` got it. */
  readonly html: string;
  readonly head: HtmlParent;
  readonly body: HtmlParent;
  /** All elements of the document, `html` first, in document order. */
  readonly elements: readonly HtmlElement[];
};

/** Makes the page of a decoded document or fragment. Its tree throws a `ConversionError` where memory does not suffice. */
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
  };
}

function partsOf(document: HtmlParent): Omit<Page, 'html'> {
  const [head, body] = [partOf(document, 'head'), partOf(document, 'body')];
  return { head, body, elements: allElements(document) };
}

/** The elements of a page with one of some names. */
export function elementsNamed(page: Page, ...names: readonly string[]): readonly HtmlElement[] {
  return page.elements.filter(({ name }) => names.includes(name));
}

/** The `class` tokens of the `body`, as the page wrote them. */
export function bodyClasses(page: Page): readonly string[] {
  const [body] = elementsNamed(page, 'body');
  return body ? attribute(body, 'class').split(/\s+/) : [];
}

/** True for an element within one of some names. */
export function isWithin(element: HtmlElement, names: ReadonlySet<string>): boolean {
  for (let around = element.parent; around; around = around.parent) if (names.has(around.name)) return true;
  return false;
}

/** The source of a script, of which `textOf` gives nothing from around it. */
export const sourceOf = ({ children }: HtmlElement): string => textOf({ children });
