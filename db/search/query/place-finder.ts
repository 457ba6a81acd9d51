import type { PlaceNames } from '../../../shared/place-names.ts';
import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { WordForms } from '../storage/word-forms.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import { createNameFinder } from './name-finder.ts';
import type { QueryWord } from './query-corrector.ts';

/**
 * A place among the words of a query: a city, a part of one (a district, a village nearby, a post code), or a place where the
 * company does not work, whose `city` is empty.
 */
export type FoundPlace = {
  readonly kind: 'city' | 'part' | 'elsewhere';
  readonly city: string;
  readonly start: number;
  readonly end: number;
};

type Word = { readonly folded: string; readonly term: Term };

type Span = { readonly slug: string; readonly start: number; readonly end: number };

/** A name in a query that may be of a place, and the city that it would mean. */
type Candidate = { readonly city: string; readonly isSaid: boolean };

/** The names that may be of a place, by their folded words; yields every few names. */
export function* placeCandidates({ names }: PlaceNames, { words, fold }: Analyzer): Slices<PlaceCandidates> {
  const candidates = new Map<string, Candidate>();
  for (const [at, { name, city, isSaid }] of names.entries()) {
    if (at % SLICE === 0) yield;
    const key = words(name)
      .map((word) => fold(word.text))
      .join(' ');
    if (key !== '' && !candidates.has(key)) candidates.set(key, { city, isSaid });
  }
  return candidates;
}
export type PlaceCandidates = ReadonlyMap<string, Candidate>;
const SLICE = 100;

/** Finds the place that a query names; cities before their parts. */
export function createPlaceFinder(options: {
  readonly placeNames: PlaceNames;
  readonly candidates: PlaceCandidates;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly wordForms: WordForms;
  readonly findCity: (folded: readonly string[]) => Span | undefined;
}) {
  const { placeNames, candidates, lexicon, wordForms, findCity } = options;
  const { isStopWord, isPlacePreposition } = options.analyzer;
  const { postCodes, postCodeDigits } = placeNames;
  const findNames = createNameFinder(candidates);

  const isHeld = ({ term }: Word): boolean => lexicon.stemOrdinal(term.stem) !== undefined;

  /** False for what may as well be a word: `pinto` is a town only after a preposition. */
  function isCertain(name: readonly Word[], { isSaid }: Candidate, before: Word | undefined): boolean {
    if (before && isPlacePreposition(before.folded)) return true;
    const telling = name.filter(({ folded }) => !isStopWord(folded));
    if (telling.length !== 1) return telling.length > 1;
    return telling.every((word) => !wordForms.isCommonWord(word.folded) && (isSaid || !isHeld(word)));
  }

  function placeOf(named: readonly Word[], candidate: Candidate, start: number): FoundPlace | undefined {
    const end = start + named.length;
    if (candidate.city !== '') return { kind: 'part', city: candidate.city, start, end };
    // Pages that name such a place say more of it than the map.
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
      if (folded.length !== postCodeDigits || !/^\d+$/.test(folded)) continue;
      for (let length = folded.length; length > 0; length--) {
        const city = postCodes[folded.slice(0, length)];
        if (city === undefined) continue;
        const isAfterPreposition = isPlacePreposition(query[start - 1]?.folded ?? '');
        if (city !== '') return { kind: 'part', city, start, end: start + 1 };
        // It may be a price, or a number of anything else.
        if (isAfterPreposition) return { kind: 'elsewhere', city, start, end: start + 1 };
      }
    }
    return undefined;
  }

  /** A word behind a preposition that neither the index nor the language knows: the name of a place that no map has. */
  function findUnknown(query: readonly QueryWord[]): FoundPlace | undefined {
    const start = query.findLastIndex(({ folded, alternatives, isGuess }, at) => {
      if (alternatives.length > 0 && !isGuess) return false;
      const isName = !/\d/.test(folded) && !isStopWord(folded) && !wordForms.isCommonWord(folded);
      return isName && isPlacePreposition(query[at - 1]?.folded ?? '');
    });
    return start < 0 ? undefined : { kind: 'elsewhere', city: '', start, end: start + 1 };
  }

  /** The place that words name, those of a misspelt name corrected. */
  function findPlace(query: readonly Word[]): FoundPlace | undefined {
    const folded = query.map((word) => word.folded);
    const city = findCity(folded);
    if (city) return { kind: 'city', city: city.slug, start: city.start, end: city.end };
    return findName(query, folded) ?? findPostCode(query);
  }

  return { findPlace, findUnknown };
}
