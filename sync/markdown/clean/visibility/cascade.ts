/** Declarations for an element on a screen: the cascade of CSS Cascade 5 over the page's own sheets and `style` attributes. */
import { attribute } from '../../parse/html.ts';
import { animationsOf, restingFrame } from './animations.ts';
import type { HtmlElement } from '../../parse/tree.ts';
import { isContained, SCREENS } from './conditions.ts';
import { contentsOf, type Declaration } from './css.ts';
import { hasHints, hasOwnStyle, hasPresets, hintsOf, presetsOf } from './hints.ts';
import { INHERITED } from './longhands.ts';
import { memory, memoryOfObjects } from '../../memory.ts';
import { PALETTE } from './palette.ts';
import { expand } from './properties.ts';
import type { ScreenName } from './rules.ts';
import type { Match } from './match.ts';
import type { StyleSheets } from './style-sheets.ts';
import { withCustom, withVariables, type Custom } from './variables.ts';

/** A value that won, and the rule that it stands in; none for `style` and other attributes. */
export type Declared = { readonly value: string; readonly by: Match | undefined };
export type Declarations = ReadonlyMap<string, Declared>;

/** The value of a property that depends on a variable which the page does not set: it may be the theme's. */
export const UNKNOWN = 'unknown';

const NO_DECLARATIONS: Declarations = new Map();

/** A declaration, and what it says of each longhand; that is open where it has variables. */
type Said = {
  readonly declaration: Declaration;
  readonly longhands: readonly (readonly [string, string])[] | undefined;
  /** It gives way to the layers below its own. */
  readonly isReverting: boolean;
};
/** Declarations of one rule or attribute, by their importance. */
type Statement = { readonly normal: readonly Said[]; readonly important: readonly Said[] };
/** Declarations about an element, with the rule that makes them, if it is no attribute. */
type SaidBy = readonly [said: readonly Said[], by: Match | undefined];

