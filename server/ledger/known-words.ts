import type { Index } from '../../db/index/reader.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import { comparable, type KnownWords } from './question-text.ts';

/** The words of a site and its languages (primary subtags). */
export type SiteWords = KnownWords & { readonly languages: readonly string[] };

/** The words of an index; none while there is no index. */
export function knownWords(content: { readonly index: Index } | undefined): SiteWords {
  if (!content) return { knows: () => false, ownNames: new Set(), languages: [] };
  const { index } = content;
  const { site, company, cities } = index;
  const names = [
    site.name,
    company.brand,
    ...cities.flatMap(({ slug, name, aliases }) => [slug, name].concat(aliases)),
  ];
  const ownNames = new Set(names.flatMap((name) => comparable(name).split(' ')));
  let places: ReadonlySet<string> | undefined;
  const isPlace = (word: string) => (places ??= wordsOfPlaces(index.placeNames)).has(comparable(word));
  return { knows: (word) => index.knowsWord(word) || isPlace(word), ownNames, languages: index.languages };
}

// Words in names of places, folded.
function wordsOfPlaces({ names, mapped = [] }: PlaceNames): ReadonlySet<string> {
  const all = [...names.map(({ name }) => name), ...mapped.flatMap((place) => place.names)];
  return new Set(all.flatMap((name) => comparable(name).split(' ')));
}
