import type { CityRule } from '../../shared/cities.ts';
import { isStopWord } from '../../shared/text/stop-words.ts';
import type { Term, Terms } from '../../shared/text/terms.ts';
import { fold, words } from '../../shared/text/words.ts';

/** What a person asks, as the index can look it up. */
export type Query = {
  /** The words that matter, each stem once, in the order they were typed. */
  readonly terms: readonly Term[];
  /** Slug of the city that the text names. */
  readonly namedCity: string | undefined;
  /** Stems of the words that name it. */
  readonly cityStems: ReadonlySet<string>;
};

/** Understands query texts about pages in these cities. */
export function createQueries(cities: readonly CityRule[], terms: Terms) {
  const cityOf = new Map<string, string>();
  for (const { slug, name, aliases } of cities) {
    for (const words of [slug, name, ...aliases].map(cityKey)) {
      if (words !== '' && !cityOf.has(words)) cityOf.set(words, slug);
    }
  }
  const longest = Math.max(0, ...[...cityOf.keys()].map((name) => name.split(' ').length));

  /** The longest city name among the words; among equals, the last one. */
  function findCity(folded: readonly string[]): { slug: string; start: number; end: number } | undefined {
    for (let length = Math.min(longest, folded.length); length > 0; length--) {
      for (let start = folded.length - length; start >= 0; start--) {
        const slug = cityOf.get(folded.slice(start, start + length).join(' '));
        if (slug !== undefined) return { slug, start, end: start + length };
      }
    }
    return undefined;
  }

  return function readQuery(text: string): Query {
    const typed = words(text).map((word) => ({ folded: fold(word.text), term: terms.termOf(word.text) }));
    const city = findCity(typed.map((word) => word.folded));
    const telling = typed.filter((word) => !isStopWord(word.folded));
    const kept = telling.length > 0 ? telling : typed;
    return {
      terms: [...new Map(kept.map(({ term }) => [term.stem, term])).values()],
      namedCity: city?.slug,
      cityStems: new Set(city ? typed.slice(city.start, city.end).map(({ term }) => term.stem) : []),
    };
  };
}

function cityKey(name: string): string {
  return words(name)
    .map((word) => fold(word.text))
    .join(' ');
}
