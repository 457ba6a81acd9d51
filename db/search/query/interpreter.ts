import type { CityRule } from '../../../shared/cities.ts';
import { stem as stemOf } from '../text/stem.ts';
import { isStopWord } from '../text/stop-words.ts';
import type { Term, Analyzer } from '../text/analyzer.ts';
import { fold, words } from '../text/tokenizer.ts';
import { idf } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { MAX_TERMS, type Alternative, type Pass, type QueryTerm } from '../types.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';
import { createQueryCorrector, type QueryWord } from './query-corrector.ts';

/** What a person asks, as the index can look it up. */
export type InterpretedQuery = {
  /** The words that matter, each stem once, in the order in which they were typed; those of a city's name apart. */
  readonly terms: readonly QueryTerm[];
  readonly cityTerms: readonly QueryTerm[];
  /** Slug of the city that the text names. */
  readonly namedCity: string | undefined;
};

/** Understands query texts about pages in these cities. */
export function createQueryInterpreter(options: {
  readonly cities: readonly CityRule[];
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly synonymsOf: (stem: string) => readonly Alternative[];
  readonly correct: SpellingCorrector;
}) {
  const { cities, analyzer, lexicon, pages, synonymsOf, correct } = options;
  const { findCity, cityWord } = createCityFinder(cities);
  const correctUnknown = createQueryCorrector({ analyzer, lexicon, correct, knownAs, cityWord });

  /** The word itself and its synonyms; none when the index knows neither. */
  function knownAs(term: Term): Alternative[] {
    const stem = lexicon.stemNumber(term.stem);
    return [...(stem === undefined ? [] : [{ stem, weight: 1 }]), ...synonymsOf(term.stem)];
  }

  function queryTermOf({ term, alternatives }: QueryWord): QueryTerm {
    const best = alternatives[0];
    return {
      alternatives,
      surface: lexicon.surfaceNumber(term.surface),
      otherNumber: otherNumbers(term.surface)
        .map((surface) => lexicon.surfaceNumber(surface))
        .find((surface) => surface !== undefined && lexicon.stemOfSurface[surface] === best?.stem),
      idf: idf(best ? lexicon.stemPages(best.stem) : 0, pages),
    };
  }

  return function interpret(text: string): InterpretedQuery {
    const read = words(text).map((word) => ({ folded: fold(word.text), term: analyzer.termOf(word.text) }));
    const tells = read.every(({ folded }) => isStopWord(folded)) ? () => true : isContentWord;
    const typed = correctUnknown(
      read.map(({ folded, term }) => ({ folded, term, alternatives: tells({ folded }) ? knownAs(term) : [] })),
    );
    const city = findCity(typed.map((word) => word.folded));
    const named = new Set(city ? typed.slice(city.start, city.end) : []);
    const once = new Map(typed.filter(tells).map((word) => [word.term.stem, word]));
    const terms: QueryTerm[] = [];
    const cityTerms: QueryTerm[] = [];
    for (const word of [...once.values()].slice(0, MAX_TERMS)) {
      (named.has(word) ? cityTerms : terms).push(queryTermOf(word));
    }
    return { terms, cityTerms, namedCity: city?.slug };
  };
}

const isContentWord = ({ folded }: { readonly folded: string }) => !isStopWord(folded);

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

/** The parts of an answer, best first; no page is in two. */
export function passesOf({ terms, cityTerms, namedCity }: InterpretedQuery, city: string | undefined): readonly Pass[] {
  const all = [...terms, ...cityTerms];
  const inNamed: Pass = {
    cities: { only: namedCity ?? '' },
    words: terms,
    // Every page of a city names it; how often says something only when nothing else was asked.
    extras: terms.length === 0 ? cityTerms : [],
    everyPage: true,
  };
  if (city !== undefined && city === namedCity) return [inNamed];
  if (city !== undefined) return [{ cities: { only: city }, words: all, extras: [], everyPage: false }];
  if (namedCity === undefined) return [{ cities: undefined, words: all, extras: [], everyPage: false }];
  return [inNamed, { cities: { except: namedCity }, words: all, extras: [], everyPage: false }];
}
