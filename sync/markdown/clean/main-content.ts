import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { allElements, attribute, hasMainHeading, textsOf } from '../parse/html.ts';
import { isPanel } from './tabs.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';
import type { Trace } from './trace.ts';

/** A mark by which an element tells that it holds the content of a page; the reason names it. */
type Mark = (element: HtmlElement) => string | undefined;

const ofClass = (list: string): Mark => {
  const matcher = classMatcher(list);
  return (element) => prefixed('class', matcher(element.classes));
};
/** The layout that a builder makes of one page. */
const ofBuilder = ofClass(allBuilders('content'));
const prefixed = (kind: string, value: string | undefined) => (value === undefined ? undefined : `${kind} ${value}`);

/** The marks of WordPress, themes and builders, the surest first; the first that holds enough of the text is taken. */
const MARKS: readonly Mark[] = [
  // Title, price and description of a product of WooCommerce; products in a list have no main heading.
  (element) => (element.classes.includes('type-product') && hasMainHeading(element) ? 'a product' : undefined),
  ofClass('entry-content post-content page-content wp-block-post-content'),
  (element) =>
    prefixed(
      'Elementor',
      /^(?:wp-(?:page|post)|single(?:-page|-post)?)$/.exec(attribute(element, 'data-elementor-type'))?.[0],
    ),
  ofBuilder,
  (element) => (element.name === 'main' || attribute(element, 'role') === 'main' ? 'main' : undefined),
  (element) => (element.name === 'article' ? 'article' : undefined),
  (element) =>
    prefixed('id', /^(?:content|main|main-content|inner_content|primary|page)$/.exec(attribute(element, 'id'))?.[0]),
  ofClass('the-content post_content content content-area site-content main-content'),
];
/** The share of a page's text, and the number of its characters, either of which is enough to be the content. */
const ENOUGH_SHARE = 0.5;
const ENOUGH_TEXT = 400;
/** The share of the text of all candidates, from which one of them is the content and the others are parts of the frame. */
const PREVAILING_SHARE = 0.8;

/** Finds the part of a cleaned page that is its content. */
export function mainContent(body: HtmlParent, trace?: Trace): HtmlParent {
  const total = lengthOf(body);
  const marked = markedIn(body);
  for (const mark of MARKS) {
    const best = bestOf(candidatesOf(marked, mark));
    const found = best && wholeOf(best);
    if (found && (found.length >= ENOUGH_SHARE * total || found.length >= ENOUGH_TEXT)) {
      trace?.mainContent(found.element, found.reason);
      return found.element;
    }
  }
  trace?.mainContent(body, 'no part of the page is marked as its content');
  return body;
}

/** Text of a region, in characters, that leaves no doubt before the page is cleaned. */
const CERTAIN_TEXT = 2 * ENOUGH_TEXT;

/**
 * Finds the content of a page before it is cleaned. `undefined` unless a single element has the surest mark in the page: cleaning
 * might decide between several.
 */
export function certainContent(body: HtmlParent): HtmlElement | undefined {
  const marked = markedIn(body);
  for (const mark of MARKS) {
    const [only, ...others] = candidatesOf(marked, mark).filter(({ length }) => length > 0);
    if (!only) continue;
    if (others.length > 0 || only.length < CERTAIN_TEXT) return undefined;
    return wholeOf(only).element;
  }
  return undefined;
}

/** Tests for a region that is long enough to be the content, whatever its page has. */
export const isEnough = (region: HtmlParent): boolean => lengthOf(region) >= ENOUGH_TEXT;

/** The elements of a page with any mark, and the panels of tabs. */
const markedIn = (body: HtmlParent): readonly HtmlElement[] =>
  allElements(body).filter((element) => isPanel(element) || MARKS.some((mark) => mark(element) !== undefined));

type Candidate = { readonly element: HtmlElement; readonly reason: string; readonly length: number };

/** The outermost elements with a mark; the panel of a tab is a part of the content at most. */
function candidatesOf(marked: readonly HtmlElement[], mark: Mark): readonly Candidate[] {
  const ends = new Set(marked.filter((element) => isPanel(element) || mark(element) !== undefined));
  return [...ends].flatMap((element): Candidate[] => {
    const reason = isPanel(element) || isWithin(element, ends) ? undefined : mark(element);
    return reason === undefined ? [] : [{ element, reason, length: lengthOf(element) }];
  });
}

function isWithin(element: HtmlElement, outer: ReadonlySet<HtmlElement>): boolean {
  for (let around = element.parent; around; around = around.parent) if (outer.has(around)) return true;
  return false;
}

/** The candidate that prevails; where none does, as in a list of posts, what is around all of them. */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = candidates.toSorted((a, b) => b.length - a.length);
  const sum = candidates.reduce((length, candidate) => length + candidate.length, 0);
  if (!best || best.length >= PREVAILING_SHARE * sum) return best;
  const around = commonAncestor(candidates.filter(({ length }) => length > 0).map(({ element }) => element));
  if (!around || around.name === 'body') return best;
  return { element: around, reason: `around ${candidates.length} times ${best.reason}`, length: lengthOf(around) };
}

/** The layout of a builder around a candidate that is a piece of it: somebody pasted the HTML of another page there. */
function wholeOf(candidate: Candidate): Candidate {
  const layout = pathTo(candidate.element).find((around) => ofBuilder(around) !== undefined);
  if (!layout) return candidate;
  const length = lengthOf(layout);
  if (candidate.length >= PREVAILING_SHARE * length) return candidate;
  return { element: layout, reason: `${ofBuilder(layout)} around ${candidate.reason}`, length };
}

function commonAncestor(elements: readonly HtmlElement[]): HtmlElement | undefined {
  const [first, ...others] = elements.map(pathTo);
  return first?.findLast((around, depth) => others.every((path) => path[depth] === around));
}

/** An element and all that are around it, the outermost first. */
function pathTo(element: HtmlElement): readonly HtmlElement[] {
  const path: HtmlElement[] = [];
  for (let around: HtmlElement | null = element; around; around = around.parent) path.unshift(around);
  return path;
}

function lengthOf(root: HtmlParent): number {
  let length = 0;
  // Most texts of a page only indent its source.
  for (const text of textsOf(root)) if (/\S/.test(text)) length += text.replace(/\s+/g, '').length;
  return length;
}
