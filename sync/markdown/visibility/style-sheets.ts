/**
 * Parses style sheets with css-tree to an array of rules, with the declarations that may affect visibility. The
 * property definitions need most of the memory of css-tree; the first `@supports` with a property loads them.
 */
import { createRequire } from 'node:module';
import type * as cssTree from 'css-tree';
import generate from 'css-tree/generator';
import parseCss from 'css-tree/parser';
import { ident } from 'css-tree/utils';
import { memory } from '../memory.ts';
import { both, EVERYWHERE, mediaOn, type OnScreens } from './media.ts';
import { isDecisive, longhandsOf } from './properties.ts';
import { splitAt } from './values.ts';

export type Declaration = { readonly property: string; readonly value: string; readonly important: boolean };

/** Style rule with a single selector of its list. */
export type Rule = {
  readonly selector: string;
  /** Specificity as a number: ids, classes and types (Selectors 4, 17). */
  readonly specificity: number;
  /** Index key: the id (`#x`), class (`.x`) or type of the subject; `*` without any. */
  readonly key: string;
  /** Ids and classes of the subject. */
  readonly names: readonly string[];
  /** True if the index key is the whole selector. */
  readonly isKeyAlone: boolean;
  /** Ids and classes that a document needs for a match. */
  readonly needs: readonly string[];
  /** Pseudo-element; the selector is stored without it. */
  readonly pseudo: 'before' | 'after' | undefined;
  readonly declarations: readonly Declaration[];
  readonly on: OnScreens;
  /** Cascade layer; empty without a layer. */
  readonly layer: string;
};

const require = createRequire(import.meta.url);

// In characters; longer style sheets are truncated.
const LONGEST = 1_500_000;
/** In characters; longer values are ignored. */
export const LONGEST_VALUE = 300;

/** Parses a style sheet; `media` is the attribute of its element. Cached, because pages share style sheets. */
export function rulesOf(css: string, media: string): readonly Rule[] {
  return readSheet(`${media}\n${css.slice(0, LONGEST)}`);
}

const readSheet = memory(
  (text: string): readonly Rule[] => {
    const end = text.indexOf('\n');
    const media = text.slice(0, end).trim();
    const on = media === '' ? EVERYWHERE : mediaOn(media);
    const rules: Rule[] = [];
    collect(parse(text.slice(end + 1), 'stylesheet'), { on, layer: '', around: '', depth: 0 }, rules);
    return rules;
  },
  { most: 2000, longest: LONGEST, room: 20_000_000 },
);

/** Parses the declarations of a `style` attribute. */
export const inlineDeclarations = memory((style: string): readonly Declaration[] =>
  declarationsIn(parse(style, 'declarationList')),
);

const parse = (text: string, context: 'stylesheet' | 'declarationList' | 'selectorList'): cssTree.CssNode =>
  parseCss(text, {
    context,
    parseValue: false,
    parseRulePrelude: false,
    parseAtrulePrelude: false,
    onParseError: () => {},
  });

type Around = { readonly on: OnScreens; readonly layer: string; readonly around: string; readonly depth: number };
// Rules nested deeper are ignored; each level parses its content again.
const MOST_NESTED = 32;

function collect(node: cssTree.CssNode | null, around: Around, rules: Rule[]): void {
  if (!node || !('children' in node) || !node.children || around.depth > MOST_NESTED) return;
  const place = { ...around, depth: around.depth + 1 };
  node.children.forEach((child) => {
    if (child.type === 'Rule') addRule(child, place, rules);
    else if (child.type === 'Atrule') {
      const inner = within(child, place);
      if (place.around !== '') addDeclarations(child.block, place.around, inner, rules);
      collect(child.block, inner, rules);
    }
    // css-tree does not parse nested rules without `&`.
    else if (child.type === 'Raw' && child.value.includes('{')) collect(parse(child.value, 'stylesheet'), place, rules);
  });
}

function addDeclarations(block: cssTree.CssNode | null, list: string, { on, layer }: Around, rules: Rule[]): void {
  const declarations = block && on.includes(true) ? declarationsIn(block) : [];
  for (const selector of declarations.length > 0 ? selectorsIn(list) : [])
    rules.push({ ...selector, declarations, on, layer });
}

const NOWHERE: OnScreens = EVERYWHERE.map(() => false);

function within({ name, prelude }: cssTree.Atrule, place: Around): Around {
  const text = prelude ? sourceOf(prelude) : '';
  switch (name.toLowerCase()) {
    case 'media':
      return { ...place, on: both(place.on, mediaOn(text)) };
    case 'layer':
      return { ...place, layer: place.layer === '' ? text || '?' : `${place.layer}.${text}` };
    case 'supports':
      return isSupported(text) ? place : { ...place, on: NOWHERE };
    default:
      return { ...place, on: NOWHERE };
  }
}

