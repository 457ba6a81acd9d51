/** Declarations for an element on a screen: the cascade of CSS Cascade 5 over the page's own sheets and `style` attributes. */
import { attribute } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { componentsOf, contentsOf, type Component, type Declaration } from './css.ts';
import { INHERITED, type Properties } from './properties.ts';
import type { ScreenName } from './rules.ts';
import type { Match, StyleSheets } from './style-sheets.ts';

/** A value that won, and the rule that it stands in; none for `style` and other attributes. */
export type Declared = { readonly value: string; readonly by: Match | undefined };
export type Declarations = ReadonlyMap<string, Declared>;
/** Custom properties, by their names. */
export type Custom = Readonly<Record<string, string>>;

const NO_DECLARATIONS: Declarations = new Map();
/** Below all that style sheets say. */
const HINT = [-1];
/** Above `style` attributes, for they are important, and below the page's own important rules. */
const PRESET = [1, -Infinity, -1];

type Ranked = Declaration & { readonly rank: readonly number[]; readonly by: Match | undefined };

export function createCascade(sheets: StyleSheets, expand: Properties) {
  const inline = new Map<string, readonly Declaration[]>();
  const inlineOf = (style: string) => {
    const known = inline.get(style);
    if (known) return known;
    const { declarations } = contentsOf(style);
    if (inline.size < MOST_KNOWN) inline.set(style, declarations);
    return declarations;
  };

  const rankedFor = (element: HtmlElement, screen: ScreenName): readonly Ranked[] => {
    const ranked: Ranked[] = [];
    for (const hint of hintsOf(element)) ranked.push({ ...hint, important: false, rank: HINT, by: undefined });
    for (const preset of presetsOf(element)) ranked.push({ ...preset, important: true, rank: PRESET, by: undefined });
    for (const match of sheets.matchesOf(element)) {
      const { rule, selector } = match;
      if (!rule.on[screen]) continue;
      for (const declaration of rule.contents().declarations)
        ranked.push({
          ...declaration,
          rank: rankOf(declaration, rule.layer, 0, selector.specificity, rule.order),
          by: match,
        });
    }
    const style = attribute(element, 'style');
    if (style !== '')
      for (const declaration of inlineOf(style))
        ranked.push({
          ...declaration,
          rank: rankOf(declaration, Infinity, 1, 0, 0),
          by: undefined,
        });
    return ranked.toSorted((a, b) => compare(a.rank, b.rank));
  };

  /** The values that win, longhands only and valid, and the custom properties in force. */
  return (
    element: HtmlElement,
    screen: ScreenName,
    around: Custom,
  ): { readonly declared: Declarations; readonly custom: Custom } => {
    if (!hasOwnStyle(element) && sheets.matchesOf(element).length === 0)
      return { declared: NO_DECLARATIONS, custom: around };
    const ranked = rankedFor(element, screen);
    const custom = withCustom(ranked, around);
    const declared = new Map<string, Declared>();
    const apply = ({ property, value, by }: Pick<Ranked, 'property' | 'value' | 'by'>) => {
      if (property.startsWith('--')) return;
      if (property === 'all') return declared.clear();
      const isVariable = value.includes('var(') || value.includes('VAR(');
      const shown = isVariable ? substituted(value, custom, { left: MOST_VARIABLES }) : value;
      // A variable that the page does not set may be the theme's; what is invalid with its variables counts as not said.
      const replaced = isVariable ? (expand(property, 'unset') ?? {}) : {};
      const longhands = shown === undefined ? undefined : (expand(property, shown) ?? replaced);
      for (const name of shown === undefined ? Object.keys(replaced) : []) declared.set(name, { value: UNKNOWN, by });
      for (const [name, won] of Object.entries(longhands ?? {})) {
        if (/^(?:unset|revert|revert-layer)$/.test(won) || won === (INHERITED.has(name) ? 'inherit' : 'initial'))
          declared.delete(name);
        else declared.set(name, { value: won, by });
      }
    };
    for (const declaration of ranked) apply(declaration);
    for (const declaration of lastFramesOf(declared, sheets))
      apply({ ...declaration, by: declared.get('animation-name')?.by });
    return { declared, custom };
  };
}
export type Cascade = ReturnType<typeof createCascade>;

const MOST_KNOWN = 5000;
/** The value of a property that depends on a variable which the page does not set. */
export const UNKNOWN = 'unknown';

