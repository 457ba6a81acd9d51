/** The rules of style sheets, out of their at-rules and other rules, in the order in which they stand. */
import { memory } from '../../memory.ts';
import { applies, mediaApplies, SCREENS, type Screen } from './conditions.ts';
import type { Keyframes } from './animations.ts';
import { dataSheet } from './data-sheet.ts';
import { createLayers, type Layer, type Layers } from './layers.ts';
import { isRead } from './properties.ts';
import { certainOf } from './certain-scripts.ts';
import { selectorIn, type Shadow } from './shadow-rules.ts';
import { selectorsForVisitors } from './visitors.ts';
import { blocksOf, contentsOf, type Block, type Contents, type Declaration } from './css.ts';

export type ScreenName = keyof typeof SCREENS;

export type Rule = {
  /** A list of selectors; of a nested rule, with those of the rules around it. */
  readonly selector: string;
  readonly contents: () => Contents;
  /** It declares something that may decide whether a text is seen. */
  readonly decides: boolean;
  readonly setsDisplay: boolean;
  /** On which screens its at-rules let it apply. */
  readonly on: Readonly<Record<ScreenName, boolean>>;
  /** Place of its cascade layer among the others; none is above all. */
  readonly layer: number;
  /** Place of its style sheet among those of the theme; others have that of their list. */
  readonly sheet?: number;
  /** It stands in a style sheet of the theme, not in the text. */
  readonly isTheme: boolean;
  /** Conditions of `@container` around it. */
  readonly containers?: readonly string[] | undefined;
  /** A script declares it, for good. */
  readonly isScript?: boolean;
  /** The shadow tree in which its style sheet stands. */
  readonly shadow?: Shadow;
  /** It is for the first of the elements that it selects. */
  readonly isFirst?: boolean;
  /** Selectors of elements without which the script does not get to it. */
  readonly needs?: readonly string[];
};

const EVERYWHERE = onScreens(() => true);

function onScreens(judge: (screen: Screen, name: ScreenName) => boolean): Rule['on'] {
  const { wide, medium, narrow, dark } = SCREENS;
  return {
    wide: judge(wide, 'wide'),
    medium: judge(medium, 'medium'),
    narrow: judge(narrow, 'narrow'),
    dark: judge(dark, 'dark'),
  };
}

type Within = {
  readonly on: Rule['on'];
  readonly layer: Layer | undefined;
  readonly parent: string | undefined;
  /** The parent is the root of a scope, which `:scope` names as `&` does. */
  readonly isScope?: boolean | undefined;
  /** Where a scope ends. */
  readonly limit?: string | undefined;
  /** Conditions of `@container` around. */
  readonly containers?: readonly string[];
};

/** What a style sheet says, in the order in which it stands. */
type Sheet = {
  readonly rules: readonly Rule[];
  readonly keyframes: ReadonlyMap<string, Keyframes>;
  /** Values of registered custom properties where none is set (CSS Properties and Values 1). */
  readonly initial: Readonly<Record<string, string>>;
  /** Its layers have their places among those of the page. */
  readonly isLayered: boolean;
};

/** Rules that stand together: of one style sheet, say. Pages of one site have most of these lists in common. */
export type RuleList = {
  readonly rules: readonly Rule[];
  /** Place of the style sheet among those of the page; what stands in none of these comes after them. */
  readonly sheet: number;
};

/** A style sheet with the media queries of the element that holds it, a line before: read once for the pages of a site. */
export const sheetOf: (written: string) => Sheet = memory(
  (written) => {
    const end = written.indexOf('\n');
    return readSheet(written.slice(end + 1), written.slice(0, end), createLayers());
  },
  { most: 200, longest: 1_000_000, room: 3_000_000 },
);

