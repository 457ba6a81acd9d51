import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { allElements, attribute, chainOf, hasAncestor, hasMainHeading, textsOf } from '../parse/html.ts';
import { isPanel } from './tabs.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** Receives the decisions of a conversion, to explain the result for a page. */
export type Trace = {
  /** Callback for an element that was removed, or whose text was shortened. */
  readonly removed: (element: HtmlElement, reason: string) => void;
  readonly mainContent: (element: HtmlElement, reason: string) => void;
};

// Marker of the content of a page. Returns a reason for a match.
type Mark = (element: HtmlElement) => string | undefined;

const ofClass = (list: string): Mark => {
  const matcher = classMatcher(list);
  return ({ classes }) => matcher(classes);
};

// Markers of WordPress, themes and builders, most reliable first. The first marker with enough text wins.
const MARKS: readonly Mark[] = [
  // Title, price and description of a WooCommerce product. Products in a list do not have a main heading.
  (element) => (element.classes.includes('type-product') && hasMainHeading(element) ? 'a product' : undefined),
  ofClass('entry-content post-content page-content wp-block-post-content'),
  (element) => /^(?:wp-(?:page|post)|single(?:-page|-post)?)$/.exec(attribute(element, 'data-elementor-type'))?.[0],
  ofClass(allBuilders('content')),
  (element) => (element.name === 'main' || attribute(element, 'role') === 'main' ? 'main' : undefined),
  (element) => (element.name === 'article' ? 'article' : undefined),
  (element) => /^(?:content|main|main-content|inner_content|primary|page)$/.exec(attribute(element, 'id'))?.[0],
  ofClass('the-content post_content content content-area site-content main-content'),
];
// Share of the text of a page, and number of characters. Content needs either of them, a list of posts the share.
const ENOUGH_SHARE = 0.5;
const ENOUGH_TEXT = 400;
// Share of the text of all candidates. A candidate above it is the content, and the rest belongs to the frame.
const PREVAILING_SHARE = 0.8;

/** Finds the content of a cleaned page. */
export function mainContent(body: HtmlElement, trace?: Trace): HtmlElement {
  const total = lengthOf(body);
  const marked = markedIn(body);
  for (const mark of MARKS) {
    const found = bestOf(candidatesOf(marked, mark));
    const enough = found?.isList ? ENOUGH_SHARE * total : Math.min(ENOUGH_SHARE * total, ENOUGH_TEXT);
    if (found && found.length >= enough) {
      trace?.mainContent(found.element, found.reason);
      return found.element;
    }
  }
  trace?.mainContent(body, 'no element is marked as the content');
  return body;
}

// Number of characters that identifies a region as content before the page is cleaned.
const CERTAIN_TEXT = 2 * ENOUGH_TEXT;

/**
 * Finds the content of a page before it is cleaned. Returns `undefined` unless a single element has the most reliable
 * marker of the page, because cleaning may decide between several.
 */
export function certainContent(body: HtmlElement): HtmlElement | undefined {
  const marked = markedIn(body);
  for (const mark of MARKS) {
    const [only, ...others] = candidatesOf(marked, mark).filter(({ length }) => length > 0);
    if (!only) continue;
    if (others.length > 0 || only.length < CERTAIN_TEXT) return undefined;
    return only.element;
  }
  return undefined;
}

/** Tests for a region with enough text to be the content of any page. */
export const isEnough = (region: HtmlElement): boolean => lengthOf(region) >= ENOUGH_TEXT;

// Elements with any marker, and tab panels.
const markedIn = (body: HtmlElement): readonly HtmlElement[] =>
  allElements(body).filter((element) => isPanel(element) || MARKS.some((mark) => mark(element) !== undefined));

type Candidate = {
  readonly element: HtmlElement;
  readonly reason: string;
  readonly length: number;
  /** Whether it is the fallback for several candidates, such as a list of posts. */
  readonly isList: boolean;
};

// Outermost elements with a marker. A tab panel is never the whole content.
function candidatesOf(marked: readonly HtmlElement[], mark: Mark): readonly Candidate[] {
  const ends = new Set(marked.filter((element) => isPanel(element) || mark(element) !== undefined));
  return [...ends].flatMap((element): Candidate[] => {
    const reason = isPanel(element) || hasAncestor(element, (around) => ends.has(around)) ? undefined : mark(element);
    return reason === undefined ? [] : [{ element, reason, length: lengthOf(element), isList: false }];
  });
}

// Candidate with most of the text. The fallback, as in a list of posts, is their common ancestor.
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = candidates.toSorted((a, b) => b.length - a.length);
  const sum = candidates.reduce((length, candidate) => length + candidate.length, 0);
  if (!best || best.length >= PREVAILING_SHARE * sum) return best;
  const around = commonAncestor(candidates.filter(({ length }) => length > 0).map(({ element }) => element));
  if (!around || around.name === 'body') return best;
  return {
    element: around,
    reason: `common ancestor of ${candidates.length} × ${best.reason}`,
    length: lengthOf(around),
    isList: true,
  };
}

function commonAncestor(elements: readonly HtmlElement[]): HtmlElement | undefined {
  const [first, ...others] = elements.map(chainOf);
  return first?.findLast((around, depth) => others.every((path) => path[depth] === around));
}

function lengthOf(root: HtmlElement): number {
  let length = 0;
  // Most texts of a page only indent its source.
  for (const text of textsOf(root)) if (/\S/.test(text)) length += text.replace(/\s+/g, '').length;
  return length;
}
