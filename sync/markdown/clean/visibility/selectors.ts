/**
 * The door to css-what, which reads selectors, and to css-select, by which cheerio finds elements: it matches what is rare in them.
 * What is matched costs a page's budget.
 */
import { compile, type Options } from 'css-select';
import { AttributeAction, isTraversal, parse, SelectorType, type Selector as Token } from 'css-what';
import { memory } from '../../memory.ts';
import { isElement, isText, textOf } from '../../parse/html.ts';
import type { HtmlElement, HtmlNode } from '../../parse/tree.ts';
import {
  hasAttribute,
  hasClass,
  hasName,
  isAnyOf,
  isAtEnd,
  isMatch,
  isNoneOf,
  never,
  type Combinator,
  type Compound,
} from './compounds.ts';

/** A selector, whichever page has it. */
export type Selector = {
  /** As one number: ids, then classes and the like, then elements (Selectors 4, 17). */
  readonly specificity: number;
  /** The mark that an element must have to match: an id (`#x`), a class (`.x`), a name (`x`), or nothing that is known (`*`). */
  readonly key: string;
  /** Classes and ids of the element that it is about. */
  readonly names: readonly string[];
  /** Classes and ids that the elements around that one must have. */
  readonly namesAround: readonly string[];
  /** It is matched by these; `undefined` where css-select is needed. */
  readonly compound: Compound | undefined;
  readonly tokens: readonly Token[];
};

