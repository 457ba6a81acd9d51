import { attribute, type HtmlElement } from '../html.ts';

/** Styles with which nobody sees an element. */
const UNSEEN: readonly RegExp[] = [/(?:^|;)\s*display\s*:\s*none/i, /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/i];
/** What opens by a click or by time: accordions, tabs, toggles, sliders. */
const OPENED =
  /tab|accordion|toggle|collaps|faq|panel|spoiler|expand|answer|respuesta|details|question|callout|slide|carousel|rev_|tp-|swiper|slick/i;

/** Whether nobody who looks at the page sees this element, whatever they open. `near` holds the classes and ids around it. */
export function isHiddenFromAll(element: HtmlElement, near: string): boolean {
  const style = attribute(element, 'style');
  const hidden = 'hidden' in element.attribs || (style !== '' && UNSEEN.some((pattern) => pattern.test(style)));
  if (!hidden && attribute(element, 'aria-hidden') !== 'true') return false;
  const around = `${attribute(element, 'class')} ${attribute(element, 'id')} ${attribute(element, 'role')} ${near}`;
  return !OPENED.test(around);
}
