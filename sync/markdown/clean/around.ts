import type { HtmlElement } from '../parse/tree.ts';
import { namesOf } from '../visibility/opening.ts';

/** The elements around one, the nearest first. */
export type Around = { readonly element: HtmlElement; readonly outer: Around | undefined };

const MAX_NAMES = 240;

/** Classes, ids and roles of the elements around one, the nearest first, as far as they count. */
export function namesAround(around: Around | undefined): string {
  let names = '';
  for (let one = around; one && names.length < MAX_NAMES; one = one.outer) names += `${namesOf(one.element)} `;
  return names.slice(0, MAX_NAMES);
}
