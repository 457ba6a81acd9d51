import { excerpt } from './clean/clean.ts';
import { convert, type ConvertOptions } from './convert.ts';
import { attribute, textOf } from './parse/html.ts';
import type { Page } from './parse/page.ts';
import type { HtmlElement, HtmlParent } from './parse/tree.ts';

// Element that conversion removed, or shortened.
type Removal = {
  /** Path in the form of a CSS selector. */
  readonly path: string;
  readonly reason: string;
  /** Beginning of its text. */
  readonly text: string;
};

/** Conversion of a page with the reasons for its removals. */
export type Explanation = ReturnType<typeof convert> & {
  readonly removals: readonly Removal[];
  /** Main content of a whole page; `undefined` for a fragment. */
  readonly mainContent: Omit<Removal, 'text'> | undefined;
};

/** Converts a page as `convert`, and reports removals with their reasons. */
export function explain(page: Page, options: Omit<ConvertOptions, 'trace'>): Explanation {
  const removals: Removal[] = [];
  let mainContent: Explanation['mainContent'];
  const trace = {
    removed(element: HtmlParent, reason: string) {
      removals.push({ path: pathOf(element), reason, text: excerpt(textOf(element), 60) });
    },
    mainContent(element: HtmlParent, reason: string) {
      mainContent = { path: pathOf(element), reason };
    },
  };
  const converted = convert(page, { ...options, trace });
  return { ...converted, removals, mainContent };
}

const MAX_STEPS = 4;

// Path from the nearest ancestor with an id, of at most `MAX_STEPS` elements.
function pathOf(node: HtmlParent): string {
  const steps: string[] = [];
  let element = isElementParent(node) ? node : null;
  while (element && element.name !== 'html' && steps.length < MAX_STEPS) {
    steps.unshift(stepOf(element));
    if (attribute(element, 'id') !== '') break;
    element = element.parent;
  }
  return steps.join(' > ');
}

function isElementParent(node: HtmlParent): node is HtmlElement {
  return 'name' in node;
}

function stepOf(element: HtmlElement): string {
  const id = attribute(element, 'id');
  if (id !== '') return `${element.name}#${id}`;
  return [element.name, ...element.classes.slice(0, 3)].join('.');
}
