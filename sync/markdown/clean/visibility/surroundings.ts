/** Names (`.x`, `#x`) of the elements around an element, as far as selectors ask for them: most of these fail by what is not around. */
import { memory } from '../../memory.ts';
import type { HtmlElement } from '../../parse/tree.ts';

/** So many names are told apart. */
const MOST_NAMES = 1024;

/** A set of names, by their places: one bit for each. */
export type Names = Uint32Array;

/** Finds the names around elements, of those that are asked for. */
export function createSurroundings(
  asked: ReadonlySet<string>,
  parentOf: (element: HtmlElement) => HtmlElement | null,
  namesOfClasses: (classes: string) => readonly string[],
) {
  const places = new Map([...asked].slice(0, MOST_NAMES).map((name, place) => [name, place] as const));
  const placesOf = (names: readonly string[]): readonly number[] => names.flatMap((name) => places.get(name) ?? []);
  const placesOfClasses = memory((classes: string) => placesOf(namesOfClasses(classes)));
  const nothing: Names = new Uint32Array(Math.ceil(places.size / 32));
  /** The names of elements and of those around them. */
  const known = new Map<HtmlElement, Names>();

  const withOwn = ({ attribs }: HtmlElement, around: Names): Names => {
    const { id, class: classes } = attribs;
    const own = classes === undefined ? [] : placesOfClasses(classes);
    const all = id === undefined ? own : [...own, ...placesOf([`#${id}`])];
    return hasAll(around, all) ? around : withAll(around, all);
  };

  return {
    placesOf,
    namesAround: (element: HtmlElement): Names => {
      const chain: HtmlElement[] = [];
      let one = parentOf(element);
      for (; one && !known.has(one); one = parentOf(one)) chain.push(one);
      let names = (one && known.get(one)) ?? nothing;
      for (const outer of chain.toReversed()) {
        names = withOwn(outer, names);
        known.set(outer, names);
      }
      return names;
    },
  };
}

export function hasAll(names: Names, places: readonly number[]): boolean {
  for (const place of places) if ((((names[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 0) return false;
  return true;
}

function withAll(names: Names, places: readonly number[]): Names {
  const all = names.slice();
  for (const place of places) all[place >>> 5] = (all[place >>> 5] ?? 0) | (1 << (place & 31));
  return all;
}
