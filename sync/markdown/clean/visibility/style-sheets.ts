/** The style sheets within a page. Builders write there what is shown on which screen; others hide orders to agents. */
import { attribute, isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { IN_SHADOW } from '../../parse/shadow-trees.ts';
import { memory } from '../../memory.ts';
import { isContained, isKnownPseudo, SCREENS } from './conditions.ts';
import type { Declaration } from './css.ts';
import { createRuleCollector, selectorsIn, type Rule, type ScreenName } from './rules.ts';
import { dataSheet } from './data-sheet.ts';
import { SHOWING, wordsOf } from './certain-scripts.ts';
import type { Match } from './match.ts';
import { indexOfParts, partsIn, type Part } from './parts.ts';
import { createSelectors, selectorsOf, type Selectors } from './selectors.ts';
import { byCascade, createMatching, keysOf } from './matching.ts';
import { chainOf, type Theme } from './theme.ts';

const LONGEST = 2_000_000;

/**
 * Reads the `style` elements among those of a page, and style sheets in `data:` addresses. What is one of the theme's has its place
 * among these; the others come after them.
 */
export function readStyleSheets(elements: readonly HtmlElement[], theme?: Theme, ofTheme: readonly Rule[] = []) {
  const collected = createRuleCollector(ofTheme);
  const around = theme ? chainOf(theme) : [];
  const places = new Map(theme?.sheets.map((sheet, place) => [sheet.css, place]));
  let room = LONGEST;
  let script = '';
  const scripts: string[] = [];
  let showing = '';
  for (const element of elements) {
    if (element.name === 'script' && isScript(element)) {
      const written = `${writtenIn(element)}\n`;
      script += written;
      scripts.push(written);
      if (SHOWING.test(written)) showing += written;
    }
    const { onload } = element.attribs;
    if (onload !== undefined) scripts.push(onload);
    const css = element.name === 'style' ? writtenIn(element) : element.name === 'link' ? linkedIn(element) : '';
    if (css === '' || !/^(?:text\/css)?$/i.test(attribute(element, 'type').trim())) continue;
    collected.add(css.slice(0, room), attribute(element, 'media'), element.attribs[IN_SHADOW], places.get(css));
    room -= Math.min(room, css.length);
  }
  collected.addOfScripts(scripts);
  const { rules, keyframes, initial } = collected;
  const selectors = createSelectors(around.at(-1));
  const index = rules.length > 0 ? indexOf(rules, selectors, [...around, ...elements]) : undefined;
  const matchesOf = index ? createMatching(index, selectors, elements) : () => NONE;
  const parts = partsIn(rules);
  let partIndex: ReadonlyMap<Part, readonly Match[]> | undefined;
  const partMatchesOf = (element: HtmlElement, part: Part): readonly Match[] => {
    partIndex ??= indexOfParts(parts);
    const candidates = partIndex.get(part) ?? NONE;
    const keys = candidates.length > 0 ? new Set(keysOf(element)) : undefined;
    return candidates
      .filter(
        ({ selector }) => keys?.has(selector.key) && !selectors.isExhausted() && selectors.matches(selector, element),
      )
      .toSorted(byCascade);
  };
  let ids: ReadonlyMap<string, HtmlElement> | undefined;
  let scripted: ReadonlySet<string> | undefined;
  let strings: ReadonlySet<string> | undefined;
  let scriptedByTheme: ReadonlySet<string> | undefined;
  let named: ReadonlyMap<string, readonly Rule[]> | undefined;
  return {
    hasRules: rules.length > 0,
    theme,
    /** Values of custom properties where none is set. */
    initial,
    matchesOf,
    /** The element of an id. */
    elementOf: (id: string): HtmlElement | undefined => (ids ??= elementsById(elements)).get(id),
    /** There are rules about parts of elements that may hide a text. */
    hasParts: parts.length > 0,
    /** Rules about a part of an element. */
    partMatchesOf,
    /** Rules about elements with such a class or id (`.x`, `#x`), whether or not they match now. */
    rulesNaming: (name: string): readonly Rule[] => (named ??= rulesByName(rules)).get(name) ?? [],
    isScripted: (name: string) => (scripted ??= wordsOf(script)).has(name),
    /** True for an id (`#x`) or a class (`.x`) by which a script that shows something finds elements. */
    isNamedByScript: (name: string) => (strings ??= namesInStrings(showing)).has(name),
    isScriptedByTheme: (name: string) => (scriptedByTheme ??= wordsOf(theme?.script ?? '')).has(name),
    /** The frames of an animation; `undefined` if the page has no such animation. */
    keyframesOf: (animation: string) => keyframes.get(animation.toLowerCase()),
    /** The screens on which other rules apply than on a wide one. */
    otherScreens: (['narrow', 'medium', 'dark'] as const).filter((name) =>
      rules.some(({ on, containers }) => containers || on.wide !== on[name]),
    ),
    isExhausted: () => selectors.isExhausted(),
    /** True when rules hide an element on one kind of screen. */
    hidesOn: (element: HtmlElement, device: 'wide' | 'narrow') => isGone(matchesOf(element), device),
  };
}
export type StyleSheets = ReturnType<typeof readStyleSheets>;

/** Ids and classes in the strings of a script: of its selectors, and what it finds by id. */
function namesInStrings(script: string): ReadonlySet<string> {
  const names = script.matchAll(
    /getElementById\(\s*["']([\w-]+)["']|(?<=["'][^"'\n]{0,80})([#.][\w-]+)(?=[^"'\n]{0,80}["'])/g,
  );
  return new Set([...names].map(([, id, selector = '']) => (id === undefined ? selector : `#${id}`)));
}

const isScript = (element: HtmlElement) =>
  /^\s*(?:module|(?:text|application)\/(?:java|ecma)script.*)?$/i.test(attribute(element, 'type'));

const NONE: readonly Match[] = [];

function elementsById(elements: readonly HtmlElement[]): ReadonlyMap<string, HtmlElement> {
  const ids = new Map<string, HtmlElement>();
  for (const element of elements) {
    const { id } = element.attribs;
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
  }
  return ids;
}

function writtenIn(element: HtmlElement): string {
  return element.children.map((child) => (isText(child) ? child.data : '')).join('');
}

function linkedIn(link: HtmlElement): string {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(link, 'rel')) ? dataSheet(attribute(link, 'href')) : '';
}