/** Selectors in words of css-select, which knows neither languages nor namespaces. */
function known(list: string): string {
  return list
    .replace(/:lang\(\s*["']?([\w-]+)["']?\s*\)/gi, ':is([lang|="$1" i], [lang|="$1" i] *)')
    .replace(/(?<![\w-])\*\|(?=[\w*.#:[])/g, '');
}

/** Thrown within a match when the page has cost too much. */
class Exhausted extends Error {}

/** Steps over nodes: some ten times what the selectors of a large page of a builder take. */
const MOST_STEPS = 3_000_000;
/** Cost of a match: its declarations are sorted and read. */
const COST_OF_MATCH = 20;

/** States that hold of no element as long as nobody does anything. */
const STATES: ReadonlySet<string> = new Set(
  'hover focus focus-within focus-visible active visited target target-within fullscreen popover-open autofill'.split(
    ' ',
  ),
);

/** The selectors of a list; those that Chromium would not know either are left out. */
export const selectorsOf: (list: string) => readonly Selector[] = memory(
  (list) => {
    try {
      return parse(known(list)).flatMap(selectorOf);
    } catch {
      return [];
    }
  },
  { most: 20_000 },
);

/** Matches the selectors of one page, or of a text within an element of one; once its budget is spent, nothing matches any more. */
export function createSelectors(around?: HtmlElement) {
  let steps = MOST_STEPS;
  const spend = (cost: number) => {
    steps -= cost;
    if (steps < 0) throw new Exhausted();
  };
  const parentOf = (node: HtmlNode) => {
    if (node.parent && isTag(node.parent)) return node.parent;
    return around && node.parent ? around : null;
  };
  const tree = {
    spend,
    parentOf: (node: HtmlNode) => {
      spend(1);
      return parentOf(node);
    },
  };
  let options: Options<HtmlNode, HtmlElement> | undefined;
  const compiled = new Map<Selector, (element: HtmlElement) => boolean>();
  const isRareMatch = (selector: Selector, element: HtmlElement): boolean => {
    const test = compiled.get(selector) ?? compile([selector.tokens.map(asCounted)], (options ??= optionsFor(tree)));
    compiled.set(selector, test);
    return test(element);
  };
  return {
    isExhausted: () => steps < 0,
    /** Counts steps of another kind. */
    count: (cost: number) => {
      steps -= cost;
    },
    parentOf,
    matches: (selector: Selector, element: HtmlElement): boolean => {
      const { compound } = selector;
      try {
        spend(1);
        if (!(compound ? isMatch(compound, element, tree) : isRareMatch(selector, element))) return false;
        spend(COST_OF_MATCH);
        return true;
      } catch (error) {
        if (!(error instanceof Exhausted)) compiled.set(selector, () => false);
        return false;
      }
    },
  };
}
export type Selectors = ReturnType<typeof createSelectors>;

function selectorOf(tokens: readonly Token[]): readonly Selector[] {
  if (tokens.some((token) => token.type === SelectorType.PseudoElement || isOldPseudoElement(token))) return [];
  const subject = tokens.slice(tokens.findLastIndex(isTraversal) + 1);
  const names = subject.flatMap((token) => nameOf(token) ?? []);
  return [
    {
      specificity: specificityOf(tokens),
      key: names.find((name) => name.startsWith('#')) ?? names[0] ?? tagOf(subject) ?? '*',
      names,
      namesAround: namesAround(tokens),
      compound: tokens.some(isState) ? NOTHING : compoundOf(tokens),
      tokens,
    },
  ];
}

const NOTHING: Compound = { tests: [never] };

const COMBINATORS: ReadonlyMap<string, Combinator> = new Map([
  [SelectorType.Descendant, 'descendant'],
  [SelectorType.Child, 'child'],
  [SelectorType.Sibling, 'sibling'],
  [SelectorType.Adjacent, 'adjacent'],
]);

/** Classes and ids of compounds before a child or a descendant. */
function namesAround(tokens: readonly Token[]): readonly string[] {
  const names: string[] = [];
  let compound: string[] = [];
  for (const token of tokens) {
    const name = nameOf(token);
    if (name !== undefined) compound.push(name);
    if (!isTraversal(token)) continue;
    if (token.type === SelectorType.Descendant || token.type === SelectorType.Child) names.push(...compound);
    compound = [];
  }
  return names;
}

/** A selector without what only css-select knows. */
function compoundOf(tokens: readonly Token[]): Compound | undefined {
  let left: Compound['left'];
  let tests: Compound['tests'][number][] = [];
  for (const token of tokens) {
    if (isTraversal(token)) {
      const combinator = COMBINATORS.get(token.type);
      if (!combinator || token === tokens[0]) return undefined;
      left = { combinator, compound: left ? { tests, left } : { tests } };
      tests = [];
      continue;
    }
    const test = simpleTestOf(token);
    if (!test) return undefined;
    tests.push(test);
  }
  return left ? { tests, left } : { tests };
}

/** Attributes whose values are written in one case. */
const OF_ONE_CASE = /^(?:(?:data|aria)-.*|class|id|style|href|src|title|role)$/;

function simpleTestOf(token: Token): Compound['tests'][number] | undefined {
  switch (token.type) {
    case SelectorType.Universal:
      return token.namespace === null ? () => true : undefined;
    case SelectorType.Tag:
      return token.namespace === null ? hasName(token.name.toLowerCase()) : undefined;
    case SelectorType.Attribute: {
      if (token.namespace !== null) return undefined;
      const name = token.name.toLowerCase();
      if (token.action === AttributeAction.Exists) return hasAttribute(name);
      if (token.ignoreCase === true || !OF_ONE_CASE.test(name)) return undefined;
      if (token.action === AttributeAction.Equals) return hasAttribute(name, token.value);
      return token.action === AttributeAction.Element && name === 'class' && /^\S+$/.test(token.value)
        ? hasClass(token.value)
        : undefined;
    }
    case SelectorType.Pseudo:
      return pseudoTestOf(token.name, token.data);
    default:
      return undefined;
  }
}

function pseudoTestOf(name: string, data: Token[][] | string | null): Compound['tests'][number] | undefined {
  if (STATES.has(name)) return never;
  if (data === null && name === 'first-child') return isAtEnd('prev');
  if (data === null && name === 'last-child') return isAtEnd('next');
  if (!Array.isArray(data) || !/^(?:is|where|matches|not)$/.test(name)) return undefined;
  const list = data.flatMap((tokens) => compoundOf(tokens) ?? []);
  if (list.length < data.length) return undefined;
  return name === 'not' ? isNoneOf(list) : isAnyOf(list);
}

/** `:nth-child(n of S)`, which css-select does not know, as a pseudo-class of this project's. */
function asCounted(token: Token): Token {
  if (token.type === SelectorType.Pseudo && Array.isArray(token.data))
    return { ...token, data: token.data.map((list) => list.map(asCounted)) };
  const isCounted = token.type === SelectorType.Pseudo && /^nth-(?:last-)?child$/.test(token.name);
  return isCounted && typeof token.data === 'string' && / of /i.test(token.data)
    ? { ...token, name: `${token.name}-of` }
    : token;
}

/** Tests an element's place among those before it, or after it, that a selector matches (Selectors 4, 13.3.1). */
function createCounting(options: Options<HtmlNode, HtmlElement>) {
  const readOnce = new Map<string, (element: HtmlElement) => boolean>();
  const testOf = (list: string) => {
    const test = readOnce.get(list) ?? compile(parse(known(list)), options);
    readOnce.set(list, test);
    return test;
  };
  return (side: 'prev' | 'next') => (element: HtmlElement, data?: string | null) => {
    const [, step = '', list = ''] = /^\s*(.+?)\s+of\s+(.+)$/is.exec(data ?? '') ?? [];
    const test = testOf(list);
    if (!test(element)) return false;
    let place = 1;
    for (let one = element[side]; one; one = one[side]) if (isElement(one) && test(one)) place++;
    return isNth(step, place);
  };
}

/** The direction in which an element is written (HTML 3.2.6.4), but for what its letters say. */
function directionOf(element: HtmlElement, spend: (cost: number) => void): 'ltr' | 'rtl' {
  for (let one: HtmlElement | null = element; one; one = one.parent) {
    spend(1);
    const said = one.attribs['dir']?.toLowerCase();
    if (said === 'ltr' || said === 'rtl') return said;
  }
  return 'ltr';
}

/** True for a place that `An+B` has (CSS Syntax 3, 6). */
function isNth(written: string, place: number): boolean {
  const text = written
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^even$/, '2n')
    .replace(/^odd$/, '2n+1');
  const [, step, rest] = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(text) ?? [];
  const every = step === undefined ? 0 : Number(/\d/.test(step) ? step : `${step}1`);
  const beyond = place - Number(rest ?? 0);
  return every === 0 ? beyond === 0 : beyond % every === 0 && beyond / every >= 0;
}

function isOldPseudoElement(token: Token): boolean {
  return token.type === SelectorType.Pseudo && /^(?:before|after|first-letter|first-line)$/.test(token.name);
}

function isState(token: Token): boolean {
  return token.type === SelectorType.Pseudo && STATES.has(token.name);
}

function nameOf(token: Token): string | undefined {
  if (token.type !== SelectorType.Attribute || token.ignoreCase === true) return undefined;
  if (token.name === 'class' && token.action === AttributeAction.Element) return `.${token.value}`;
  return token.name === 'id' && token.action === AttributeAction.Equals ? `#${token.value}` : undefined;
}

function tagOf(tokens: readonly Token[]): string | undefined {
  for (const token of tokens) if (token.type === SelectorType.Tag) return token.name.toLowerCase();
  return undefined;
}

function specificityOf(tokens: readonly Token[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === SelectorType.Tag) sum += 1;
    else if (token.type === SelectorType.Attribute) sum += nameOf(token)?.startsWith('#') ? 1_000_000 : 1000;
    else if (token.type === SelectorType.Pseudo) {
      if (token.name === 'where') continue;
      const lists = Array.isArray(token.data) ? token.data : undefined;
      if (lists && /^(?:is|not|has|matches)$/.test(token.name)) sum += Math.max(0, ...lists.map(specificityOf));
      else sum += 1000;
    }
  }
  return sum;
}

const isTag = (node: HtmlNode): node is HtmlElement => isElement(node) && node.name !== '#document';

/** The tree as css-select walks it, and the pseudo-classes that it does not know; what it looks at is counted. */
function optionsFor({
  spend,
  parentOf,
}: {
  readonly spend: (cost: number) => void;
  readonly parentOf: (node: HtmlNode) => HtmlElement | null;
}): Options<HtmlNode, HtmlElement> {
  const childrenOf = (node: HtmlNode) => {
    const children = isElement(node) ? node.children : [];
    spend(children.length + 1);
    return children;
  };
  const isAnyBelow = (test: (element: HtmlElement) => boolean, nodes: HtmlNode[]): boolean =>
    find(test, nodes) !== null;
  const find = (test: (element: HtmlElement) => boolean, nodes: HtmlNode[]): HtmlElement | null => {
    const stack = nodes.toReversed();
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (!isTag(node)) continue;
      if (test(node)) return node;
      stack.push(...childrenOf(node).toReversed());
    }
    return null;
  };
  const options: Options<HtmlNode, HtmlElement> = {
    adapter: {
      isTag,
      existsOne: isAnyBelow,
      findOne: find,
      findAll: (test, nodes) => {
        const found = find(test, nodes);
        return found ? [found] : [];
      },
      getAttributeValue: (element, name) => {
        spend(1);
        return Object.hasOwn(element.attribs, name) ? element.attribs[name] : undefined;
      },
      hasAttrib: (element, name) => Object.hasOwn(element.attribs, name),
      getChildren: childrenOf,
      getName: (element) => element.name,
      getParent: parentOf,
      getSiblings: (node) => {
        const siblings = node.parent?.children ?? [node];
        spend(siblings.length);
        return siblings;
      },
      getText: (node) => (isText(node) ? node.data : textOf(node)),
      removeSubsets: (nodes) => nodes,
      equals: (one, other) => one === other,
    },
  };
  const counting = createCounting(options);
  options.pseudos = {
    ...Object.fromEntries([...STATES].map((state) => [state, () => false])),
    'nth-child-of': counting('prev'),
    'nth-last-child-of': counting('next'),
    dir: (element: HtmlElement, data?: string | null) => directionOf(element, spend) === data?.trim().toLowerCase(),
  };
  return options;
}
