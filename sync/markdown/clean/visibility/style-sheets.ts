/** The style sheets within a page, as rules by what they are about. Builders write there what is shown on which screen; others hide orders to agents. */
import { allElements, attribute, isText } from '../../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../../parse/tree.ts';
import { applies, mediaApplies, SCREENS, type Screen } from './conditions.ts';
import { blocksOf, contentsOf, type Block, type Contents, type Declaration } from './css.ts';
import { createSelectors, type Selector, type Selectors } from './selectors.ts';

export type ScreenName = keyof typeof SCREENS;

export type Rule = {
  readonly selectors: readonly Selector[];
  readonly contents: () => Contents;
  /** On which screens its at-rules let it apply. */
  readonly on: Readonly<Record<ScreenName, boolean>>;
  /** Its cascade layer, from 0; none is above all. */
  readonly layer: number;
  readonly order: number;
};
export type Match = { readonly rule: Rule; readonly selector: Selector };

const LONGEST = 2_000_000;
const EVERYWHERE = onScreens(() => true);

/** Reads the `style` elements below the given nodes, and style sheets in `data:` addresses. */
export function readStyleSheets(roots: readonly HtmlParent[]) {
  const selectors = createSelectors();
  const collected = createCollector(selectors);
  let room = LONGEST;
  let script = '';
  for (const element of roots.flatMap(allElements)) {
    if (element.name === 'script') script += `${writtenIn(element)}\n`;
    const css = element.name === 'style' ? writtenIn(element) : element.name === 'link' ? linkedIn(element) : '';
    if (css === '' || !/^(?:text\/css)?$/i.test(attribute(element, 'type').trim())) continue;
    const media = attribute(element, 'media');
    collected.add(
      blocksOf(css.slice(0, room)),
      media === '' ? EVERYWHERE : onScreens((screen) => mediaApplies(media, screen)),
    );
    room -= Math.min(room, css.length);
  }
  const index = indexOf(collected.rules);
  const found = new Map<HtmlElement, readonly Match[]>();

  const matchesOf = (element: HtmlElement): readonly Match[] => {
    if (collected.rules.length === 0) return NONE;
    const known = found.get(element);
    if (known) return known;
    if (selectors.isExhausted()) return NONE;
    const matches: Match[] = [];
    for (const key of keysOf(element))
      for (const match of index.get(key) ?? NONE) {
        if (selectors.isExhausted()) break;
        if (match.selector.matches(element)) matches.push(match);
      }
    found.set(element, matches.length > 0 ? matches : NONE);
    return matches;
  };
  let scripted: ReadonlySet<string> | undefined;
  return {
    hasRules: collected.rules.length > 0,
    matchesOf,
    /** Rules about elements with such a class or id, whether or not they match now. */
    rulesNaming: (name: string): readonly Match[] => index.get(`by ${name}`) ?? NONE,
    /** True when some class or id of the page's own rules has this name. */
    isNamed: (name: string) => index.has(`by ${name}`),
    isScripted: (name: string) => (scripted ??= new Set(script.match(/[\w-]+/g))).has(name),
    /** Declarations of an animation's last frame; `undefined` if the page has no such animation. */
    lastFrameOf: (animation: string): readonly Declaration[] | undefined =>
      collected.keyframes.get(animation.trim().toLowerCase()),
    /** The screens on which other rules apply than on a wide one. */
    otherScreens: (['narrow', 'medium', 'dark'] as const).filter((name) =>
      collected.rules.some(({ on }) => on.wide !== on[name]),
    ),
    isExhausted: () => selectors.isExhausted(),
    /** True when rules hide an element on one kind of screen. */
    hidesOn: (element: HtmlElement, device: 'wide' | 'narrow') => isGone(matchesOf(element), device),
  };
}
export type StyleSheets = ReturnType<typeof readStyleSheets>;

const NONE: readonly Match[] = [];

function writtenIn(element: HtmlElement): string {
  return element.children.map((child) => (isText(child) ? child.data : '')).join('');
}

function linkedIn(link: HtmlElement): string {
  const [, options = '', data = ''] = /^\s*data:text\/css([^,]*),(.*)$/is.exec(attribute(link, 'href')) ?? [];
  if (data === '' || !/(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(link, 'rel'))) return '';
  if (/;\s*base64\s*$/i.test(options)) return Buffer.from(data, 'base64').toString();
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}

function onScreens(judge: (screen: Screen, name: ScreenName) => boolean): Rule['on'] {
  const { wide, medium, narrow, dark } = SCREENS;
  return {
    wide: judge(wide, 'wide'),
    medium: judge(medium, 'medium'),
    narrow: judge(narrow, 'narrow'),
    dark: judge(dark, 'dark'),
  };
}

type Within = { readonly on: Rule['on']; readonly layer: string | undefined; readonly parent: string | undefined };

