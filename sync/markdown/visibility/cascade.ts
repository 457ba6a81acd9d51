/** Cascades the style sheets of a page and the `style` attributes of its elements (CSS Cascade 5). */
import { attribute, closest, textOf } from '../parse/html.ts';
import { isWithin } from '../parse/page.ts';
import { memoryOfObjects } from '../memory.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../parse/tree.ts';
import { EVERYWHERE } from './media.ts';
import { mayHide } from './properties.ts';
import { createSelectors } from '../parse/selectors.ts';
import { inlineDeclarations, LONGEST_VALUE, rulesOf, type Declaration, type Rule } from './style-sheets.ts';

/** Winning value of a property; `rule` if a style sheet declares it. */
export type Declared = { readonly value: string; readonly important: boolean; readonly rule?: Rule | undefined };
export type Declarations = ReadonlyMap<string, Declared>;

const NOTHING: Declarations = new Map();
// Maximum nesting of variables.
const MOST_VARIABLES = 8;

// Elements with style sheets for visitors without scripts.
const WITHOUT_SCRIPTS: ReadonlySet<string> = new Set(['noscript']);

/** Returns the rules of a document, the rules whose names occur in it, and their selector matcher. */
export const stylesOf = memoryOfObjects((document: readonly HtmlElement[]) => {
  const rules = document.filter(({ name }) => name === 'style').flatMap(rulesIn);
  const names = new Set<string>();
  if (rules.length > 0)
    for (const { attribs, classes } of document) {
      for (const key of classes.keys) names.add(key);
      if (attribs['id'] !== undefined) names.add(`#${attribs['id']}`);
    }
  const present = rules.filter(({ needs }) => needs.every((name) => names.has(name)));
  return { rules, present, selectors: createSelectors() };
});

/** Rules of a cascade: of a pseudo-element, or with a property. */
type Scope = { readonly pseudo?: Rule['pseudo']; readonly property?: string };

/** Creates the cascade of a document for each screen. */
export function createCascade(document: readonly HtmlElement[], judgesColours: boolean, scope: Scope = {}) {
  const { pseudo, property: only } = scope;
  const { rules, present, selectors } = stylesOf(document);
  const used = present.filter(
    (rule) =>
      rule.pseudo === pseudo && (only === undefined || rule.declarations.some((entry) => entry.property === only)),
  );
  const layers = [...new Set(rules.map(({ layer }) => layer).filter((layer) => layer !== ''))];
  const ranks = new Map(
    used.map((rule, order) => [rule, { order, layer: rule.layer === '' ? layers.length : layers.indexOf(rule.layer) }]),
  );
  const index = indexOf(used);
  const areHiding = judgesColours ? areHidingOrColoured : areHidingShape;
  const hiding = indexOf(used.filter(({ declarations }) => areHiding(declarations)));
  const declared = ALL_SCREENS.map((screen) =>
    memoryOfObjects((element: HtmlElement) => declarationsFor(element, screen)),
  );

  function compare(left: Rule, right: Rule): number {
    const [a, b] = [ranks.get(left), ranks.get(right)];
    if (!a || !b) return 0;
    return a.layer - b.layer || left.specificity - right.specificity || a.order - b.order;
  }

  // Returns the rules that match an element, in ascending precedence.
  const rulesFor = memoryOfObjects((element: HtmlElement): readonly Rule[] => {
    const found = candidatesFor(element, index).filter((rule) => selectors.matches(rule, element));
    return found.length === 0 ? NO_RULES : found.toSorted(compare);
  });

  // Whether a declaration, an attribute or a rule may hide an element. Most elements have none.
  function mayBeHidden(element: HtmlElement): boolean {
    if (hintsOf(element) !== NONE || areHiding(ownDeclarations(element))) return true;
    return candidatesFor(element, hiding).some((rule) => selectors.matches(rule, element));
  }

  // Returns the winning declarations of an element, for an index of `SCREENS`.
  const declaredFor = (element: HtmlElement, screen: number): Declarations => declared[screen]?.(element) ?? NOTHING;

  function declarationsFor(element: HtmlElement, screen: number): Declarations {
    const [hints, own] = pseudo ? [NONE, NONE] : [hintsOf(element), ownDeclarations(element)];
    const matching = rulesFor(element);
    if (own === NONE && hints === NONE && matching.length === 0) return NOTHING;
    const winning = new Map<string, Declared>();
    const declare = ({ property, value, important }: Declaration, rule: Rule | undefined) => {
      const before = winning.get(property);
      // Among important declarations, the first layer wins.
      const isBeaten = before?.important === true && (!important || (rule?.layer ?? '') !== (before.rule?.layer ?? ''));
      if (!isBeaten) winning.set(property, { value, important, rule });
    };
    for (const entry of hints) declare(entry, undefined);
    for (const rule of matching) if (rule.on[screen]) for (const entry of rule.declarations) declare(entry, rule);
    for (const entry of own) declare(entry, undefined);
    return winning;
  }

  // Substitutes the variables of a value; `undefined` if a variable has neither value nor fallback.
  function resolve(value: string, element: HtmlElement, screen: number, depth = 0): string | undefined {
    if (!value.includes('var(')) return value;
    let isKnown = depth < MOST_VARIABLES;
    const text = value.replace(
      /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/,
      (_, name: string, fallback?: string) => {
        const set = variable(element, name, screen) ?? fallback?.trim();
        isKnown &&= set !== undefined;
        return set ?? '';
      },
    );
    return isKnown && text.length <= LONGEST_VALUE ? resolve(text, element, screen, depth + 1) : undefined;
  }

  function variable(element: HtmlElement, name: string, screen: number): string | undefined {
    const owner = closest(element, (ancestor) => declaredFor(ancestor, screen).has(name));
    return owner && declaredFor(owner, screen).get(name)?.value;
  }

  return {
    /** Whether any rule may hide an element. */
    hasRules: hiding.size > 0,
    mayBeHidden,
    /** Whether any rule depends on the screen. */
    isResponsive: used.some(({ on }) => on.includes(false)),
    rulesFor,
    declaredFor,
    resolve,
    /** Rules by class or id (`.x`, `#x`) of their subject, whether or not they match; the fallback is its type. */
    rulesNaming: (name: string): readonly Rule[] => rulesByName(rules).get(name) ?? NO_RULES,
    isExhausted: selectors.isExhausted,
  };
}
export type Cascade = ReturnType<typeof createCascade>;

