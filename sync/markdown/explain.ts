import { excerpt } from './clean/clean.ts';
import { convert, type ConvertOptions } from './convert.ts';
import { attribute, chainOf, textOf } from './parse/html.ts';
import type { Page } from './parse/page.ts';
import type { HtmlElement } from './parse/tree.ts';

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
    removed(element: HtmlElement, reason: string) {
      removals.push({ path: pathOf(element), reason, text: excerpt(textOf(element), 60) });
    },
    mainContent(element: HtmlElement, reason: string) {
      mainContent = { path: pathOf(element), reason };
    },
  };
  const converted = convert(page, { ...options, trace });
  return { ...converted, removals, mainContent };
}

const MAX_STEPS = 4;

// Path from the nearest ancestor with an id, of at most `MAX_STEPS` elements.
function pathOf(node: HtmlElement): string {
  const path = chainOf(node).filter(({ name }) => name !== 'html');
  const first = path.findLastIndex((element) => attribute(element, 'id') !== '');
  return path
    .slice(Math.max(0, first, path.length - MAX_STEPS))
    .map(stepOf)
    .join(' > ');
}

function stepOf(element: HtmlElement): string {
  const id = attribute(element, 'id');
  if (id !== '') return `${element.name}#${id}`;
  return [element.name, ...element.classes.slice(0, 3)].join('.');
}
