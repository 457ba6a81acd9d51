import type { CityRule } from '../../../shared/cities.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { createNameFinder } from './name-finder.ts';

/** Creates a gazetteer of cities that finds their slugs, names and aliases in a folded query. */
export function createCityFinder(cities: readonly CityRule[], { words, fold, stemOf }: Analyzer) {
  const slugOf = new Map<string, string>();
  for (const { slug, name, aliases } of cities) {
    for (const key of [slug, name, ...aliases].map(nameKey)) if (key !== '' && !slugOf.has(key)) slugOf.set(key, slug);
  }
  const findNames = createNameFinder(slugOf);

  const nameWords = [...slugOf.keys()].flatMap((name) => name.split(' '));
  const wordOf = new Map(nameWords.map((word) => [stemOf(word), word]));
  for (const word of nameWords) wordOf.set(word, word);

  // Returns the longest city name, and the last of equal length.
  function findCity(folded: readonly string[]): { slug: string; start: number; end: number } | undefined {
    const [city] = findNames(folded);
    return city && { slug: city.value, start: city.start, end: city.end };
  }

  // Returns a word of a city name by the folded word or its stem.
  const cityWord = (folded: string): string | undefined => wordOf.get(folded);

  const isCity = (folded: string): boolean => slugOf.has(folded);

  function nameKey(name: string): string {
    return words(name)
      .map((word) => fold(word.text))
      .join(' ');
  }

  return { findCity, cityWord, isCity };
}
