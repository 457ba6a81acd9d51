import type { CityRule } from '../../../shared/cities.ts';
import type { PlaceNames } from '../../../shared/place-names.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Term, Analyzer } from '../text/analyzer.ts';
import { PACKS } from '../text/languages/packs.ts';
import { otherLanguageOf } from '../text/languages/query-language.ts';
import { mayHavePieces, piecesOf } from '../text/pieces.ts';
import { MAX_TERMS, type Alternative, type QueryTerm } from '../types.ts';
import { createCityFinder, createPlaceFinder, type FoundPlace, type PlaceCandidates } from './place-finder.ts';
import { createQueryCorrector } from './query-corrector.ts';
import type { QueryTerms, QueryWord } from './query-terms.ts';
import { createReadings, type Readings } from './readings.ts';
import type { ReadSaying } from './sayings.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';

/** A word of the query after correction, and its role in the search. */
export type InterpretedWord = { readonly word: QueryWord; readonly role: 'term' | 'city' | 'stop_word' };

type SoughtWord = { readonly word: QueryWord; readonly role: InterpretedWord['role'] | 'piece' };

const asPiece = (piece: QueryWord, { typed, isSaid }: QueryWord): SoughtWord => ({
  word: { ...piece, typed, isSaid, reading: 'typed' },
  role: 'piece',
});

/** A query resolved against the index. */
export type InterpretedQuery = Readings & {
  /** All words in order, including words that are not searched. */
  readonly words: readonly InterpretedWord[];
  /** Query terms, each stem once, in the order of the query; `cityTerms` are the terms of a city name. */
  readonly terms: readonly QueryTerm[];
  readonly cityTerms: readonly QueryTerm[];
  /** Slug of the city of a place name in the query. */
  readonly namedCity: string | undefined;
  readonly place: FoundPlace | undefined;
  /** Folded words of the query without a certain match in the index. */
  readonly unmatched: readonly string[];
  /** False if no word has a match in the index. */
  readonly isAnswerable: boolean;
  /** Share of words that are stop words, or have their stem in the index. */
  readonly familiarity: number;
  /** Share of words that are stop words, or have their surface form in the index; computed on demand. */
  readonly exactness: () => number;
  /** Language of the query (primary subtag) if it certainly differs from the language of the index. */
  readonly otherLanguage: string | undefined;
};

const hasMatch = (words: readonly QueryWord[]): boolean =>
  words.some(({ isStopWord, alternatives }) => !isStopWord && alternatives.length > 0);

const NO_NAMES: readonly string[] = [];

const toFolded = ({ folded }: { readonly folded: string }): string => folded;

