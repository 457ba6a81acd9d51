/** Selectors as compounds between combinators (Selectors 4, 3.1), matched from the right to the left. */
import { memory } from '../../memory.ts';
import { isElement } from '../../parse/html.ts';
import type { HtmlElement } from '../../parse/tree.ts';

/** The tree of a page, as selectors walk it. */
export type Tree = {
  readonly parentOf: (element: HtmlElement) => HtmlElement | null;
  /** Counts what is looked at; throws when it is too much. */
  readonly spend: (steps: number) => void;
};

/** One simple selector. */
type Test = (element: HtmlElement, tree: Tree) => boolean;

export type Combinator = 'descendant' | 'child' | 'sibling' | 'adjacent';

export type Compound = {
  readonly tests: readonly Test[];
  /** What stands before it. */
  readonly left?: { readonly combinator: Combinator; readonly compound: Compound };
};

/** A compound fails at one element, or at all those around it as well: then these need not be tried. */
type Outcome = 'matches' | 'fails here' | 'fails above';

export function isMatch(compound: Compound, element: HtmlElement, tree: Tree): boolean {
  return outcomeOf(compound, element, tree) === 'matches';
}

function outcomeOf({ tests, left }: Compound, element: HtmlElement, tree: Tree): Outcome {
  for (const test of tests) if (!test(element, tree)) return 'fails here';
  if (!left) return 'matches';
  const { combinator, compound } = left;
  switch (combinator) {
    case 'descendant':
      for (let one = tree.parentOf(element); one; one = tree.parentOf(one)) {
        const outcome = outcomeOf(compound, one, tree);
        if (outcome !== 'fails here') return outcome;
      }
      return 'fails above';
    case 'child': {
      const parent = tree.parentOf(element);
      return parent ? outcomeOf(compound, parent, tree) : 'fails above';
    }
    case 'sibling':
      for (let one = before(element, tree); one; one = before(one, tree)) {
        const outcome = outcomeOf(compound, one, tree);
        if (outcome !== 'fails here') return outcome;
      }
      return 'fails here';
    case 'adjacent': {
      const one = before(element, tree);
      return one ? outcomeOf(compound, one, tree) : 'fails here';
    }
    default:
      return combinator satisfies never;
  }
}

function before(element: HtmlElement, tree: Tree): HtmlElement | null {
  return next(element, 'prev', tree);
}

function next(element: HtmlElement, side: 'prev' | 'next', tree: Tree): HtmlElement | null {
  for (let one = element[side]; one; one = one[side]) {
    tree.spend(1);
    if (isElement(one)) return one;
  }
  return null;
}

export const hasName =
  (name: string): Test =>
  (element) =>
    element.name === name;

export const hasClass =
  (name: string): Test =>
  ({ attribs }) =>
    attribs['class'] !== undefined && classesOf(attribs['class']).has(name);

const classesOf = memory((classes: string): ReadonlySet<string> => new Set(classes.split(/\s+/)));

/** An attribute, whatever its value; with a value, one that is written so. */
export const hasAttribute =
  (name: string, value?: string): Test =>
  ({ attribs }) =>
    Object.hasOwn(attribs, name) && (value === undefined || attribs[name] === value);

export const isAnyOf =
  (list: readonly Compound[]): Test =>
  (element, tree) =>
    list.some((compound) => {
      tree.spend(1);
      return isMatch(compound, element, tree);
    });

export const isNoneOf = (list: readonly Compound[]): Test => {
  const isAny = isAnyOf(list);
  return (element, tree) => !isAny(element, tree);
};

/** The first or the last child of its parent. */
export const isAtEnd =
  (side: 'prev' | 'next'): Test =>
  (element, tree) =>
    next(element, side, tree) === null;

export const never: Test = () => false;