const NO_RULES: readonly Rule[] = [];
const NONE: readonly Declaration[] = [];

const rulesByName = memoryOfObjects((rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> => {
  const named = new Map<string, Rule[]>();
  for (const rule of rules.filter(({ pseudo }) => pseudo === undefined))
    for (const name of rule.names.length > 0 ? rule.names : [rule.key]) {
      const list = named.get(name);
      if (list) list.push(rule);
      else named.set(name, [rule]);
    }
  return named;
});

// Parses a style sheet for visitors with scripts.
function rulesIn(element: HtmlElement): readonly Rule[] {
  if (!/^(?:text\/css)?$/i.test(attribute(element, 'type').trim()) || isWithin(element, WITHOUT_SCRIPTS)) return [];
  const css = textOf(element);
  return css === '' ? [] : rulesOf(css, attribute(element, 'media'));
}

type RuleIndex = ReadonlyMap<string, readonly Rule[]>;
export const indexOf = (rules: readonly Rule[]): RuleIndex => Map.groupBy(rules, ({ key }) => key);

/** Returns the rules of an index that may match an element. */
export function candidatesFor({ name, attribs, classes }: HtmlElement, index: RuleIndex): readonly Rule[] {
  if (index.size === 0) return NO_RULES;
  let found: Rule[] | undefined;
  const add = (key: string) => {
    const rules = index.get(key);
    if (rules) (found ??= []).push(...rules);
  };
  if (attribs['id'] !== undefined) add(`#${attribs['id']}`);
  for (const key of classes.keys) add(key);
  add(name);
  add('*');
  return found ?? NO_RULES;
}

const ownDeclarations = ({ attribs }: HtmlElement): readonly Declaration[] =>
  attribs['style'] === undefined ? NONE : inlineDeclarations(attribs['style']);

const hint = (property: string, value: string): Declaration => ({
  property,
  value: value.toLowerCase(),
  important: false,
});
const NOT_DISPLAYED = [hint('display', 'none')];
const MARKED = [hint('background-color', 'yellow'), hint('color', 'black')];
// Elements with the attribute `bgcolor`.
const COLOURED = /^(?:body|table|thead|tbody|tfoot|tr|t[dh]|marquee)$/;

// Presentational hints of attributes (HTML 15.3).
function hintsOf({ name, attribs }: HtmlElement): readonly Declaration[] {
  if (name === 'mark') return MARKED;
  if (attribs === NO_ATTRIBUTES) return name === 'dialog' ? NOT_DISPLAYED : NONE;
  const isClosed =
    (attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found') ||
    attribs['popover'] !== undefined ||
    (name === 'dialog' && attribs['open'] === undefined);
  if (isClosed) return NOT_DISPLAYED;
  if (name === 'font' && attribs['color'] !== undefined) return [hint('color', attribs['color'])];
  if (attribs['bgcolor'] !== undefined && COLOURED.test(name)) return [hint('background-color', attribs['bgcolor'])];
  return NONE;
}

const hidingTest = (judgesColours: boolean) =>
  memoryOfObjects((declarations: readonly Declaration[]) =>
    declarations.some(({ property, value }) => mayHide(property, value, judgesColours)),
  );
const [areHidingShape, areHidingOrColoured] = [hidingTest(false), hidingTest(true)];

export const ALL_SCREENS = EVERYWHERE.map((_, screen) => screen);