/** Reads the rules of a style sheet out of at-rules and other rules. */
function readSheet(css: string, media: string, layers: Layers): Sheet {
  const rules: Rule[] = [];
  const keyframes = new Map<string, Keyframes>();
  const initial: Record<string, string> = {};
  let isLayered = false;

  const addAtRule = ({ prelude, contents }: Block, within: Within, depth: number): Within | undefined => {
    const [, name = '', rest = ''] = /^@([\w-]+)\s*(.*)$/s.exec(prelude) ?? [];
    switch (name.toLowerCase()) {
      case 'container':
        return { ...within, containers: [...(within.containers ?? []), rest] };
      case 'media':
      case 'supports':
        return { ...within, on: onScreens((screen, on) => within.on[on] && applies(prelude, screen)) };
      case 'layer':
        isLayered = true;
        if (contents !== undefined) return { ...within, layer: layers.within(within.layer, rest.trim()) };
        for (const layer of rest.split(',')) layers.within(within.layer, layer.trim());
        return undefined;
      case 'scope': {
        const [, root = within.parent, limit] = /^(?:\(([^()]*)\))?\s*(?:to\s*\(([^()]*)\))?/i.exec(rest) ?? [];
        return { ...within, parent: root, limit, isScope: root !== undefined };
      }
      case 'import': {
        const [, address = '', conditions = ''] =
          /^(?:url\(\s*)?["']?(data:[^"')]*)["']?\s*\)?\s*(.*)$/is.exec(rest) ?? [];
        const where = onScreens((screen, on) => within.on[on] && mediaApplies(conditions, screen));
        if (depth <= DEEPEST) add(blocksOf(dataSheet(address)), { ...within, on: where }, depth + 1);
        return undefined;
      }
      case 'property':
        for (const { property, value } of contentsOf(contents ?? '').declarations)
          if (property === 'initial-value' && rest.trim().startsWith('--')) initial[rest.trim()] = value;
        return undefined;
      case 'keyframes':
      case '-webkit-keyframes':
        keyframes.set(
          rest
            .trim()
            .toLowerCase()
            .replace(/^["']|["']$/g, ''),
          keyframesOf(contents ?? ''),
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
      const inner = isAtRule ? addAtRule(block, within, depth) : within;
      if (!inner || contents === undefined || depth > DEEPEST) continue;
      if (isAtRule && inner.parent === undefined) {
        add(blocksOf(contents), inner, depth + 1);
        continue;
      }
      const own = isAtRule
        ? (inner.parent ?? '')
        : nested(inner.isScope ? prelude.replaceAll(SCOPE, '&') : prelude, inner.parent);
      const written = inner.limit === undefined ? own : outside(own, inner.limit);
      const selector = LOGGED_IN.test(written) ? selectorsForVisitors(selectorsIn(written)) : written;
      if (selector === undefined) continue;
      let read: Contents | undefined;
      const content = () => (read ??= contentsOf(contents));
      // Layouts of themes are mostly rules that decide nothing here.
      const decides = content().declarations.some(({ property }) => isRead(property));
      rules.push({
        selector,
        contents: content,
        decides,
        setsDisplay: /display|\\/i.test(contents),
        on: inner.on,
        layer: inner.layer?.end ?? Infinity,
        isTheme: false,
        containers: inner.containers,
      });
      if (contents.includes('{'))
        add(content().blocks, { ...inner, parent: selector, isScope: isAtRule && inner.isScope }, depth + 1);
    }
  };
  const on = media === '' ? EVERYWHERE : onScreens((screen) => mediaApplies(media, screen));
  add(blocksOf(css), { on, layer: undefined, parent: undefined }, 0);
  return { rules, keyframes, initial, isLayered };
}

/** Gathers the rules of a page in the order in which they stand, after those before them. */
export function createRuleCollector(before: readonly Rule[] = []) {
  const lists: RuleList[] = [{ rules: before, sheet: AFTER_ALL }];
  const layers = createLayers();
  const keyframes = new Map<string, Keyframes>();
  const initial: Record<string, string> = {};

  const read = (css: string, media: string): Sheet => {
    const shared = sheetOf(`${media.replaceAll('\n', ' ')}\n${css}`);
    const sheet = shared.isLayered ? readSheet(css, media, layers) : shared;
    for (const [name, frames] of sheet.keyframes) keyframes.set(name, frames);
    Object.assign(initial, sheet.initial);
    return sheet;
  };

  const addOfScripts = (scripts: readonly string[]): void => {
    const done = certainOf(scripts);
    for (const css of done.flatMap(({ sheets }) => sheets))
      lists.push({ rules: read(css, '').rules.map(ofScript), sheet: AFTER_ALL });
    const known = lists.slice();
    const rules: Rule[] = [];
    for (const { selector, css, given, isFirst, needs } of done.flatMap((one) => one.rules)) {
      const adopted =
        given === undefined || rules.length > MOST_ADOPTED
          ? []
          : known.flatMap((list) => list.rules.filter((rule) => rule.selector.search(given) !== -1));
      const named = /^[#.][\w-]+$/.test(selector) ? selector : `:is(${selector})`;
      for (const rule of adopted)
        rules.push({
          ...rule,
          selector: rule.selector.replaceAll(given ?? /^$/g, named),
          isScript: true,
          isFirst,
          needs,
        });
      const contents = { declarations: overriding(css), blocks: [] };
      if (css !== '')
        rules.push({
          selector,
          contents: () => contents,
          decides: contents.declarations.some(({ property }) => isRead(property)),
          setsDisplay: true,
          on: EVERYWHERE,
          layer: Infinity,
          isTheme: false,
          isScript: true,
          isFirst,
          needs,
        });
    }
    lists.push({ rules, sheet: AFTER_ALL });
  };
  return {
    lists,
    keyframes,
    /** Adds what the scripts of the page declare. */
    addOfScripts,
    initial,
    /** Adds a style sheet, the media queries of the element that holds it, the shadow tree in which that stands, and its place. */
    add: (css: string, media: string, tree?: string, place = AFTER_ALL) => {
      const { rules } = read(css, media);
      lists.push({ rules: tree === undefined ? rules : rules.map((rule) => inTree(tree, rule)), sheet: place });
    },
  };
}

const ofScript = (rule: Rule): Rule => ({ ...rule, isScript: true });

/** A rule of the style sheet of a shadow tree. */
function inTree(tree: string, rule: Rule): Rule {
  const { selector, shadow } = selectorIn(tree, rule.selector);
  return { ...rule, selector, shadow, layer: shadow.isOutward ? -Infinity : rule.layer };
}

/** The place of a style sheet that is none of the page's. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;
const DEEPEST = 12;
/** Rules about classes that scripts add, for the elements that get them. */
const MOST_ADOPTED = 5000;
const LONGEST_SELECTOR = 4000;
const LOGGED_IN = /\.logged-in|\.admin-bar/;
const SCOPE = /:scope(?![\w-])/gi;

/** A selector within a rule of another one (CSS Nesting 1, 3). */
function nested(selector: string, parent: string | undefined): string {
  if (parent === undefined || selector.length + parent.length > LONGEST_SELECTOR) return selector;
  // What stands within one selector needs no list.
  const isOne = !/[,&(]/.test(parent);
  return selectorsIn(selector)
    .map((part) =>
      isOne && !/[&>+~]/.test(part)
        ? `${parent} ${part.trim()}`
        : part.includes('&')
          ? part.replaceAll('&', `:is(${parent})`)
          : `:is(${parent}) ${part.trim()}`,
    )
    .join(',');
}

/** Selectors that end where a scope does (CSS Cascade 6, 2.5). */
function outside(list: string, limit: string): string {
  if (list.length + limit.length > LONGEST_SELECTOR) return list;
  return selectorsIn(list)
    .map((selector) => `${selector}:not(${limit}, :is(${limit}) *)`)
    .join(',');
}

/** Declarations that no style sheet overrides. */
const overriding = (css: string) =>
  contentsOf(css).declarations.map(({ property, value }) => ({ property, value, important: true }));

/** The selectors of a list. */
export function selectorsIn(list: string): readonly string[] {
  if (!/[([\\"']/.test(list)) return list.split(',');
  const selectors: string[] = [];
  let [depth, start] = [0, 0];
  for (let index = 0; index < list.length; index++) {
    const sign = list[index];
    if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') depth--;
    else if (sign === '\\') index++;
    else if (sign === ',' && depth === 0) {
      selectors.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...selectors, list.slice(start)];
}

function keyframesOf(contents: string): Keyframes {
  const frames = blocksOf(contents).map(({ prelude, contents: declarations }) => ({
    offsets: prelude.split(',').map((offset) => offset.trim().toLowerCase()),
    declarations: contentsOf(declarations ?? '').declarations,
  }));
  const at = (...names: readonly string[]) =>
    frames
      .filter(({ offsets }) => offsets.some((offset) => names.includes(offset)))
      .flatMap(({ declarations }) => declarations);
  const [first, last] = [at('from', '0%'), at('to', '100%')];
  const isIn = (one: Declaration, others: readonly Declaration[]) =>
    others.some(({ property, value }) => property === one.property && value === one.value);
  const constant = first.filter(
    (one) => isIn(one, last) && frames.every(({ declarations }) => isIn(one, declarations)),
  );
  return { first, last, constant };
}