// Supports a condition of a single declaration. Rules within any further condition are ignored.
function isSupported(condition: string): boolean {
  const [, property, value] = /^\(\s*([a-z-]+)\s*:\s*([^()]+)\)$/i.exec(condition) ?? [];
  if (property === undefined || value === undefined || property.startsWith('-')) return false;
  const { lexer } = require('css-tree') as typeof cssTree;
  return lexer.matchProperty(property, value.trim()).error === null;
}

function addRule(rule: cssTree.Rule, place: Around, rules: Rule[]): void {
  if (!place.on.includes(true)) return;
  const prelude = sourceOf(rule.prelude);
  const list = place.around === '' ? prelude : nestedIn(prelude, place.around);
  addDeclarations(rule.block, list, place, rules);
  collect(rule.block, { ...place, around: list }, rules);
}

// Resolves a nested selector list (CSS Nesting 1).
function nestedIn(list: string, around: string): string {
  const parent = `:is(${around})`;
  return splitAt(list, ',')
    .map((one) => (one.includes('&') ? one.replaceAll('&', parent) : `${parent} ${one}`))
    .join(',');
}

function declarationsIn(block: cssTree.CssNode): readonly Declaration[] {
  const found: Declaration[] = [];
  if (!('children' in block) || !block.children) return found;
  block.children.forEach((node) => {
    if (node.type !== 'Declaration') return;
    const property = ident.decode(node.property);
    const name = property.startsWith('--') ? property : property.toLowerCase();
    if (!isDecisive(name)) return;
    const value = decoded(sourceOf(node.value));
    if (value.length > LONGEST_VALUE) return;
    const important = node.important !== false;
    for (const [longhand, part] of longhandsOf(name, value)) found.push({ property: longhand, value: part, important });
  });
  return found;
}

// Source of a raw node without comments. `generate` is slower.
const sourceOf = (node: cssTree.CssNode): string =>
  node.type === 'Raw' && !node.value.includes('/*') ? node.value.trim() : generate(node).trim();

const decoded = (value: string): string => (value.includes('\\') ? ident.decode(value) : value);

type Selector = Omit<Rule, 'declarations' | 'on' | 'layer'>;
// Classes that scripts remove.
const NO_SCRIPT_CLASS = /\.[\w-]*no-?js\b/i;

// Parses a selector list; empty if it is invalid (Selectors 4, 4.1).
const selectorsIn = memory(
  (list: string): readonly Selector[] => {
    try {
      const tree = parseCss(list, { context: 'selectorList' });
      return tree.type === 'SelectorList' ? tree.children.toArray().flatMap(readSelector) : [];
    } catch {
      return [];
    }
  },
  { most: 20_000 },
);

function readSelector(node: cssTree.CssNode): readonly Selector[] {
  if (node.type !== 'Selector') return [];
  const { last } = node.children;
  const isPseudo = last?.type === 'PseudoElementSelector' || last?.type === 'PseudoClassSelector';
  // Pseudo-elements of CSS 2 have a single colon.
  const pseudo = isPseudo ? (['before', 'after'] as const).find((name) => name === last.name.toLowerCase()) : undefined;
  if (pseudo !== undefined) node.children.pop();
  const parts = node.children.toArray();
  const subject = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1);
  const names = subject.flatMap(nameOf);
  const [type] = subject.flatMap((part) =>
    part.type === 'TypeSelector' && part.name !== '*' ? part.name.toLowerCase() : [],
  );
  const key = names.find((name) => name.startsWith('#')) ?? names[0] ?? type ?? '*';
  const selector = generate(node) || '*';
  if (NO_SCRIPT_CLASS.test(selector)) return [];
  return [
    {
      selector,
      specificity: specificityOf(node),
      key,
      names,
      needs: parts.flatMap(nameOf),
      isKeyAlone: parts.length === 1 && key !== '*',
      pseudo,
    },
  ];
}

function nameOf(part: cssTree.CssNode): readonly string[] {
  if (part.type === 'IdSelector') return [`#${ident.decode(part.name)}`];
  return part.type === 'ClassSelector' ? [`.${ident.decode(part.name)}`] : [];
}

const [ID, CLASS] = [1_000_000, 1000];

function specificityOf(node: cssTree.CssNode): number {
  if (node.type === 'IdSelector') return ID;
  if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') return CLASS;
  if (node.type === 'TypeSelector') return node.name === '*' ? 0 : 1;
  if (node.type === 'PseudoClassSelector') {
    const name = node.name.toLowerCase();
    if (name === 'where') return 0;
    const inner = node.children?.toArray().map(specificityOf) ?? [];
    return /^(?:is|not|has|matches|-webkit-any)$/.test(name) ? Math.max(0, ...inner) : CLASS;
  }
  if (node.type === 'SelectorList') return Math.max(0, ...node.children.toArray().map(specificityOf));
  if (node.type !== 'Selector') return 0;
  return node.children.toArray().reduce((sum, child) => sum + specificityOf(child), 0);
}
