import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';
import type { Trace } from './trace.ts';

/** A mark by which an element tells that it holds the content of a page; the reason names it. */
type Mark = (element: HtmlElement) => string | undefined;

const ofClass = (list: string): Mark => {
  const matcher = classMatcher(list);
  return (element) => prefixed('class', matcher(element.classes));
};
const prefixed = (kind: string, value: string | undefined) => (value === undefined ? undefined : `${kind} ${value}`);

/** The marks of WordPress, themes and builders, the surest first; the first that holds enough of the text is taken. */
const MARKS: readonly Mark[] = [
  ofClass('entry-content post-content page-content wp-block-post-content'),
  (element) =>
    prefixed(
      'Elementor',
      /^(?:wp-(?:page|post)|single(?:-page|-post)?)$/.exec(attribute(element, 'data-elementor-type'))?.[0],
    ),
  ofClass(allBuilders('content')),
  (element) => (element.name === 'main' || attribute(element, 'role') === 'main' ? 'main' : undefined),
  (element) => (element.name === 'article' ? 'article' : undefined),
  (element) =>
    prefixed('id', /^(?:content|main|main-content|inner_content|primary|page)$/.exec(attribute(element, 'id'))?.[0]),
  ofClass('the-content post_content content content-area site-content main-content'),
];
/** The share of a page's text, and the number of its characters, either of which is enough to be the content. */
const ENOUGH_SHARE = 0.5;
const ENOUGH_TEXT = 400;

/** Finds the part of a cleaned page that is its content. */
export function mainContent(body: HtmlParent, trace?: Trace): HtmlParent {
  const total = lengthOf(body);
  for (const mark of MARKS) {
    const found = longest(body, mark);
    if (found && (found.length >= ENOUGH_SHARE * total || found.length >= ENOUGH_TEXT)) {
      trace?.mainContent(found.element, found.reason);
      return found.element;
    }
  }
  trace?.mainContent(body, 'no part of the page is marked as its content');
  return body;
}

function longest(body: HtmlParent, mark: Mark) {
  let best: { element: HtmlElement; reason: string; length: number } | undefined;
  for (const element of elementsBelow(body, (one) => mark(one) !== undefined)) {
    const reason = mark(element);
    if (reason === undefined) continue;
    const length = lengthOf(element);
    if (length > (best?.length ?? 0)) best = { element, reason, length };
  }
  return best;
}

function lengthOf(root: HtmlParent): number {
  return textOf(root).replace(/\s+/g, '').length;
}
