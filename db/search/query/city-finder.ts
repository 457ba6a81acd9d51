import type { CityRule } from '../../../shared/cities.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { createNameFinder } from './name-finder.ts';

/** Gazetteer of these cities: recognizes their slugs, names and aliases among folded words. */
export function createCityFinder(cities: readonly CityRule[], { words, fold, stemOf }: Analyzer) {
  const slugOf = new Map<string, string>();
  for (const { slug, name, aliases } of cities) {
    for (const key of [slug, name, ...aliases].map(nameKey)) if (key !== '' && !slugOf.has(key)) slugOf.set(key, slug);
  }
  const findNames = createNameFinder(slugOf);

  const nameWords = [...slugOf.keys()].flatMap((name) => name.split(' '));
  const wordOf = new Map(nameWords.map((word) => [stemOf(word), word]));
  for (const word of nameWords) wordOf.set(word, word);

  /** The longest city name among folded words; among equals, the last one. */
  function findCity(folded: readonly string[]): { slug: string; start: number; end: number } | undefined {
    const [city] = findNames(folded);
    return city && { slug: city.value, start: city.start, end: city.end };
  }

  /** The word of a city's name that is written like this, or has this stem. */
  const cityWord = (folded: string): string | undefined => wordOf.get(folded);

  /** True for a folded word that is the whole name of a city. */
  const isCity = (folded: string): boolean => slugOf.has(folded);

  function nameKey(name: string): string {
    return words(name)
      .map((word) => fold(word.text))
      .join(' ');
  }

  return { findCity, cityWord, isCity };
}