/** Creates an interpreter of query strings: tokenization, stop words, correction, place names, expansion by synonyms. */
export function createQueryInterpreter(options: {
  readonly cities: readonly CityRule[];
  readonly placeNames: PlaceNames;
  readonly candidates: PlaceCandidates;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly synonymsOf: (term: Term) => readonly Alternative[];
  readonly queryTerms: QueryTerms;
  readonly readSaying: ReadSaying;
  readonly correct: SpellingCorrector;
  /** True for words of trades, which are not misspelt. */
  readonly isThing: (word: string) => boolean;
}) {
  const { cities, placeNames, candidates, analyzer, lexicon, synonymsOf, queryTerms, readSaying } = options;
  const { words, fold } = analyzer;
  const { findCity, cityWord } = createCityFinder(cities, analyzer);
  const findPlace = createPlaceFinder({ cities, placeNames, candidates, analyzer, lexicon, findCity, synonymsOf });
  const readingsOf = createReadings(lexicon, analyzer);
  const { expand, wordOf, usualForm, queryTermOf, cityTermOf } = queryTerms;
  const correctUnknown = createQueryCorrector({ ...options, cityWord });

  // A repeated word has separate objects, because corrections and their reports compare words by identity.
  const occurrenceOf = (text: string): QueryWord => ({ ...wordOf(text), typed: [text] });

  // Tokenizes a query. Removes stop words of a different query language, unless all matches are among them.
  function read(text: string) {
    const typed = words(text).map((word) => occurrenceOf(word.text));
    const missing = typed.filter(({ isStopWord, isHeld }) => !isStopWord && !isHeld);
    const mayBeForeign = missing.length > 0 && typed.some(({ isForeign }) => isForeign);
    const otherLanguage = mayBeForeign
      ? otherLanguageOf(typed.map(toFolded), missing.map(toFolded), analyzer.language)
      : undefined;
    const stopWords = otherLanguage === undefined ? undefined : PACKS[otherLanguage]?.stopWords;
    const contentful = stopWords ? typed.filter((word) => !stopWords.has(word.folded)) : typed;
    const familiarity = typed.length === 0 ? 0 : (typed.length - missing.length) / typed.length;
    const isExact = ({ isStopWord, term }: QueryWord) => isStopWord || usualForm(term) !== undefined;
    const exactness = () => typed.filter(isExact).length / Math.max(1, typed.length);
    const meant = readSaying(contentful, wordOf);
    const isLost = contentful.length === 0 || (!hasMatch(meant) && hasMatch(typed));
    return { typed: isLost ? readSaying(typed, wordOf) : meant, familiarity, exactness, otherLanguage };
  }

  function interpret(text: string): InterpretedQuery {
    const { typed, familiarity, exactness, otherLanguage } = read(text);
    // A query that contains only stop words is searched as typed.
    const hasContent = typed.some(({ isStopWord }) => !isStopWord);
    const expanded = hasContent ? typed : typed.map(asContent);
    const typedPlace = findPlace(typed);
    const correctedWords = correctUnknown(expanded, typedPlace);
    const place = correctedWords === expanded ? typedPlace : findPlace(correctedWords);
    const named = place ? correctedWords.slice(place.start, place.end).map(toFolded) : NO_NAMES;
    const interpreted = correctedWords.map((word, at): InterpretedWord => {
      const isNamed = place !== undefined && at >= place.start && at < place.end;
      // A repeated name is the same place.
      const isOfCity = isNamed || (!word.isStopWord && named.includes(word.folded));
      return { word, role: hasContent && word.isStopWord ? 'stop_word' : isOfCity ? 'city' : 'term' };
    });
    const byStem = new Map<string, SoughtWord>();
    for (const sought of withPieces(interpreted)) {
      const { word, role } = sought;
      const isLess = word.isSaid || role === 'piece';
      if (role === 'stop_word' || (isLess && byStem.has(word.term.stem))) continue;
      byStem.set(word.term.stem, sought);
    }
    const terms: QueryTerm[] = [];
    const cityTerms: QueryTerm[] = [];
    const unmatched: string[] = [];
    for (const { word, role } of byStem.values()) {
      if (terms.length + cityTerms.length === MAX_TERMS) break;
      if (role === 'city') {
        cityTerms.push(cityTermOf(word));
        continue;
      }
      const term = queryTermOf(word, role === 'piece');
      terms.push(term);
      const isLacking = role === 'term' && !word.isSaid && (word.isGuess || term.alternatives.length === 0);
      if (isLacking) unmatched.push(...word.typed.map(fold));
    }
    if (place?.kind === 'elsewhere') unmatched.push(named.join(' '));
    const isKnownPlace = place !== undefined && place.kind !== 'elsewhere';
    return {
      words: interpreted,
      terms,
      cityTerms,
      namedCity: isKnownPlace ? place.city : undefined,
      place,
      ...readingsOf(correctedWords, place),
      unmatched: unmatched.length > 1 ? [...new Set(unmatched)] : unmatched,
      isAnswerable: isKnownPlace || terms.some(({ alternatives }) => alternatives.length > 0),
      familiarity,
      exactness,
      otherLanguage,
    };
  }

  // Returns a stop word with the expansion of a content word.
  function asContent(word: QueryWord): QueryWord {
    const alternatives = expand(word.term);
    return { ...word, alternatives, reading: word.isHeld || alternatives.length === 0 ? word.reading : 'also' };
  }

  // Returns each word, and after it its pieces (text/pieces.ts) that match the index.
  function withPieces(interpreted: readonly InterpretedWord[]): readonly SoughtWord[] {
    if (!interpreted.some(({ word }) => mayHavePieces(word.term.surface.charCodeAt(0)))) return interpreted;
    return interpreted.flatMap((sought, at): readonly SoughtWord[] => {
      const { word, role } = sought;
      if (role === 'city') return [sought];
      const pieces = piecesOf(word.term.surface, interpreted[at + 1]?.word.term.surface).map(wordOf);
      const held = pieces.filter(({ alternatives }) => alternatives.length > 0);
      return [sought, ...held.map((piece) => asPiece(piece, word))];
    });
  }

  return { interpret, familiarityWith: (text: string): number => read(text).familiarity };
}