/** Gathers rules in the order in which they stand, out of at-rules and other rules. */
function createCollector(selectors: Selectors) {
  const rules: Rule[] = [];
  const layers: string[] = [];
  const keyframes = new Map<string, readonly Declaration[]>();
  const layerOf = (name: string) => {
    if (!layers.includes(name) && layers.length < MOST_LAYERS) layers.push(name);
    return layers.indexOf(name);
  };

  const addAtRule = ({ prelude, contents }: Block, within: Within): Within | undefined => {
    const [, name = '', rest = ''] = /^@([\w-]+)\s*(.*)$/s.exec(prelude) ?? [];
    switch (name.toLowerCase()) {
      case 'media':
      case 'container':
      case 'supports':
        return { ...within, on: onScreens((screen, on) => within.on[on] && applies(prelude, screen)) };
      case 'layer':
        for (const layer of rest.split(',')) layerOf(joined(within.layer, layer.trim()));
        return { ...within, layer: joined(within.layer, rest.trim()) };
      case 'scope': {
        const root = /^\(([^)]*)\)/.exec(rest)?.[1];
        return { ...within, parent: root === undefined ? within.parent : root };
      }
      case 'keyframes':
      case '-webkit-keyframes':
        keyframes.set(
          rest
            .trim()
            .toLowerCase()
            .replace(/^["']|["']$/g, ''),
          lastFrame(contents ?? ''),
        );
        return undefined;
      default:
        return undefined;
    }
  };

  const add = (blocks: readonly Block[], within: Within, depth: number): void => {
    for (const block of blocks) {
      const { prelude, contents } = block;
      const isAtRule = prelude.startsWith('@');
      const inner = isAtRule ? addAtRule(block, within) : within;
      if (!inner || contents === undefined || depth > DEEPEST) continue;
      if (isAtRule && inner.parent === undefined) {
        add(blocksOf(contents), inner, depth + 1);
        continue;
      }
      const selector = isAtRule ? (inner.parent ?? '') : nested(prelude, inner.parent);
      let read: Contents | undefined;
      const content = () => (read ??= contentsOf(contents));
      const layer = inner.layer === undefined ? Infinity : layerOf(inner.layer);
      rules.push({ selectors: selectors.read(selector), contents: content, on: inner.on, layer, order: rules.length });
      if (contents.includes('{')) add(content().blocks, { ...inner, parent: selector }, depth + 1);
    }
  };
  return {
    rules,
    keyframes,
    add: (blocks: readonly Block[], on: Rule['on']) => add(blocks, { on, layer: undefined, parent: undefined }, 0),
  };
}

const MOST_LAYERS = 500;
const DEEPEST = 12;
const LONGEST_SELECTOR = 4000;

const joined = (outer: string | undefined, name: string) => (outer === undefined ? name : `${outer}.${name}`);

/** A selector within a rule of another one (CSS Nesting 1, 3). */
function nested(selector: string, parent: string | undefined): string {
  if (parent === undefined || selector.length + parent.length > LONGEST_SELECTOR) return selector;
  return selector
    .split(/,(?![^([]*[)\]])/)
    .map((part) => (part.includes('&') ? part.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${part.trim()}`))
    .join(',');
}

function lastFrame(contents: string): readonly Declaration[] {
  const frames = blocksOf(contents).filter(({ prelude }) => /(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i.test(prelude));
  return frames.flatMap((frame) => contentsOf(frame.contents ?? '').declarations);
}

function indexOf(rules: readonly Rule[]): ReadonlyMap<string, readonly Match[]> {
  const index = new Map<string, Match[]>();
  const enter = (key: string, match: Match) => {
    const list = index.get(key);
    if (list) list.push(match);
    else index.set(key, [match]);
  };
  for (const rule of rules) {
    for (const selector of rule.selectors) {
      enter(selector.key, { rule, selector });
      for (const name of selector.names) enter(`by ${name}`, { rule, selector });
    }
  }
  return index;
}

function* keysOf(element: HtmlElement): Generator<string> {
  yield '*';
  yield element.name;
  const { id, class: classes } = element.attribs;
  if (id !== undefined) yield `#${id}`;
  if (classes !== undefined) for (const name of new Set(classes.split(/\s+/))) yield `.${name}`;
}

function isGone(matches: readonly Match[], screen: ScreenName): boolean {
  let winner: { readonly rank: number; readonly value: string } | undefined;
  for (const { rule, selector } of matches) {
    if (!rule.on[screen]) continue;
    for (const { property, value, important } of rule.contents().declarations) {
      const rank = (important ? 1e15 : 0) + selector.specificity * 1e5 + rule.order;
      if (property === 'display' && rank >= (winner?.rank ?? 0)) winner = { rank, value };
    }
  }
  return winner !== undefined && /^none$/i.test(winner.value);
}
