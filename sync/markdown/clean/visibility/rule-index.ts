/**
 * Indexes of rules: by what must occur in a page for their selectors, and by the names that they are about. Those of a list of rules
 * are kept for all pages that have it.
 */
import { memory, memoryOfObjects } from '../../memory.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { isKnownPseudo } from './conditions.ts';
import type { Match } from './match.ts';
import { classKeys } from './matching.ts';
import { selectorsIn, type Rule, type RuleList } from './rules.ts';
import { selectorsOf, type Selectors } from './selectors.ts';

/** Names of CSS in a selector; those in parentheses and brackets need not be the element's. */
const NAMES = /[.#](?:[\w-]|[^\0-\x7F])+/g;
/** `:where()` and `:is()` with one simple selector, which is then the element's as well. */
const ALONE = /:(?:where|is)\(\s*([.#][\w-]+(?:\.[\w-]+)*)\s*\)/gi;
const WITHIN = /\([^()]*\)|\[[^\]]*\]/g;
/** States that do not hold now, and parts that are no elements. */
const STATE_OR_PART = /::|:(?:hover|focus|active|visited|target|before|after|first-l)/i;

/** A selector of a rule. */
type Requirement = {
  readonly rule: Rule;
  readonly text: string;
  /** Names that must occur in a page for it to match. */
  readonly needs: readonly string[];
  /** Its place in the list. */
  readonly order: number;
};

/** Of selectors that need no name. */
const ANY = '';

/** The selectors of a list that may match, by one of the names that they need. */
const requirementsIn = memoryOfObjects((rules: readonly Rule[]): ReadonlyMap<string, readonly Requirement[]> => {
  const all: Requirement[] = [];
  for (const rule of rules)
    for (const { text, needs } of rule.decides ? requirementsOf(rule.selector) : [])
      all.push({ rule, text, needs, order: all.length });
  return Map.groupBy(all, ({ needs }) => needs.at(-1) ?? ANY);
});

/** The selectors that may match an element of the page, by what such an element must have. */
export function indexOf(
  lists: readonly RuleList[],
  selectors: Selectors,
  elements: readonly HtmlElement[],
): ReadonlyMap<string, readonly Match[]> {
  const present = namesPresent(elements);
  const isThere = memory((list: string) =>
    selectorsOf(list).some(
      (one) => present.has(one.key) && elements.some((element) => selectors.matches(one, element)),
    ),
  );
  const index = new Map<string, Match[]>();
  for (const [list, { rules, sheet }] of lists.entries()) {
    const required = requirementsIn(rules);
    for (const name of present.size < required.size ? present : required.keys()) {
      if (!present.has(name)) continue;
      for (const { rule, text, needs, order } of required.get(name) ?? []) {
        if (!needs.every((one) => present.has(one)) || rule.needs?.every(isThere) === false) continue;
        for (const selector of selectorsOf(text)) {
          const match = { rule, selector, sheet: rule.sheet ?? sheet, list, order };
          const others = index.get(selector.key);
          if (others) others.push(match);
          else index.set(selector.key, [match]);
        }
      }
    }
  }
  return index;
}

/** What the elements of a page have of which selectors ask. */
function namesPresent(elements: readonly HtmlElement[]): ReadonlySet<string> {
  const present = new Set([ANY, '*']);
  const classes = new Set<string>();
  for (const { name, attribs } of elements) {
    present.add(name);
    const { id, class: list } = attribs;
    if (id !== undefined) present.add(`#${id}`);
    if (list === undefined || classes.has(list)) continue;
    classes.add(list);
    for (const key of classKeys(list)) present.add(key);
  }
  return present;
}

/** The selectors of a list that may match an element, and the names that must occur in the page for that. */
function requirementsOf(list: string): readonly Pick<Requirement, 'text' | 'needs'>[] {
  return (isValid(list) ? selectorsIn(list) : []).flatMap((text) => {
    const open = text.includes(':') ? text.replace(ALONE, '$1') : text;
    const bare = open.includes('(') || open.includes('[') ? open.replace(WITHIN, ' ') : open;
    if (/[(\\]/.test(bare)) return [{ text, needs: [] }];
    return STATE_OR_PART.test(bare) ? [] : [{ text, needs: bare.match(NAMES) ?? [] }];
  });
}

/** A list with a pseudo-class that Chromium does not know selects nothing (Selectors 4, 4.1); those of `:is()` and `:where()` are forgiven. */
function isValid(list: string): boolean {
  if (!list.includes(':')) return true;
  const plain = list.replaceAll(WITHIN, ' ').replaceAll(WITHIN, ' ');
  return (plain.match(/(?<!\\):{1,2}[\w-]+/g) ?? []).every((name) => name.startsWith('::') || isKnownPseudo(name));
}

/** Rules by the classes and ids of the elements that they are about. */
export const rulesByName = memoryOfObjects((rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> => {
  const named = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const name of namesOf(rule.selector)) {
      const list = named.get(name);
      if (list) list.push(rule);
      else named.set(name, [rule]);
    }
  }
  return named;
});

function namesOf(list: string): readonly string[] {
  return selectorsIn(list).flatMap((selector) =>
    selector.includes('\\') ? selectorsOf(selector).flatMap(({ names }) => names) : subjectNames(selector),
  );
}

function subjectNames(selector: string): readonly string[] {
  if (selector.includes('(')) return selector.match(NAMES) ?? [];
  return (
    selector
      .trim()
      .split(/[\s>+~]/)
      .at(-1)
      ?.match(NAMES) ?? []
  );
}
