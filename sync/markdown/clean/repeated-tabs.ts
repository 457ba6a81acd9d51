import { BUILDERS } from '../builders.ts';
import { hasClass } from '../parse/class-names.ts';
import { attribute, elementsBelow, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';

const REPEATED = BUILDERS.flatMap(({ repeatedTabs }) => repeatedTabs ?? []);
const MAX_WIDGETS = 400;

/** Strips of tab titles that stand once more above the panels: there they say what these are about. */
export function repeatedTabStrips(elements: readonly HtmlElement[]): HtmlElement[] {
  const strips: HtmlElement[] = [];
  const text = (titles: readonly HtmlElement[]) => titles.map(textOf).join('').replace(/\s+/g, '');
  const isOf = (element: HtmlElement, name: string) => hasClass(attribute(element, 'class'), name);
  const widgets = new Set<HtmlParent>();
  for (const element of elements) {
    const title = REPEATED.find(({ strip }) => isOf(element, strip))?.title;
    const widget = element.parent;
    if (title === undefined || !widget || isOf(element, title) || widgets.has(widget)) continue;
    widgets.add(widget);
    if (widgets.size > MAX_WIDGETS) break;
    const titles = [...elementsBelow(widget)].filter((inner) => isOf(inner, title));
    if (titles.length > 0 && text(titles) === text([element])) strips.push(element);
  }
  return strips;
}
