/** What the style sheets of one page and its elements' own attributes declare for an element (CSS Cascade 5). */
import { attribute, isText } from '../parse/html.ts';
import { isWithin } from '../parse/page.ts';
import { memoryOfObjects } from '../memory.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../parse/tree.ts';
import { EVERYWHERE } from './media.ts';
import { mayHide } from './properties.ts';
import { createSelectors } from '../parse/selectors.ts';
import { inlineDeclarations, rulesOf, type Declaration, type Rule } from './style-sheets.ts';

/** The winning value of a property; `rule` where a style sheet declares it. */
export type Declared = { readonly value: string; readonly important: boolean; readonly rule?: Rule | undefined };
export type Declarations = ReadonlyMap<string, Declared>;

const NOTHING: Declarations = new Map();
/** Variables within variables. */
const MOST_VARIABLES = 8;
const LONGEST_VALUE = 300;

/** A sheet without any of these declares nothing that hides an element. */
const MAY_HIDE =
  /none|hidden|collapse|opacity|clip|indent|transform|translate|scale|rotate|zoom|-\d{3}|-\s*1\d\dv|[\s:]0?\.?[01](?:px)?\s*[;!}\s]|filter|colou?r/i;
/** Elements whose rules hold for visitors without scripts only. */
const WITHOUT_SCRIPTS: ReadonlySet<string> = new Set(['noscript']);
/** Their declarations hold for no element. */
const PSEUDO_ELEMENT = /::?(?:before|after)$/;
/** Scripts take these classes away. */
const NO_SCRIPT_CLASS = /\.[\w-]*no-?js\b/i;

/** Reads the `style` elements among those of a page, and finds what is declared for its elements on each screen. */
export function createCascade(elements: readonly HtmlElement[], judgesColours: boolean) {
  const sheets = elements.filter(({ name }) => name === 'style').flatMap(sheetOf);
  const rules = (sheets.some(({ css }) => MAY_HIDE.test(css)) ? sheets : []).flatMap(({ css, media }) =>
    rulesOf(css, media),
  );
  const used = rules.filter(
    ({ selector, on }) => on.includes(true) && !NO_SCRIPT_CLASS.test(selector) && !PSEUDO_ELEMENT.test(selector),
  );
  const layers = [...new Set(used.map(({ layer }) => layer).filter((layer) => layer !== ''))];
  const ranks = new Map(
    used.map((rule, order) => [rule, { order, layer: rule.layer === '' ? layers.length : layers.indexOf(rule.layer) }]),
  );
  const index = Map.groupBy(used, ({ key }) => key);
  const hiding = Map.groupBy(used.filter(hides(judgesColours)), ({ key }) => key);
  const hidingInline = isHidingStyle(judgesColours);
  const selectors = createSelectors();
  const matches = new Map<HtmlElement, readonly Rule[]>();

  function compare(one: Rule, other: Rule): number {
    const [a, b] = [ranks.get(one), ranks.get(other)];
    if (!a || !b) return 0;
    return a.layer - b.layer || one.specificity - other.specificity || a.order - b.order;
  }

  /** The rules that match an element, those that win last. */
  function rulesFor(element: HtmlElement): readonly Rule[] {
    if (index.size === 0) return NO_RULES;
    const known = matches.get(element);
    if (known) return known;
    const found = keysOf(element).flatMap((key) =>
      (index.get(key) ?? []).filter((rule) => selectors.matches(rule, element)),
    );
    const sorted = found.length === 0 ? NO_RULES : found.toSorted(compare);
    matches.set(element, sorted);
    return sorted;
  }

  /** True for an element that a declaration of its own or of a style sheet may hide. Few are. */
  function mayBeHidden(element: HtmlElement): boolean {
    if (hasHints(element) || hidingInline(element.attribs['style'] ?? '')) return true;
    if (hiding.size === 0) return false;
    return keysOf(element).some((key) => hiding.get(key)?.some((rule) => selectors.matches(rule, element)));
  }

  /** The winning declarations for an element on a screen, by its place in `SCREENS`. */
  function declaredFor(element: HtmlElement, screen: number): Declarations {
    const own = ownDeclarations(element);
    const matching = rulesFor(element);
    const hints = hintsOf(element);
    if (own === NONE && hints === NONE && matching.length === 0) return NOTHING;
    const declared = new Map<string, Declared>();
    const declare = ({ property, value, important }: Declaration, rule: Rule | undefined) => {
      const before = declared.get(property);
      // Of important declarations, those of the first layer win.
      const isBeaten = before?.important === true && (!important || (rule?.layer ?? '') !== (before.rule?.layer ?? ''));
      if (!isBeaten) declared.set(property, { value, important, rule });
    };
    for (const one of hints) declare(one, undefined);
    for (const rule of matching) if (rule.on[screen]) for (const one of rule.declarations) declare(one, rule);
    for (const one of own) declare(one, undefined);
    return declared;
  }

  /** A value with its variables in place; `undefined` where one of them is set nowhere. */
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
    for (let one: HtmlElement | null = element; one; one = one.parent) {
      const set = declaredFor(one, screen).get(name);
      if (set) return set.value;
    }
    return undefined;
  }

  return {
    /** Rules may hide some elements. */
    hasRules: hiding.size > 0,
    mayBeHidden,
    /** Some rules hold on some screens only. */
    isResponsive: used.some(({ on }) => on.includes(false)),
    rulesFor,
    declaredFor,
    resolve,
    /** Rules whose subject has a class or id (`.x`, `#x`), whether they match now or not. */
    rulesNaming: (() => {
      let named: ReadonlyMap<string, readonly Rule[]> | undefined;
      return (name: string): readonly Rule[] => (named ??= rulesByName(used)).get(name) ?? NO_RULES;
    })(),
    isExhausted: selectors.isExhausted,
  };
}
export type Cascade = ReturnType<typeof createCascade>;