const statementOf = memoryOfObjects((declarations: readonly Declaration[]): Statement => {
  const said: Said[] = [];
  for (const declaration of declarations) {
    const { property, value } = declaration;
    const isOpen = property.startsWith('--') || property === 'all' || /\b(?:var|if)\(/i.test(value);
    const longhands = isOpen ? undefined : expand(property, value);
    if (longhands || isOpen)
      said.push({
        declaration,
        longhands: longhands && Object.entries(longhands),
        isReverting: /^revert-layer$/i.test(value),
      });
  }
  return {
    normal: said.filter(({ declaration }) => !declaration.important),
    important: said.filter(({ declaration }) => declaration.important),
  };
});

const statementOfPresets = memory((classes: string) => statementOf(presetsOf(classes)));

/** The declarations of a `style` attribute that says all that there is to say; `undefined` where it depends on more. */
const plainDeclarations = memory((style: string): Declarations | undefined => {
  const { normal, important } = statementOf(contentsOf(style).declarations);
  const declared = new Map<string, Declared>();
  for (const { longhands } of [...normal, ...important]) {
    if (!longhands) return undefined;
    for (const [name, value] of longhands) set(declared, name, value, undefined);
  }
  return declared.has('animation-name') ? undefined : declared;
});

/** The box that conditions are about; where none is known, the theme may have one, as wide as the screen. */
type Container = { readonly width: number; readonly height: number } | undefined;

type Answer = { readonly declared: Declarations; readonly custom: Custom };

/** Answers about elements of which the same is said. */
type Answers = {
  /** Whatever variables are around. */
  ofAll: Declarations | undefined;
  /** By the variables around. */
  readonly of: Map<Custom, Answer>;
};

const noAnswers = (): Answers => ({ ofAll: undefined, of: new Map() });

/** Answers about elements that no rule matches, in the palette alone: they are the same in all pages. */
const answersWithoutRules = memory<string, Answers>(noAnswers);

/** Keeps what was answered in one page, by the screen, the rules that match, and what attributes say. */
function createAnswers() {
  const kept: Record<ScreenName, Map<readonly Match[], Map<string, Answers>>> = {
    wide: new Map(),
    medium: new Map(),
    narrow: new Map(),
    dark: new Map(),
  };
  let room = MOST_SAME;
  return (matches: readonly Match[], screen: ScreenName, key: string): Answers | undefined => {
    const ofMatches = kept[screen].get(matches) ?? new Map<string, Answers>();
    const known = ofMatches.get(key);
    if (known || --room < 0) return known;
    const answers = noAnswers();
    kept[screen].set(matches, ofMatches);
    ofMatches.set(key, answers);
    return answers;
  };
}

const asksForContainer = memoryOfObjects((matches: readonly Match[]) => matches.some(({ rule }) => rule.containers));

export function createCascade(sheets: StyleSheets) {
  const answers = createAnswers();
  const answersFor = (element: HtmlElement, screen: ScreenName, around: Custom) => {
    const matches = sheets.matchesOf(element);
    const { style = '', class: classes = '' } = element.attribs;
    const isOfClasses = hasPresets(element);
    if (style.length > LONGEST_STYLE || (hasHints(element) && !isOfClasses) || asksForContainer(matches))
      return undefined;
    // No attribute holds U+0000.
    const key = isOfClasses ? `${style}\0${classes}` : style;
    return matches.length === 0 && around === PALETTE ? answersWithoutRules(key) : answers(matches, screen, key);
  };

  /** Statements about an element, what wins last. Important declarations come after all others, the first layers last (CSS Cascade 5, 6.1). */
  const statementsFor = (
    element: HtmlElement,
    screen: ScreenName,
    container: Container,
    around: Custom,
  ): readonly SaidBy[] => {
    const style = attribute(element, 'style');
    const own = style === '' ? undefined : statementOf(contentsOf(style).declarations);
    const matches = sheets
      .matchesOf(element)
      .filter(
        ({ rule }) => rule.on[screen] && isContained(rule.containers, { ...SCREENS[screen], ...container }, around),
      );
    const statements: SaidBy[] = [];
    const state = (said: readonly Said[] | undefined, by?: Match) => {
      if (said && said.length > 0) statements.push([said, by]);
    };
    const isHinted = hasHints(element);
    if (isHinted) state(statementOf(hintsOf(element)).normal);
    for (const match of matches) state(statementOf(match.rule.contents().declarations).normal, match);
    state(own?.normal);
    if (isHinted) state(statementOfPresets(attribute(element, 'class')).normal);
    const important = matches.filter(({ rule }) => statementOf(rule.contents().declarations).important.length > 0);
    for (const match of important)
      if (match.rule.layer === Infinity) state(statementOf(match.rule.contents().declarations).important, match);
    state(own?.important);
    for (const match of important
      .filter(({ rule }) => rule.layer < Infinity)
      .toSorted((a, b) => b.rule.layer - a.rule.layer))
      state(statementOf(match.rule.contents().declarations).important, match);
    return statements;
  };

  /** Values that win and the custom properties in force, before anything is taken from the element around. */
  const ownAnswer = (
    element: HtmlElement,
    screen: ScreenName,
    around: Custom,
    container: Container,
    isWhole: boolean,
  ): Answer => {
    if (sheets.matchesOf(element).length === 0) {
      if (!isWhole && !hasOwnStyle(element, sheets)) return { declared: NO_DECLARATIONS, custom: around };
      const plain = hasHints(element) ? undefined : plainDeclarations(attribute(element, 'style'));
      if (plain) return { declared: plain, custom: around };
    }
    const known = answersFor(element, screen, around);
    if (known?.ofAll) return { declared: known.ofAll, custom: around };
    const before = known?.of.get(around);
    if (before) return before;
    const statements = statementsFor(element, screen, container, around);
    const variables = statements.flatMap(([said]) => said.map(({ declaration }) => declaration).filter(isCustom));
    const custom = withCustom(variables, around);
    const declared = new Map<string, Declared>();
    const isReverting = statements.some(([said]) => said.some((one) => one.isReverting));
    let [below, last]: [Declarations, unknown] = [NO_DECLARATIONS, undefined];
    for (const [said, by] of statements) {
      const layer = by?.rule.layer ?? said;
      if (isReverting && layer !== last) below = new Map(declared);
      last = layer;
      for (const one of said) {
        if (one.isReverting) revert(declared, one, below);
        else apply(declared, one, custom, by);
      }
    }
    const animated = declared.get('animation-name');
    for (const one of statementOf(restingFramesOf(declared, sheets)).normal) apply(declared, one, custom, animated?.by);
    const isClosed = custom === around && statements.every(([said]) => said.every(({ longhands }) => longhands));
    const answer = { declared, custom };
    // The frames of an animation are the page's.
    if (!known || (animated && !animated.by)) return answer;
    if (isClosed) known.ofAll = declared;
    else if (known.of.size < MOST_AROUND) known.of.set(around, answer);
    return answer;
  };

  /**
   * Values that win, longhands only and valid, and the custom properties in force; `isWhole` also of a `style` attribute in
   * which nothing hides the element itself.
   */
  return (element: HtmlElement, screen: ScreenName, around: Custom, container: Container, isWhole = false): Answer => {
    const own = ownAnswer(element, screen, around, container, isWhole);
    const { names, taken } = takingOf(own.declared);
    if (names.length === 0) return own;
    const valueAround = (name: string): string | undefined => {
      let { parent } = element;
      for (let level = 0; parent && level < MOST_TAKEN; level++, { parent } = parent) {
        const given = ownAnswer(parent, screen, around, container, true).declared.get(name);
        if (given?.value !== 'inherit') return given?.value;
      }
      return undefined;
    };
    return { declared: taken(names.map(valueAround)), custom: own.custom };
  };
}

/** An element may take a value from so many around it. */
const MOST_TAKEN = 8;

/** The properties that an element takes from the one around it though they are not inherited, and what is declared with their values. */
const takingOf = memoryOfObjects((declared: Declarations) => {
  const names = [...declared].filter(([name, { value }]) => isTaken(name, value)).map(([name]) => name);
  const known = new Map<string, Declarations>();
  const taken = (values: readonly (string | undefined)[]): Declarations => {
    const key = values.map((value = 'inherit') => value).join('\0');
    const before = known.get(key);
    if (before) return before;
    const whole = new Map(declared);
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (value === undefined) whole.delete(name);
      else whole.set(name, { value, by: declared.get(name)?.by });
    }
    if (known.size < MOST_AROUND) known.set(key, whole);
    return whole;
  };
  return { names, taken };
});

