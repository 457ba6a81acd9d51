/** The rules that match the elements of a page: those that may are looked up, and most of these fail by what is not around. */
import { memory } from '../../memory.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import type { Match } from './match.ts';
import type { Selectors } from './selectors.ts';
import { reaches } from './shadow-rules.ts';
import { createSurroundings, hasAll } from './surroundings.ts';

/** A match, if its selector fits, and the places of the names that must be around. */
type Candidate = { readonly match: Match; readonly around: readonly number[] };

/** Matches of an element, one after the other: elements with the same ones get the same list. */
type Matched = { list?: readonly Match[]; next?: Map<Match, Matched> };

/** Candidates that are kept for elements with the same classes. */
const MOST_KEPT = 500_000;

/** Finds the matches of elements, in the order of the cascade: those in which several agree are one list. */
export function createMatching(
  index: ReadonlyMap<string, readonly Match[]>,
  selectors: Selectors,
  elements: readonly HtmlElement[],
): (element: HtmlElement) => readonly Match[] {
  const { namesAround, placesOf } = createSurroundings(namesIn(index), selectors.parentOf, classKeys);
  const found = new Map<HtmlElement, readonly Match[]>();
  const kept = new Map<string | undefined, Map<string, readonly Candidate[]>>();
  const none: Matched = {};
  let room = MOST_KEPT;

  const candidateOf = memory((match: Match): Candidate => ({ match, around: placesOf(match.selector.namesAround) }), {
    most: Infinity,
  });
  const candidatesFor = (element: HtmlElement): readonly Candidate[] =>
    keysOf(element)
      .flatMap((key) => index.get(key) ?? [])
      .toSorted(byCascade)
      .map(candidateOf);
  /** Elements of the same name, id and classes have the same candidates. */
  const candidatesOf = (element: HtmlElement): readonly Candidate[] => {
    const { id = '', class: classes } = element.attribs;
    const ofClasses = kept.get(classes) ?? new Map<string, readonly Candidate[]>();
    const key = `${element.name} ${id}`;
    const known = ofClasses.get(key);
    if (known) return known;
    const candidates = candidatesFor(element);
    if ((room -= candidates.length) > 0) {
      ofClasses.set(key, candidates);
      kept.set(classes, ofClasses);
    }
    return candidates;
  };

  const firsts = new Map<Match, HtmlElement | undefined>();
  const isFirst = (match: Match, element: HtmlElement): boolean => {
    const { selector } = match;
    if (!firsts.has(match))
      firsts.set(
        match,
        elements.find((one) => keysOf(one).includes(selector.key) && selectors.matches(selector, one)),
      );
    return firsts.get(match) === element;
  };

  return (element) => {
    const known = found.get(element);
    if (known) return known;
    // What may match is not even looked up.
    if (selectors.isExhausted()) return [];
    const matches: Match[] = [];
    const names = namesAround(element);
    for (const { match, around } of candidatesOf(element)) {
      if (selectors.isExhausted()) return [];
      if (!hasAll(names, around)) {
        selectors.count(1);
        continue;
      }
      if (!reaches(match.rule.shadow, element) || !selectors.matches(match.selector, element)) continue;
      if (!match.rule.isFirst || isFirst(match, element)) matches.push(match);
    }
    const matched = matches.reduce(nextOf, none);
    const list = (matched.list ??= matches);
    found.set(element, list);
    return list;
  };
}

function nextOf(matched: Matched, match: Match): Matched {
  const next = (matched.next ??= new Map<Match, Matched>());
  const known = next.get(match);
  if (known) return known;
  const added: Matched = {};
  next.set(match, added);
  return added;
}

/** All classes and ids that selectors want around their subjects. */
function namesIn(index: ReadonlyMap<string, readonly Match[]>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const matches of index.values())
    for (const { selector } of matches) for (const name of selector.namesAround) names.add(name);
  return names;
}

/** Order of normal declarations: the winner comes last (CSS Cascade 5, 6.1). */
export function byCascade(one: Match, other: Match): number {
  const { layer } = one.rule;
  if (layer !== other.rule.layer) return layer < other.rule.layer ? -1 : 1;
  return (
    one.selector.specificity - other.selector.specificity ||
    one.sheet - other.sheet ||
    one.list - other.list ||
    one.order - other.order
  );
}

/** The marks by which rules that may match an element are found. */
export function keysOf({ name, attribs }: HtmlElement): readonly string[] {
  const keys = ['*', name];
  const { id, class: classes } = attribs;
  if (id !== undefined) keys.push(`#${id}`);
  if (classes !== undefined) for (const key of classKeys(classes)) keys.push(key);
  return keys;
}

/** The marks of a class attribute. */
export const classKeys = memory((classes: string) => classes.split(/\s+/).map((token) => `.${token}`));
