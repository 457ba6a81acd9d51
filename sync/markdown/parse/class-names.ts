/** The classes of a class attribute, in lower case: authors of themes and builders do not agree on theirs. */
export function classNames(attribute: string): readonly string[] {
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** A test of an element's classes; it gives the class that is one of the list, or `undefined`. */
export type ClassMatcher = (classes: readonly string[]) => string | undefined;

/** Characters by which prefixes are looked up; none is shorter. */
const HEAD = 3;

/**
 * Compiles a list of classes. A trailing `*` stands for any ending, and `a.b` for an element that has both classes, as in a
 * CSS compound selector. Case does not count.
 */
export function classMatcher(list: string): ClassMatcher {
  const names = classNames(list);
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