const NO_RULES: readonly Rule[] = [];
const NONE: readonly Declaration[] = [];

function rulesByName(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const named = new Map<string, Rule[]>();
  for (const rule of rules)
    for (const name of rule.names) {
      const list = named.get(name);
      if (list) list.push(rule);
      else named.set(name, [rule]);
    }
  return named;
}

/** The text and the media of a style sheet that holds for visitors with scripts. */
export function sheetOf(element: HtmlElement): readonly { readonly css: string; readonly media: string }[] {
  if (!/^(?:text\/css)?$/i.test(attribute(element, 'type').trim()) || isWithin(element, WITHOUT_SCRIPTS)) return [];
  const css = element.children.map((child) => (isText(child) ? child.data : '')).join('');
  return css === '' ? [] : [{ css, media: attribute(element, 'media') }];
}

/** The keys of rules that may match an element. */
export function keysOf({ name, attribs }: HtmlElement): readonly string[] {
  if (attribs === NO_ATTRIBUTES) return [name, '*'];
  const { id, class: classes } = attribs;
  const names = classes === undefined ? [] : [...new Set(classes.match(/[^\t\n\f\r ]+/g))].map((one) => `.${one}`);
  return id === undefined ? [...names, name, '*'] : [`#${id}`, ...names, name, '*'];
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
/** Elements of which `bgcolor` is an attribute. */
const COLOURED = /^(?:body|table|thead|tbody|tfoot|tr|t[dh]|marquee)$/;

/** Presentational hints of attributes (HTML 15.3). */
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

function hasHints({ name, attribs }: HtmlElement): boolean {
  if (name === 'dialog' || name === 'mark' || name === 'font') return true;
  if (attribs === NO_ATTRIBUTES) return false;
  return attribs['hidden'] !== undefined || attribs['popover'] !== undefined || attribs['bgcolor'] !== undefined;
}

const isHiding = (judgesColours: boolean) =>
  memoryOfObjects((declarations: readonly Declaration[]) =>
    declarations.some(({ property, value }) => mayHide(property, value, judgesColours)),
  );
const [areHiding, areHidingOrColoured] = [isHiding(false), isHiding(true)];

const hides =
  (judgesColours: boolean) =>
  ({ declarations }: Rule): boolean =>
    (judgesColours ? areHidingOrColoured : areHiding)(declarations);

const isHidingStyle = (judgesColours: boolean) => {
  const test = judgesColours ? areHidingOrColoured : areHiding;
  return (style: string): boolean => style !== '' && test(inlineDeclarations(style));
};

export const ALL_SCREENS = EVERYWHERE.map((_, screen) => screen);