/** Names of CSS in a selector; those in parentheses and brackets need not be the element's. */
const NAMES = /[.#](?:[\w-]|[^\0-\x7F])+/g;
/** `:where()` and `:is()` with one simple selector, which is then the element's as well. */
const ALONE = /:(?:where|is)\(\s*([.#][\w-]+(?:\.[\w-]+)*)\s*\)/gi;
const WITHIN = /\([^()]*\)|\[[^\]]*\]/g;
/** States that do not hold now, and parts that are no elements. */
const STATE_OR_PART = /::|:(?:hover|focus|active|visited|target|before|after|first-l)/i;

/** The selectors that may match an element of the page, by what such an element must have. */
function indexOf(
  rules: readonly Rule[],
  selectors: Selectors,
  elements: readonly HtmlElement[],
): ReadonlyMap<string, readonly Match[]> {
  const present = new Set<string>();
  for (const element of elements) for (const key of keysOf(element)) present.add(key);
  const index = new Map<string, Match[]>();
  const isThere = memory((list: string) =>
    selectorsOf(list).some(
      (one) => present.has(one.key) && elements.some((element) => selectors.matches(one, element)),
    ),
  );
  let count = 0;
  for (const rule of rules) {
    if (!rule.decides || rule.needs?.every(isThere) === false) continue;
    for (const { text, needs } of requirementsOf(rule.selector)) {
      if (!needs.every((name) => present.has(name))) continue;
      for (const selector of selectorsOf(text)) {
        const list = index.get(selector.key);
        const match = { rule, selector, number: ++count };
        if (list) list.push(match);
        else index.set(selector.key, [match]);
      }
    }
  }
  return index;
}

/** The selectors of a list that may match an element, and the names that must occur in the page for that. */
const requirementsOf = memory((list: string) =>
  (isValid(list) ? selectorsIn(list) : []).flatMap(
    (text): { readonly text: string; readonly needs: readonly string[] }[] => {
      const open = text.includes(':') ? text.replace(ALONE, '$1') : text;
      const bare = open.includes('(') || open.includes('[') ? open.replace(WITHIN, ' ') : open;
      if (/[(\\]/.test(bare)) return [{ text, needs: [] }];
      return STATE_OR_PART.test(bare) ? [] : [{ text, needs: bare.match(NAMES) ?? [] }];
    },
  ),
);

/** A list with a pseudo-class that Chromium does not know selects nothing (Selectors 4, 4.1); those of `:is()` and `:where()` are forgiven. */
function isValid(list: string): boolean {
  if (!list.includes(':')) return true;
  const plain = list.replaceAll(WITHIN, ' ').replaceAll(WITHIN, ' ');
  return (plain.match(/(?<!\\):{1,2}[\w-]+/g) ?? []).every((name) => name.startsWith('::') || isKnownPseudo(name));
}

/** Rules by the classes and ids of the elements that they are about. */
function rulesByName(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const named = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const name of rule.selector.includes('\\') ? namesOf(rule.selector) : plainNamesOf(rule.selector)) {
      const list = named.get(name);
      if (list) list.push(rule);
      else named.set(name, [rule]);
    }
  }
  return named;
}

function namesOf(list: string): readonly string[] {
  return selectorsIn(list).flatMap((selector) =>
    selector.includes('\\') ? selectorsOf(selector).flatMap(({ names }) => names) : subjectNames(selector),
  );
}

const plainNamesOf = memory((list: string) => selectorsIn(list).flatMap(subjectNames));

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

/** The property by which builders hide on one kind of screen. */
function isGone(matches: readonly Match[], screen: ScreenName): boolean {
  let winner: Declaration | undefined;
  for (const { rule } of matches) {
    if (!rule.on[screen] || !rule.setsDisplay || !isContained(rule.containers, SCREENS[screen])) continue;
    for (const declaration of rule.contents().declarations)
      if (declaration.property === 'display' && (declaration.important || !winner?.important)) winner = declaration;
  }
  return winner !== undefined && /^none$/i.test(winner.value);
}