const isTaken = (name: string, value: string): boolean => value === 'inherit' && !INHERITED.has(name);

/** Gives properties the values that the layers below say (CSS Cascade 5, 7.3.5). */
function revert(declared: Map<string, Declared>, { declaration, longhands }: Said, below: Declarations): void {
  for (const name of longhands
    ? longhands.map(([one]) => one)
    : declaration.property === 'all'
      ? [...declared.keys(), ...below.keys()]
      : []) {
    const before = below.get(name);
    if (before) declared.set(name, before);
    else declared.delete(name);
  }
}

const MOST_SAME = 5000;
const MOST_AROUND = 20;
const LONGEST_STYLE = 500;
export type Cascade = ReturnType<typeof createCascade>;

/** Values that win for a part of an element, such as `::before`. */
export function partDeclarations(matches: readonly Match[], screen: ScreenName, custom: Custom): Declarations {
  const declared = new Map<string, Declared>();
  for (const importance of ['normal', 'important'] as const) {
    for (const match of matches) {
      if (!match.rule.on[screen]) continue;
      for (const one of statementOf(match.rule.contents().declarations)[importance])
        apply(declared, one, custom, match);
    }
  }
  return declared;
}

function apply(declared: Map<string, Declared>, said: Said, custom: Custom, by: Match | undefined): void {
  const { declaration, longhands } = said;
  const { property, value } = declaration;
  if (longhands) for (const [name, won] of longhands) set(declared, name, won, by);
  else if (property === 'all') {
    declared.clear();
    set(declared, 'color', value.toLowerCase(), by);
  } else if (!isCustom(declaration)) {
    const shown = withVariables(value, custom);
    // What is invalid with its variables counts as not said.
    const valid = shown === undefined ? undefined : expand(property, shown);
    for (const [name, won] of Object.entries(valid ?? expand(property, 'unset') ?? {}))
      set(declared, name, shown === undefined ? UNKNOWN : won, by);
  }
}

function isCustom({ property }: Declaration): boolean {
  return property.startsWith('--');
}

function set(declared: Map<string, Declared>, name: string, value: string, by: Match | undefined): void {
  // A link has a colour of its own unless it is told to take that around it.
  if (name === 'color' && /^(?:inherit|unset)$/.test(value)) {
    declared.set(name, { value: 'inherit', by });
    return;
  }
  const isNothing = value === 'unset' || value === 'revert' || value === 'revert-layer';
  if (isNothing || value === (INHERITED.has(name) ? 'inherit' : 'initial')) declared.delete(name);
  else declared.set(name, { value, by });
}

/** Declarations of the animations that have come to rest. */
function restingFramesOf(declared: Declarations, sheets: StyleSheets): readonly Declaration[] {
  return animationsOf((property) => declared.get(property)?.value).flatMap((animation) => {
    const keyframes = sheets.keyframesOf(animation.name);
    return keyframes ? restingFrame(animation, keyframes) : [];
  });
}
