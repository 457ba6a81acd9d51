import { memory, memoryOfObjects } from '../memory.ts';

/** The names in an attribute, in lower case: authors of themes and builders do not agree on theirs. */
export function namesIn(attribute: string): readonly string[] {
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** The classes of a class attribute, as `namesIn`; the same list for the same attribute. */
export const classNames: (attribute: string) => readonly string[] = memory(namesIn);

/** A test of an element's classes; it gives the class that is one of the list, or `undefined`. */
export type ClassMatcher = (classes: readonly string[]) => string | undefined;

/** Characters by which prefixes are looked up; none is shorter. */
const HEAD = 3;

/**
 * Compiles a list of names. A trailing `*` stands for any ending, and `a.b` for an element that has both classes, as in a
 * CSS compound selector. Case does not count.
 */
export function nameMatcher(list: string): ClassMatcher {
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

/** As `nameMatcher`, for the classes of elements; of each list of `classNames` the answer is remembered. */
export function classMatcher(list: string): ClassMatcher {
  const match = nameMatcher(list);
  const answer = memoryOfObjects((classes: readonly string[]) => match(classes) ?? '');
  return (classes) => (classes.length === 0 ? undefined : answer(classes) || undefined);
}

/** A test of classes by a pattern, remembered as by `classMatcher`. */
export function classTest(pattern: RegExp): (classes: readonly string[]) => boolean {
  const answer = memoryOfObjects((classes: readonly string[]) => pattern.test(classes.join(' ')));
  return (classes) => classes.length > 0 && answer(classes);
}
