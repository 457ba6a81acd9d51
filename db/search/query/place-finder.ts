import type { CityRule } from '../../../shared/cities.ts';
import type { PlaceNames } from '../../../shared/place-names.ts';
import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';

/**
 * A place in a query: a city, or a part of a city (a district, a village nearby, a post code). A place outside the
 * service area has an empty `city`.
 */
export type FoundPlace = {
  readonly kind: 'city' | 'part' | 'elsewhere';
  readonly city: string;
  readonly start: number;
  readonly end: number;
};

type Word = { readonly folded: string; readonly term: Term };

type Span = { readonly slug: string; readonly start: number; readonly end: number };

// A possible place name, and its city.
type Candidate = { readonly city: string; readonly isSaid: boolean; readonly isArea: boolean };

/** Returns possible place names by their folded words; yields every few names. */
export function* placeCandidates({ names, mapped = [] }: PlaceNames, analyzer: Analyzer): Slices<PlaceCandidates> {
  const { words, fold } = analyzer;
  const candidates = new Map<string, Candidate>();
  const groups = [
    ...names.map(({ name, city, isSaid, isArea = false }) => ({ candidate: { city, isSaid, isArea }, names: [name] })),
    ...mapped.map(({ city, isArea, names: its }) => ({ candidate: { city, isSaid: false, isArea }, names: its })),
  ];
  let taken = 0;
  for (const { candidate, names: its } of groups) {
    for (const name of its) {
      if (taken++ % SLICE === 0) yield;
      const key = words(name)
        .map((word) => fold(word.text))
        .join(' ');
      if (key !== '' && !candidates.has(key)) candidates.set(key, candidate);
    }
  }
  return candidates;
}
export type PlaceCandidates = ReadonlyMap<string, Candidate>;
const SLICE = 100;

