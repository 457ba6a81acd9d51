import { memory } from '../memory.ts';

/** The names in an attribute, in lower case: authors of themes and builders do not agree on theirs. */
export function namesIn(attribute: string): readonly string[] {
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** The classes of an element, with what was asked of them: elements with the same attribute have the same list. */
export type ClassList = readonly string[] & {
  readonly answers: unknown[];
  /** The classes as they are written, without duplicates, as `.name`: by these an index of style rules is searched. */
  readonly keys: readonly string[];
};

/** The classes of a class attribute, as `namesIn`. */
export const classNames: (attribute: string) => ClassList = memory((attribute) =>
  Object.assign(namesIn(attribute), {
    answers: [],
    keys: [...new Set(attribute.match(/[^\t\n\f\r ]+/g))].map((name) => `.${name}`),
  }),
);

export const NO_CLASSES = classNames('');

/** A question about the classes of an element, answered once for each list. */
export function askedOfClasses<Answer extends boolean | string>(
  ask: (classes: readonly string[]) => Answer,
): (classes: ClassList) => Answer {
  const place = questions++;
  // Only this question's answers are in its place.
  return (classes) => (classes.answers[place] ??= ask(classes)) as Answer;
}
let questions = 0;

type NameMatcher = (names: readonly string[]) => string | undefined;
/** A test of an element's classes; it gives the class that is one of the list, or `undefined`. */
export type ClassMatcher = (classes: ClassList) => string | undefined;

/** Characters by which prefixes are looked up; none is shorter. */
const HEAD = 3;

/**
 * Compiles a list of names. A trailing `*` stands for any ending, and `a.b` for an element that has both classes, as in a
 * CSS compound selector. Case does not count.
 */
export function nameMatcher(list: string): NameMatcher {
  const names = namesIn(list);
  const exact = new Set(names.filter((name) => !/[*.]/.test(name)));
  const prefixes = Map.groupBy(
    names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
    (prefix) => prefix.slice(0, HEAD),
  );
  const compounds = names.filter((name) => name.includes('.')).map((name) => name.split('.'));
  const isListed = (name: string) =>
    exact.has(name) || (prefixes.get(name.slice(0, HEAD))?.some((prefix) => name.startsWith(prefix)) ?? false);
  return (classes) => {
    for (const name of classes) if (isListed(name)) return name;
    if (classes.length < 2) return undefined;
    return compounds.find((parts) => parts.every((part) => classes.includes(part)))?.join('.');
  };
}

/** As `nameMatcher`, for the classes of elements. */
export function classMatcher(list: string): ClassMatcher {
  const match = nameMatcher(list);
  const answer = askedOfClasses((classes) => match(classes) ?? '');
  return (classes) => (classes.length === 0 ? undefined : answer(classes) || undefined);
}

/** A test of classes by a pattern. */
export function classTest(pattern: RegExp): (classes: ClassList) => boolean {
  const answer = askedOfClasses((classes) => pattern.test(classes.join(' ')));
  return (classes) => classes.length > 0 && answer(classes);
}
