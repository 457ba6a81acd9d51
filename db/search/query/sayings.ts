import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Slices } from '../../slices.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative } from '../types.ts';
import type { QueryWord } from './query-terms.ts';

type Phrase = {
  readonly meant: readonly string[];
  // Numbers of its stems.
  readonly stems: readonly number[];
  // The only form of a saying of a single word: *droppings* imply mice, but *drop* does not.
  readonly form: string | undefined;
  readonly isSaying: boolean;
};

/** Replaces the first phrase of a query by its meaning. The words of a saying remain with a lower weight. */
export type ReadSaying = (query: readonly QueryWord[], wordOf: (text: string) => QueryWord) => readonly QueryWord[];

type Options = {
  readonly vocabulary: Vocabulary;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly synonymsOf: (term: Term) => readonly Alternative[];
};

type Sayings = {
  readonly readSaying: ReadSaying;
  // Returns the number of a stem of phrases.
  readonly phraseStemOf: (stem: string) => number | undefined;
};

// Share of the pages above which a word is replaced by a synonym in a title.
const SAID_BY_MANY = 0.25;

/**
 * Creates a function that replaces phrases of a query. Sayings imply a thing without naming it (`fuera de casa`, a
 * locksmith). Names of several words are replaced if the index lacks a word, in any language (`portero automático`,
 * `washing machine`). A phrase stays if its meaning has no match in the index.
 */
export function* createSayings(options: Options): Slices<Sayings> {
  const { vocabulary, analyzer, lexicon, pages, synonymsOf } = options;
  const { fold, termOf, words, isContentWord } = analyzer;
  // Numbers of the stems of phrases: a comparison of numbers costs less than a comparison of strings.
  const numbers = new Map<string, number>();
  const stemsOf = (phrase: string) => words(phrase).map(({ text }) => numberOf(termOf(text).stem));
  const isHeld = (word: string) => lexicon.stemOrdinal(termOf(word).stem) !== undefined;
  const isKnown = (word: string) => isHeld(word) || synonymsOf(termOf(word)).length > 0;
  const isPhrase = (member: string) => words(member).length > 1;
  const isLacking = (phrase: string) => words(phrase).some(({ text }) => isContentWord(fold(text)) && !isHeld(text));
  const phrases: Phrase[] = [];
  // If two languages have the same phrase, the language of the index takes precedence.
  const isOwn = (language: string) => Number(language === analyzer.language);
  const languages = Object.entries(vocabulary).toSorted(([a], [b]) => isOwn(b) - isOwn(a));
  for (const [, { sayings, words: things }] of languages) {
    yield;
    for (const [word, meaning] of Object.entries(sayings)) phrases.push(...readAs(word, meaning, true));
    for (const [key, group] of Object.entries(things)) {
      yield;
      const lacking = group.filter((member) => isPhrase(member) && isLacking(member));
      if (lacking.length > 0) phrases.push(...readAs(nameOf(key, group), lacking, false));
    }
  }

  // Returns a single word for a thing with a match in the index, preferably in the language of the index.
  function nameOf(key: string, group: readonly string[]): string | undefined {
    const local = vocabulary[analyzer.language]?.words[key] ?? [];
    return [...local, ...group].find((member) => !isPhrase(member) && isKnown(member));
  }

  // Returns a synonym in a title for a frequent word that no title contains: *precios* becomes *Tarifas*.
  function titled(word: string): string {
    const term = termOf(word);
    const stem = lexicon.stemOrdinal(term.stem);
    if (stem === undefined || lexicon.titlePages(stem) > 0 || lexicon.stemPages(stem) < SAID_BY_MANY * pages)
      return word;
    const synonyms = synonymsOf(term).filter((synonym) => lexicon.titlePages(synonym.stem) > 0);
    const forms = synonyms.flatMap((synonym) => lexicon.mostFrequentForm(synonym.stem) ?? []).map(lexicon.surfaceText);
    return forms.find((form) => isContentWord(fold(form))) ?? word;
  }

  function readAs(word: string | undefined, phrasesOf: readonly string[], isSaying: boolean): Phrase[] {
    const meant = words(word ?? '')
      .map(({ text }) => text)
      .filter(isKnown)
      .map((text) => (isSaying ? titled(text) : text));
    const formOf = (phrase: string) => (isSaying && !isPhrase(phrase) ? fold(phrase) : undefined);
    const phrasesRead = phrasesOf.map((phrase) => ({ meant, stems: stemsOf(phrase), form: formOf(phrase), isSaying }));
    return meant.length === 0 ? [] : phrasesRead;
  }

  function numberOf(stem: string): number {
    const number = numbers.get(stem) ?? numbers.size;
    numbers.set(stem, number);
    return number;
  }

  // Returns the words of a saying that are in the index: they order the pages about its meaning.
  function wordsOfSaying(saying: readonly QueryWord[]): readonly QueryWord[] {
    return saying.filter((word) => !word.isStopWord && word.isHeld).map(asSaid);
  }

  // Phrases by their first stem, the longest first.
  const byFirst = Map.groupBy(
    phrases.toSorted((a, b) => b.stems.length - a.stems.length),
    ({ stems: [first] }) => first,
  );

  const readSaying: ReadSaying = (query, wordOf) => {
    for (let start = 0; start < query.length; start++) {
      const { phraseStem, folded } = query[start] as QueryWord;
      if (phraseStem === undefined) continue;
      for (const phrase of byFirst.get(phraseStem) ?? NONE) {
        const found = placesOf(phrase, query, start);
        if (!found || (phrase.form !== undefined && phrase.form !== folded)) continue;
        const places = new Set(found);
        const matched = query.filter((_, at) => places.has(at));
        const typed = matched.flatMap((word) => word.typed);
        const read = phrase.meant.map((word) => inPlaceOf(typed, wordOf(word)));
        const retained = phrase.isSaying ? wordsOfSaying(matched) : [];
        const end = Math.max(...places) + 1;
        const between = query.slice(start, end).filter((_, at) => !places.has(start + at));
        return [...query.slice(0, start), ...retained, ...read, ...between, ...query.slice(end)];
      }
    }
    return query;
  };

  return { readSaying, phraseStemOf: (stem) => numbers.get(stem) };
}

const asSaid = (word: QueryWord): QueryWord => ({ ...word, isSaid: true });

const inPlaceOf = (typed: readonly string[], word: QueryWord): QueryWord => ({ ...word, typed, reading: 'also' });

const NONE: readonly Phrase[] = [];

// Returns the positions of a phrase that begins at `start`. A saying may have an additional word between two of its
// words.
function placesOf(
  { stems, isSaying }: Phrase,
  query: readonly QueryWord[],
  start: number,
): readonly number[] | undefined {
  // Most phrases have only the first word in common with the query: allocate no array for them.
  let places: number[] | undefined;
  let at = start + 1;
  for (let word = 1; word < stems.length; word++) {
    if (isSaying && query[at]?.phraseStem !== stems[word]) at += 1;
    if (query[at]?.phraseStem !== stems[word]) return undefined;
    places = places ? [...places, at] : [start, at];
    at += 1;
  }
  return places ?? [start];
}
