import { memory } from '../memory.ts';

/** Parses the names of an attribute in lower case, because themes and builders differ in case. */
export function namesIn(attribute: string): readonly string[] {
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** Classes of an element, with cached results of tests. Elements with the same attribute share an object. */
export type ClassList = readonly string[] & {
  readonly answers: unknown[];
  /** Distinct classes in original case, as `.name`: the index keys of style rules. */
  readonly keys: readonly string[];
};

/** Parses a class attribute as `namesIn`, with a cache. */
export const classNames: (attribute: string) => ClassList = memory((attribute) =>
  Object.assign(namesIn(attribute), {
    answers: [],
    keys: [...new Set(attribute.match(/[^\t\n\f\r ]+/g))].map((name) => `.${name}`),
  }),
);

export const NO_CLASSES = classNames('');

/** Creates a test of classes with cached results: each class list is tested once. */
export function askedOfClasses<Answer extends boolean | string>(
  test: (classes: readonly string[]) => Answer,
): (classes: ClassList) => Answer {
  const place = tests++;
  // `answers[place]` only has results of this test.
  return (classes) => (classes.answers[place] ??= test(classes)) as Answer;
}
let tests = 0;

type NameMatcher = (names: readonly string[]) => string | undefined;
/** Tests the classes of an element. Returns the class that matches a list, or `undefined`. */
export type ClassMatcher = (classes: ClassList) => string | undefined;

// Characters of the index key of prefixes; no prefix is shorter.
const HEAD = 3;

/**
 * Compiles a list of names, ignoring case. A trailing `*` matches any suffix. `a.b` matches an element with both
 * classes, as a CSS compound selector.
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

/** Compiles a list of names as `nameMatcher`, for the classes of elements. */
export function classMatcher(list: string): ClassMatcher {
  const match = nameMatcher(list);
  const answer = askedOfClasses((classes) => match(classes) ?? '');
  return (classes) => (classes.length === 0 ? undefined : answer(classes) || undefined);
}

/** Compiles a pattern to a test for a class that matches it. */
export const anyClass = (pattern: RegExp): ((classes: ClassList) => boolean) =>
  askedOfClasses((classes) => classes.some((name) => pattern.test(name)));

/** Compiles a pattern to a test of all classes, with spaces between them. */
export function classTest(pattern: RegExp): (classes: ClassList) => boolean {
  const answer = askedOfClasses((classes) => pattern.test(classes.join(' ')));
  return (classes) => classes.length > 0 && answer(classes);
}
