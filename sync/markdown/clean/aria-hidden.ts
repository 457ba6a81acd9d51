/** Elements with `aria-hidden` (WAI-ARIA 1.2): what pages keep from those who listen to them. */
import { attribute } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';
import type { Position } from './noise.ts';
import { namesOf, saysOpened } from './visibility/opening.ts';

const PART_OF_TEXT = /^(?:span|i|b|em|strong|small|svg|sup|sub|u|font)$/;

/** Signs and icons within a text, which are kept from those who listen to it. */
export function isDecoration(element: HtmlElement, { names }: Pick<Position, 'names'>): boolean {
  return isAriaHidden(element) && PART_OF_TEXT.test(element.name) && !isPrice(element, `${namesOf(element)} ${names}`);
}

/** Whole parts of a page that are kept from those who listen to it, and that nothing opens. */
export function isSilent(element: HtmlElement, { names }: Pick<Position, 'names'>): boolean {
  if (!isAriaHidden(element)) return false;
  const around = `${namesOf(element)} ${names}`;
  return !isPrice(element, around) && !saysOpened(around);
}

function isAriaHidden(element: HtmlElement): boolean {
  return attribute(element, 'aria-hidden') === 'true';
}

/** Prices are kept from those who listen only because they are told them in other words. */
function isPrice(element: HtmlElement, names: string): boolean {
  return /^(?:del|ins)$/.test(element.name) || /(?:^|[\s_-])(?:price|amount)(?:[\s_-]|$)/i.test(names);
}
