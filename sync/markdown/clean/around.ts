import type { HtmlElement } from '../parse/tree.ts';
import { namesOf } from '../visibility/opening.ts';

/** Ancestors of an element, nearest first. */
export type Around = { readonly element: HtmlElement; readonly outer: Around | undefined };

const MAX_NAMES = 240;

/** Joins classes, ids and roles of the ancestors, nearest first, up to `MAX_NAMES` characters. */
export function namesAround(around: Around | undefined): string {
  let names = '';
  for (let ancestor = around; ancestor && names.length < MAX_NAMES; ancestor = ancestor.outer)
    names += `${namesOf(ancestor.element)} `;
  return names.slice(0, MAX_NAMES);
}