/** Important declarations come after all others, and the first layers win among them (CSS Cascade 5, 6.1). */
function rankOf(
  { important }: Declaration,
  layer: number,
  isInline: 0 | 1,
  specificity: number,
  order: number,
): number[] {
  return important ? [1, -layer, isInline, specificity, order] : [0, layer, isInline, specificity, order];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [a = 0, b = 0] = [one[index], other[index]];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

/** Declarations that a finished animation leaves. */
function lastFramesOf(declared: Declarations, sheets: StyleSheets): readonly Declaration[] {
  const names = declared.get('animation-name')?.value;
  if (names === undefined || !/forwards|both/.test(declared.get('animation-fill-mode')?.value ?? '')) return [];
  return names.split(',').flatMap((name) => sheets.lastFrameOf(name.trim()) ?? []);
}

/** True when an element's own attributes say how it looks. */
export function hasOwnStyle(element: HtmlElement): boolean {
  return element.attribs['style'] !== undefined || hasHints(element);
}

function hasHints({ name, attribs }: HtmlElement): boolean {
  return (
    attribs['hidden'] !== undefined ||
    attribs['popover'] !== undefined ||
    attribs['bgcolor'] !== undefined ||
    name === 'font' ||
    name === 'mark' ||
    name === 'dialog' ||
    attribs['class']?.includes('-color') === true
  );
}

/** Presentational hints of attributes (HTML 15). */
function hintsOf(element: HtmlElement): readonly { readonly property: string; readonly value: string }[] {
  const { name, attribs } = element;
  if (!hasHints(element)) return [];
  const hints: { property: string; value: string }[] = [];
  const hint = (property: string, value: string | undefined) => {
    if (value !== undefined) hints.push({ property, value });
  };
  if ('hidden' in attribs && attribs['hidden'] !== 'until-found') hint('display', 'none');
  if ('popover' in attribs || (name === 'dialog' && !('open' in attribs))) hint('display', 'none');
  hint('background-color', attribs['bgcolor']);
  if (name === 'font') hint('color', attribs['color']);
  if (name === 'mark')
    hints.push({ property: 'background-color', value: 'yellow' }, { property: 'color', value: 'black' });
  return hints;
}

/** Declarations by WordPress's classes of a palette (`has-white-color`). A text in the colour of its ground is so whatever that is. */
function presetsOf(element: HtmlElement): readonly { readonly property: string; readonly value: string }[] {
  const classes = element.attribs['class'] ?? '';
  if (!classes.includes('has-')) return [];
  const presets: { property: string; value: string }[] = [];
  const [ground, ink] = [
    /(?:^|\s)has-([\w-]+)-background-color(?:\s|$)/,
    /(?:^|\s)has-(?![\w-]+-(?:background|border)-color)([\w-]+)-color(?:\s|$)/,
  ].map((pattern) => pattern.exec(classes.replaceAll(/has-(?:text|link|inline|border)-color/g, ''))?.[1]);
  const fallback = ground === ink ? ', black' : '';
  if (ground !== undefined)
    presets.push({ property: 'background-color', value: `var(--wp--preset--color--${ground}${fallback})` });
  if (ink !== undefined) presets.push({ property: 'color', value: `var(--wp--preset--color--${ink}${fallback})` });
  return presets;
}

/** Values longer than this, and of more variables, come from variables that double each other. */
const LONGEST_VALUE = 5000;
const MOST_VARIABLES = 100;

function withCustom(ranked: readonly Ranked[], around: Custom): Custom {
  const own = ranked.filter(({ property }) => property.startsWith('--'));
  if (own.length === 0) return around;
  const custom = Object.create(around) as Record<string, string>;
  for (const { property, value } of own) custom[property] = value;
  return custom;
}

type Budget = { left: number };

/** A value with its variables put in; `undefined` where one is missing (CSS Variables 1, 3). */
function substituted(value: string, custom: Custom, budget: Budget): string | undefined {
  if (value.length > LONGEST_VALUE) return undefined;
  if (!/var\(/i.test(value)) return value;
  const written: string[] = [];
  let length = 0;
  for (const part of componentsOf(value)) {
    const text = part.args ? ofFunction(part, custom, budget) : part.source;
    if (text === undefined || (length += text.length) > LONGEST_VALUE) return undefined;
    written.push(text);
  }
  return written.join(' ');
}

function ofFunction({ text, source, args = [] }: Component, custom: Custom, budget: Budget): string | undefined {
  if (!/var\(/i.test(source)) return source;
  if (--budget.left < 0) return undefined;
  const open = source.indexOf('(');
  if (text !== 'var') {
    const inner = substituted(source.slice(open + 1, -1), custom, budget);
    return inner === undefined ? undefined : `${text}(${inner})`;
  }
  const value = custom[args[0]?.source ?? ''];
  const found = value === undefined ? undefined : substituted(value, custom, budget);
  if (found !== undefined && found.trim() !== '') return found;
  const comma = source.indexOf(',');
  return comma < 0 ? undefined : substituted(source.slice(comma + 1, -1), custom, budget);
}
