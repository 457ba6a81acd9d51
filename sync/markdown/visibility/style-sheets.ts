/**
 * The only import of css-tree: style sheets as lists of rules, of which only those declarations are kept that may decide what is
 * seen. The definitions of all properties, most of its memory, are loaded for the first `@supports` that names a property.
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

/** A style rule with one selector of its list. */
export type Rule = {
  readonly selector: string;
  /** Ids, classes and types of the selector as one number (Selectors 4, 17). */
  readonly specificity: number;
  /** The id (`#x`), class (`.x`) or type of its subject by which elements are found; `*` for none. */
  readonly key: string;
  /** Ids and classes of its subject. */
  readonly names: readonly string[];
  /** It is nothing but its key. */
  readonly isKeyAlone: boolean;
  /** Ids and classes without any of which in its document it matches no element. */
  readonly needs: readonly string[];
  /** Of a pseudo-element; the selector is that of its element. */
  readonly pseudo: 'before' | 'after' | undefined;
  readonly declarations: readonly Declaration[];
  readonly on: OnScreens;
  /** The cascade layer around it; empty without one. */
  readonly layer: string;
};

const require = createRequire(import.meta.url);

/** Longer sheets are read as far as this, in characters. */
const LONGEST = 1_500_000;
/** No value that decides anything is longer. */
export const LONGEST_VALUE = 300;

/** Reads a style sheet; `media` is that of its element. Pages of one site have the same sheets. */
export function rulesOf(css: string, media: string): readonly Rule[] {
  return readSheet(`${media}\n${css.slice(0, LONGEST)}`);
}

const readSheet = memory(
  (text: string): readonly Rule[] => {
    const end = text.indexOf('\n');
    const media = text.slice(0, end).trim();
    const on = media === '' ? EVERYWHERE : mediaOn(media);
    const rules: Rule[] = [];
    collect(parse(text.slice(end + 1), 'stylesheet'), { on, layer: '', around: '' }, rules);
    return rules;
  },
  { most: 2000, longest: LONGEST, room: 20_000_000 },
);

/** The declarations of a `style` attribute. */
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

type Around = { readonly on: OnScreens; readonly layer: string; readonly around: string };

function collect(node: cssTree.CssNode | null, place: Around, rules: Rule[]): void {
  if (!node || !('children' in node) || !node.children) return;
  node.children.forEach((child) => {
    if (child.type === 'Rule') addRule(child, place, rules);
    else if (child.type === 'Atrule') {
      const inner = within(child, place);
      if (place.around !== '') addDeclarations(child.block, place.around, inner, rules);
      collect(child.block, inner, rules);
    }
    // A nested rule without `&`, which css-tree does not read.
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

/** One declaration that browsers know. Other conditions are not judged, so their rules do not count. */
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

/** A nested list of selectors in the words of one that is not (CSS Nesting 1). */
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

/** The text of a raw part, without comments. `generate` is slower. */
const sourceOf = (node: cssTree.CssNode): string =>
  node.type === 'Raw' && !node.value.includes('/*') ? node.value.trim() : generate(node).trim();

const decoded = (value: string): string => (value.includes('\\') ? ident.decode(value) : value);

type Selector = Omit<Rule, 'declarations' | 'on' | 'layer'>;
/** Scripts take these classes away. */
const NO_SCRIPT_CLASS = /\.[\w-]*no-?js\b/i;

/** The selectors of a list; none of a list that is broken (Selectors 4, 4.1). */
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
  // CSS 2 writes pseudo-elements with one colon.
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
