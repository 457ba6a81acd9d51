/** Elements with `aria-hidden` (WAI-ARIA 1.2), which assistive technology ignores. */
import { attribute } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';
import { namesAround, type Around } from './around.ts';
import { isNamedForOpening, namesOf } from '../visibility/opening.ts';

const PART_OF_TEXT = /^(?:span|i|b|em|strong|small|svg|sup|sub|u|font)$/;

/** Tests for signs and icons within a text that assistive technology ignores. */
export function isDecoration(element: HtmlElement, { around }: { readonly around: Around | undefined }): boolean {
  if (!isAriaHidden(element) || !PART_OF_TEXT.test(element.name)) return false;
  return !isPrice(element, `${namesOf(element)} ${namesAround(around)}`);
}

/** Tests for a block that assistive technology ignores and that nothing opens. */
export function isSilent(element: HtmlElement, { around }: { readonly around: Around | undefined }): boolean {
  if (!isAriaHidden(element)) return false;
  const names = `${namesOf(element)} ${namesAround(around)}`;
  return !isPrice(element, names) && !isNamedForOpening(names);
}

function isAriaHidden(element: HtmlElement): boolean {
  return attribute(element, 'aria-hidden') === 'true';
}

// Prices only have `aria-hidden` if a text for screen readers repeats them.
function isPrice(element: HtmlElement, names: string): boolean {
  return /^(?:del|ins)$/.test(element.name) || /(?:^|[\s_-])(?:price|amount)(?:[\s_-]|$)/i.test(names);
}
