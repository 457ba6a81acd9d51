import { attribute, elementsBelow, isText, parseHtml, textOf } from '../parse/html.ts';
import { classTest } from '../parse/class-names.ts';
import type { HtmlElement } from '../parse/tree.ts';

const isCounter = classTest(/count(?!down)|number|percent|odometer|pie_chart/);

// Attributes with the target number of a counter animation.
const TARGETS = [
  'data-to-value',
  'data-number-value',
  'data-counter-value',
  'data-value',
  'data-count',
  'data-pie-value',
  'data-number',
  'data-end',
];

/** Sets an animated counter to its final number. */
export function completeCounter(element: HtmlElement): void {
  if (!isCounter(element.classes)) return;
  const target = TARGETS.map((name) => attribute(element, name)).find((value) => /^[\d.,]+$/.test(value));
  if (target === undefined) return;
  const shown = `${attribute(element, 'data-prefix')}${target}${attribute(element, 'data-suffix')}`;
  const place = [element, ...elementsBelow(element)].find((inner) =>
    inner === element
      ? showsNumber(inner)
      : /percent-value|number|pie_chart_value/.test(attribute(inner, 'class')) && showsNumber(inner),
  );
  if (place) place.children = parseHtml(shown).children;
}

function showsNumber(element: HtmlElement): boolean {
  return element.children.every(isText) && /^[\s\d.,]*$/.test(textOf(element));
}
