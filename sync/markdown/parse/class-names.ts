/** A test of class attributes; it gives the class that is one of the list, or `undefined`. */
export type ClassMatcher = (classes: string) => string | undefined;

/**
 * Compiles a list of classes. A trailing `*` stands for any ending, and `a.b` for an element that has both classes, as in a
 * CSS compound selector. Case does not count.
 */
export function classMatcher(list: string): ClassMatcher {
  const names = list.trim().toLowerCase().split(/\s+/);
  const exact = new Set(names.filter((name) => !/[*.]/.test(name)));
  const prefixes = new Set(names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)));
  const lengths = [...new Set([...prefixes].map((prefix) => prefix.length))];
  const compounds = names.filter((name) => name.includes('.')).map((name) => name.split('.'));
  const isListed = (name: string) =>
    exact.has(name) || lengths.some((length) => name.length >= length && prefixes.has(name.slice(0, length)));

  return (classes) => {
    if (classes === '') return undefined;
    const own = classNames(classes.toLowerCase());
    const compound = compounds.find((parts) => parts.every((part) => own.includes(part)));
    return own.find(isListed) ?? compound?.join('.');
  };
}

/** The classes of a class attribute. */
export function classNames(classes: string): readonly string[] {
  return classes.split(/\s+/).filter((name) => name !== '');
}
