/** The style sheets within a page. Builders write there what is shown on which screen; others hide orders to agents. */
import { attribute, isText } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { IN_SHADOW } from '../../parse/shadow-trees.ts';
import { memory, memoryOfObjects } from '../../memory.ts';
import { isContained, SCREENS } from './conditions.ts';
import type { Declaration } from './css.ts';
import { createRuleCollector, type Rule, type ScreenName } from './rules.ts';
import { indexOf, rulesByName } from './rule-index.ts';
import { dataSheet } from './data-sheet.ts';
import { SHOWING, wordsOf } from './certain-scripts.ts';
import type { Match } from './match.ts';
import { indexOfParts, partsIn, type Part } from './parts.ts';
import { createSelectors } from './selectors.ts';
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
  for (const element of elements.filter(mayDeclare)) {
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
  const { keyframes, initial } = collected;
  const lists = collected.lists.filter(({ rules }) => rules.length > 0);
  const selectors = createSelectors(around.at(-1));
  const index = lists.length > 0 ? indexOf(lists, selectors, [...around, ...elements]) : undefined;
  const matchesOf = index ? createMatching(index, selectors, elements) : () => NONE;
  const parts = partsIn(lists);
  let partIndex: ReturnType<typeof indexOfParts> | undefined;
  const partMatchesOf = (element: HtmlElement, part: Part): readonly Match[] => {
    partIndex ??= indexOfParts(parts);
    const candidates = partIndex.get(part);
    if (!candidates) return NONE;
    return keysOf(element)
      .flatMap((key) => candidates.get(key) ?? NONE)
      .filter(({ selector }) => !selectors.isExhausted() && selectors.matches(selector, element))
      .toSorted(byCascade);
  };
  let ids: ReadonlyMap<string, HtmlElement> | undefined;
  let scripted: ReadonlySet<string> | undefined;
  let strings: ReadonlySet<string> | undefined;
  let scriptedByTheme: ReadonlySet<string> | undefined;
  return {
    hasRules: lists.length > 0,
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
    rulesNaming: memory((name: string): readonly Rule[] =>
      lists.flatMap(({ rules }) => rulesByName(rules).get(name) ?? []),
    ),
    isScripted: (name: string) => (scripted ??= wordsOf(script)).has(name),
    /** True for an id (`#x`) or a class (`.x`) by which a script that shows something finds elements. */
    isNamedByScript: (name: string) => (strings ??= namesInStrings(showing)).has(name),
    isScriptedByTheme: (name: string) => (scriptedByTheme ??= wordsOf(theme?.script ?? '')).has(name),
    /** The frames of an animation; `undefined` if the page has no such animation. */
    keyframesOf: (animation: string) => keyframes.get(animation.toLowerCase()),
    /** The screens on which other rules apply than on a wide one. */
    otherScreens: OTHER_SCREENS.filter((name) => lists.some(({ rules }) => otherScreensIn(rules).includes(name))),
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

/** Elements with a script or a style sheet. */
const mayDeclare = ({ name, attribs }: HtmlElement): boolean =>
  attribs['onload'] !== undefined || name === 'script' || name === 'style' || name === 'link';

const isScript = (element: HtmlElement) =>
  /^\s*(?:module|(?:text|application)\/(?:java|ecma)script.*)?$/i.test(attribute(element, 'type'));

const NONE: readonly Match[] = [];

const OTHER_SCREENS = ['narrow', 'medium', 'dark'] as const;

const otherScreensIn = memoryOfObjects((rules: readonly Rule[]) =>
  OTHER_SCREENS.filter((name) => rules.some(({ on, containers }) => containers || on.wide !== on[name])),
);

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