/** Creates a finder of the place that a query names; cities take precedence over their parts. */
export function createPlaceFinder(options: {
  readonly cities: readonly CityRule[];
  readonly placeNames: PlaceNames;
  readonly candidates: PlaceCandidates;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly findCity: (folded: readonly string[]) => Span | undefined;
  readonly synonymsOf: (term: Term) => readonly unknown[];
}) {
  const { cities, placeNames, candidates, analyzer, lexicon, findCity, synonymsOf } = options;
  const { isStopWord, isPlacePreposition, isKnownPlacePreposition } = analyzer;
  const { postCodes, postCodeDigits } = placeNames;
  const findNames = createNameFinder(candidates);

  const isHeld = ({ term }: Pick<Word, 'term'>): boolean => lexicon.stemOrdinal(term.stem) !== undefined;

  // True for a word of the vocabulary with synonyms in the index.
  const isThing = ({ term }: Word): boolean => synonymsOf(term).length > 0;

  // Cities with a page, or with their name on a page.
  const served = new Set(
    cities.filter(({ slug, name, aliases }) => [slug, name, ...aliases].some(isHeldName)).map(({ slug }) => slug),
  );

  // Stems of all names of a city. A foreign name may have the same stem as a name on the pages (_Barcelone_).
  const ownStems = new Map(
    cities.map(({ slug, name, aliases }) => [
      slug,
      new Set(
        [slug, name, ...aliases].flatMap((spelling) =>
          analyzer.words(spelling).map(({ text }) => analyzer.termOf(text).stem),
        ),
      ),
    ]),
  );

  function isHeldName(name: string): boolean {
    const contentWords = analyzer.words(name).filter(({ text }) => !isStopWord(analyzer.fold(text)));
    return contentWords.length > 0 && contentWords.every(({ text }) => isHeld({ term: analyzer.termOf(text) }));
  }

  // False for a name that may be a common word: `pinto` is a town only after a preposition. `navarra` is the province
  // if the word is missing from the index.
  function isCertain(name: readonly Word[], { city, isSaid, isArea }: Candidate, before: Word | undefined): boolean {
    if (before && isPlacePreposition(before.folded)) return true;
    // *Peste a alcantarilla* is a smell, although Alcantarilla is a town.
    if (before && isKnownPlacePreposition(before.folded) && !name.some(isThing)) return true;
    const contentWords = name.filter(({ folded }) => !isStopWord(folded));
    if (contentWords.length !== 1) return contentWords.length > 1;
    const isOwnName = ({ term }: Word): boolean => ownStems.get(city)?.has(term.stem) === true;
    return contentWords.every((word) => isSaid || (isArea && isOwnName(word)) || (!isHeld(word) && !isThing(word)));
  }

  function placeOf(named: readonly Word[], candidate: Candidate, start: number): FoundPlace | undefined {
    const end = start + named.length;
    if (candidate.city !== '') return { kind: 'part', city: candidate.city, start, end };
    // A place outside the service area that pages name is searched in their text.
    const isNamed = named.every((word) => isStopWord(word.folded) || isHeld(word));
    return isNamed ? undefined : { kind: 'elsewhere', city: '', start, end };
  }

  function findName(query: readonly Word[], folded: readonly string[]): FoundPlace | undefined {
    for (const { value: candidate, start, end } of findNames(folded)) {
      const named = query.slice(start, end);
      const place = isCertain(named, candidate, query[start - 1]) ? placeOf(named, candidate, start) : undefined;
      if (place) return place;
    }
    return undefined;
  }

  function findPostCode(query: readonly Word[]): FoundPlace | undefined {
    for (const [start, { folded }] of query.entries()) {
      const city = cityOfPostCode(folded);
      if (city === undefined) continue;
      const isAfterPreposition = isPlacePreposition(query[start - 1]?.folded ?? '');
      if (city !== '') return { kind: 'part', city, start, end: start + 1 };
      // A number without a preposition may be a price.
      if (isAfterPreposition) return { kind: 'elsewhere', city, start, end: start + 1 };
    }
    return undefined;
  }

  // Returns the city of a complete post code, an empty string outside the service area, and `undefined` without a post
  // code.
  function cityOfPostCode(folded: string): string | undefined {
    if (folded.length !== postCodeDigits || !/^\d+$/.test(folded)) return undefined;
    for (let length = folded.length; length > 0; length--) {
      const city = postCodes[folded.slice(0, length)];
      if (city !== undefined) return city;
    }
    return undefined;
  }

  // Includes a post code beside the name of its city: `28013 Madrid`.
  function withPostCode({ slug, start, end }: Span, folded: readonly string[]): Pick<Span, 'start' | 'end'> {
    const isOwn = (at: number) => cityOfPostCode(folded[at] ?? '') === slug;
    return { start: isOwn(start - 1) ? start - 1 : start, end: isOwn(end) ? end + 1 : end };
  }

  // Returns the place of a query, also after the correction of a misspelt name.
  function findPlace(query: readonly Word[]): FoundPlace | undefined {
    const folded = query.map((word) => word.folded);
    const city = findCity(folded);
    if (city && !served.has(city.slug)) return { ...city, kind: 'elsewhere', city: '' };
    if (city) return { ...withPostCode(city, folded), kind: 'city', city: city.slug };
    return findName(query, folded) ?? findPostCode(query);
  }

  return findPlace;
}

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

  function nameKey(name: string): string {
    return words(name)
      .map((word) => fold(word.text))
      .join(' ');
  }

  return { findCity, cityWord };
}

type FoundName<Value> = { readonly value: Value; readonly start: number; readonly end: number };

type Name<Value> = { readonly words: readonly string[]; readonly value: Value };

// Creates a finder of names in a folded query. A name is a string of words separated by spaces.
function createNameFinder<Value>(names: ReadonlyMap<string, Value>) {
  const byFirstWord = new Map<string, Name<Value>[]>();
  for (const [name, value] of names) {
    const words = name.split(' ');
    const first = words[0] ?? '';
    const others = byFirstWord.get(first);
    if (others) others.push({ words, value });
    else byFirstWord.set(first, [{ words, value }]);
  }

  // Returns the names in the query, the longest first, and the last of equal length first.
  return function findNames(folded: readonly string[]): readonly FoundName<Value>[] {
    const found: FoundName<Value>[] = [];
    for (let start = 0; start < folded.length; start++) {
      for (const { words, value } of byFirstWord.get(folded[start] as string) ?? []) {
        if (words.every((word, at) => folded[start + at] === word))
          found.push({ value, start, end: start + words.length });
      }
    }
    if (found.length < 2) return found;
    return found.toSorted((a, b) => b.end - b.start - (a.end - a.start) || b.start - a.start);
  };
}
