import type { CityRule } from '../../../shared/cities.ts';
import { stem as stemOf } from '../text/stem.ts';
import { isStopWord } from '../text/stop-words.ts';
import type { Term, Terms } from '../text/terms.ts';
import { fold, words } from '../text/words.ts';
import { rarity } from '../match/impact.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Correct } from './spelling.ts';
import { createMender, type Typed } from './unknown-words.ts';

/** A stem that may stand for a word of the query, and how much it counts: 1 for the word itself, less for others. */
export type Alternative = { readonly stem: number; readonly weight: number };

/** One word of the query, as the index knows it. */
export type Concept = {
  /** Heaviest first; none when nothing in the index is like the word. */
  readonly alternatives: readonly Alternative[];
  /** The word as typed, when the index holds it like that. */
  readonly surface: number | undefined;
  /** The same word in the other number, singular or plural, when the index holds it. */
  readonly otherNumber: number | undefined;
  /** How much the word tells. */
  readonly rarity: number;
};

/** What a person asks, as the index can look it up. */
export type Plan = {
  /** The words that matter, each stem once, in the order in which they were typed; those of a city's name apart. */
  readonly concepts: readonly Concept[];
  readonly cityConcepts: readonly Concept[];
  /** Slug of the city that the text names. */
  readonly namedCity: string | undefined;
};

/** Words of a query beyond these are not looked for; the longest query that is allowed has fewer. */
export const MOST_WORDS = 128;

/** Understands query texts about pages in these cities. */
export function createPlanner(options: {
  readonly cities: readonly CityRule[];
  readonly terms: Terms;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly synonymsOf: (stem: string) => readonly Alternative[];
  readonly correct: Correct;
}) {
  const { cities, terms, lexicon, pages, synonymsOf, correct } = options;
  const { findCity, cityWord } = createCityFinder(cities);
  const mend = createMender({ terms, lexicon, correct, knownAs, cityWord });

  /** The word itself and its synonyms; none when the index knows neither. */
  function knownAs(term: Term): Alternative[] {
    const stem = lexicon.stemNumber(term.stem);
    return [...(stem === undefined ? [] : [{ stem, weight: 1 }]), ...synonymsOf(term.stem)];
  }

  function conceptOf({ term, alternatives }: Typed): Concept {
    const best = alternatives[0];
    return {
      alternatives,
      surface: lexicon.surfaceNumber(term.surface),
      otherNumber: otherNumbers(term.surface)
        .map((surface) => lexicon.surfaceNumber(surface))
        .find((surface) => surface !== undefined && lexicon.stemOfSurface[surface] === best?.stem),
      rarity: rarity(best ? lexicon.stemPages(best.stem) : 0, pages),
    };
  }

  return function plan(text: string): Plan {
    const read = words(text).map((word) => ({ folded: fold(word.text), term: terms.termOf(word.text) }));
    const tells = read.every(({ folded }) => isStopWord(folded)) ? () => true : isTelling;
    const typed = mend(
      read.map(({ folded, term }) => ({ folded, term, alternatives: tells({ folded }) ? knownAs(term) : [] })),
    );
    const city = findCity(typed.map((word) => word.folded));
    const named = new Set(city ? typed.slice(city.start, city.end) : []);
    const once = new Map(typed.filter(tells).map((word) => [word.term.stem, word]));
    const concepts: Concept[] = [];
    const cityConcepts: Concept[] = [];
    for (const word of [...once.values()].slice(0, MOST_WORDS)) {
      (named.has(word) ? cityConcepts : concepts).push(conceptOf(word));
    }
    return { concepts, cityConcepts, namedCity: city?.slug };
  };
}

const isTelling = ({ folded }: { readonly folded: string }) => !isStopWord(folded);

/** A word in the singular and the plural, as far as its ending tells. */
function otherNumbers(word: string): readonly string[] {
  if (word.endsWith('s')) return [word.slice(0, -1), word.slice(0, -2)];
  return [`${word}s`, `${word}es`];
}

/** Knows the names of cities. */
function createCityFinder(cities: readonly CityRule[]) {
  const slugOf = new Map<string, string>();
  for (const { slug, name, aliases } of cities) {
    for (const key of [slug, name, ...aliases].map(nameKey)) if (key !== '' && !slugOf.has(key)) slugOf.set(key, slug);
  }
  const longest = Math.max(0, ...[...slugOf.keys()].map((name) => name.split(' ').length));

  const wordOf = new Map([...slugOf.keys()].flatMap((name) => name.split(' ')).map((word) => [stemOf(word), word]));
  for (const name of slugOf.keys()) for (const word of name.split(' ')) wordOf.set(word, word);

  /** The longest city name among folded words; among equals, the last one. */
  function findCity(folded: readonly string[]): { slug: string; start: number; end: number } | undefined {
    for (let length = Math.min(longest, folded.length); length > 0; length--) {
      for (let start = folded.length - length; start >= 0; start--) {
        const slug = slugOf.get(folded.slice(start, start + length).join(' '));
        if (slug !== undefined) return { slug, start, end: start + length };
      }
    }
    return undefined;
  }

  /** The word of a city's name that is written like this, or has this stem. */
  const cityWord = (folded: string): string | undefined => wordOf.get(folded);

  return { findCity, cityWord };
}

function nameKey(name: string): string {
  return words(name)
    .map((word) => fold(word.text))
    .join(' ');
}

/** One part of an answer: pages of these cities, better than every page of the parts after it. */
export type Pass = {
  readonly cities: { readonly only: string } | { readonly except: string } | undefined;
  /** Pages with all of these come before pages with some of them. */
  readonly words: readonly Concept[];
  /** These help a page's score, and that is all. */
  readonly extras: readonly Concept[];
  /** Whether pages with none of the words match as well. */
  readonly everyPage: boolean;
};

/** The parts of an answer, best first; no page is in two. */
export function passesOf({ concepts, cityConcepts, namedCity }: Plan, city: string | undefined): readonly Pass[] {
  const all = [...concepts, ...cityConcepts];
  const inNamed: Pass = {
    cities: { only: namedCity ?? '' },
    words: concepts,
    // Every page of a city names it; how often says something only when nothing else was asked.
    extras: concepts.length === 0 ? cityConcepts : [],
    everyPage: true,
  };
  if (city !== undefined && city === namedCity) return [inNamed];
  if (city !== undefined) return [{ cities: { only: city }, words: all, extras: [], everyPage: false }];
  if (namedCity === undefined) return [{ cities: undefined, words: all, extras: [], everyPage: false }];
  return [inNamed, { cities: { except: namedCity }, words: all, extras: [], everyPage: false }];
}
