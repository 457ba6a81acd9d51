import { cleanLine } from './clean/characters.ts';
import { convert, type ConvertOptions } from './convert.ts';
import { attribute, textOf } from './parse/html.ts';
import type { Page } from './parse/page.ts';
import type { HtmlElement, HtmlParent } from './parse/tree.ts';

/** An element that conversion left out, or out of whose text it took something. */
type Removal = {
  /** A path in the manner of a CSS selector. */
  readonly path: string;
  readonly reason: string;
  /** The beginning of its text. */
  readonly text: string;
};

/** One conversion, and the reasons for what it left out. */
export type Explanation = ReturnType<typeof convert> & {
  readonly removals: readonly Removal[];
  /** The part of a whole page that was taken; `undefined` for a fragment. */
  readonly mainContent: Omit<Removal, 'text'> | undefined;
};

/** Converts as `convert` does, and tells what was left out and why. */
export function explain(page: Page, options: Omit<ConvertOptions, 'trace'>): Explanation {
  const removals: Removal[] = [];
  let mainContent: Explanation['mainContent'];
  const trace = {
    removed(element: HtmlParent, reason: string) {
      removals.push({ path: pathOf(element), reason, text: excerpt(textOf(element)) });
    },
    mainContent(element: HtmlParent, reason: string) {
      mainContent = { path: pathOf(element), reason };
    },
  };
  const converted = convert(page, { ...options, trace });
  return { ...converted, removals, mainContent };
}

const MAX_STEPS = 4;

/** The element and the nearest around it, up to one that has an id. */
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

function excerpt(text: string): string {
  const line = cleanLine(text.slice(0, 2000));
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
