/** A box with a text, on which a rule of a theme is tried. */
import { HTML } from '../../parse/element-kinds.ts';
import { appendText, element, type HtmlElement } from '../../parse/tree.ts';
import type { Declarations, Declared } from './cascade.ts';
import type { Declaration } from './css.ts';
import { expand } from './properties.ts';

/** A text as it stands in such a box. */
const LETTERS = 40;

export function probe(): { readonly box: HtmlElement; readonly letters: number } {
  const box = element('div', HTML, {});
  appendText(box, 'x'.repeat(LETTERS));
  return { box, letters: LETTERS };
}

/** What declarations say of each longhand. */
export function declaredBy(declarations: readonly Declaration[]): Declarations {
  const declared = new Map<string, Declared>();
  for (const { property, value } of declarations)
    for (const [name, said] of Object.entries(expand(property, value) ?? {}))
      declared.set(name, { value: said, by: undefined });
  return declared;
}
