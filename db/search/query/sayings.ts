import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Slices } from '../../slices.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative } from '../types.ts';

/** A word of a query, before correction. */
type TypedWord = {
  readonly folded: string;
  readonly term: Term;
  readonly typed: readonly string[];
  /** True for a word of a saying, which is read as other words. */
  readonly isSaid: boolean;
  readonly reading: 'typed' | 'corrected' | 'also';
};

type Phrase = {
  readonly meant: readonly string[];
  readonly stems: readonly string[];
  /** The only form of a saying of one word: *droppings* are of mice, and no *drop* is. */
  readonly form: string | undefined;
  readonly isSaying: boolean;
};

/** The words of a query, what the first phrase in it means in its place; the words of a saying stay. */
export type ReadSaying = (query: readonly TypedWord[]) => readonly TypedWord[];

type Options = {
  readonly vocabulary: Vocabulary;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly synonymsOf: (term: Term) => readonly Alternative[];
};

/** Document frequency, as a share of the pages, from which a word yields to a synonym that is in a title. */
const SAID_BY_MANY = 0.25;

/**
 * Phrases of a query that are read as other words: sayings, which mean a thing without naming it (`fuera de casa`, a locksmith), and
 * names of things in several words with a word that the index lacks, in any language (`portero automático`, `washing machine`).
 * Those whose word nothing in the index stands for are read as they stand.
 */
export function* createSayings({ vocabulary, analyzer, lexicon, pages, synonymsOf }: Options): Slices<ReadSaying> {
  const { fold, termOf, words, isContentWord } = analyzer;
  const stemsOf = (phrase: string) => words(phrase).map(({ text }) => termOf(text).stem);
  const isHeld = (word: string) => lexicon.stemOrdinal(termOf(word).stem) !== undefined;
  const isKnown = (word: string) => isHeld(word) || synonymsOf(termOf(word)).length > 0;
  const isPhrase = (member: string) => words(member).length > 1;
  const isLacking = (phrase: string) => words(phrase).some(({ text }) => isContentWord(fold(text)) && !isHeld(text));
  const phrases: Phrase[] = [];
  // Of languages that have the same phrase, the index's own says what it means.
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

  /** A word for a thing that stands for something in the index, in the language of the index where there is one. */
  function nameOf(key: string, group: readonly string[]): string | undefined {
    const here = vocabulary[analyzer.language]?.words[key] ?? [];
    return [...here, ...group].find((member) => !isPhrase(member) && isKnown(member));
  }

  /** A word for a thing, or the one for it that a title of the site has: *precios* are its *Tarifas*. */
  function titled(word: string): string {
    const term = termOf(word);
    const stem = lexicon.stemOrdinal(term.stem);
    if (stem === undefined || lexicon.titlePages(stem) > 0 || lexicon.stemPages(stem) < SAID_BY_MANY * pages)
      return word;
    const synonyms = synonymsOf(term).filter((one) => lexicon.titlePages(one.stem) > 0);
    const forms = synonyms.flatMap((one) => [...lexicon.formsOf(one.stem)].slice(0, 1)).map(lexicon.surfaceText);
    return forms.find((form) => isContentWord(fold(form))) ?? word;
  }

  function readAs(word: string | undefined, phrasesOf: readonly string[], isSaying: boolean): Phrase[] {
    const meant = words(word ?? '')
      .map(({ text }) => text)
      .filter(isKnown)
      .map((one) => (isSaying ? titled(one) : one));
    const formOf = (phrase: string) => (isSaying && !isPhrase(phrase) ? fold(phrase) : undefined);
    const phrasesRead = phrasesOf.map((phrase) => ({ meant, stems: stemsOf(phrase), form: formOf(phrase), isSaying }));
    return meant.length === 0 ? [] : phrasesRead;
  }

  /**
   * True for words of which one says what a word of a saying means here: *grifo sin llaves* has handles, no keys. What two words of the
   * saying mean is what all of it means: *a qué hora abrís* on a *sábado*.
   */
  function namesMeant(saying: readonly TypedWord[], others: readonly TypedWord[]): boolean {
    if (others.length === 0) return false;
    const held = new Set(others.map(({ term }) => lexicon.stemOrdinal(term.stem)));
    const named = saying.flatMap(({ term }) => [
      ...new Set(synonymsOf(term).flatMap(({ stem }) => (held.has(stem) ? [stem] : []))),
    ]);
    return named.some((stem, at) => named.indexOf(stem) === at && named.lastIndexOf(stem) === at);
  }

  /** The words of a saying that pages hold: of the pages about what it means, these may tell the right one. */
  function said(saying: readonly TypedWord[]): readonly TypedWord[] {
    const held = saying.filter(({ folded, term }) => isContentWord(folded) && isHeld(term.surface));
    return held.map(({ folded, term, typed }) => ({ folded, term, typed, isSaid: true, reading: 'typed' }));
  }

  /** The phrases by the stem that they begin with, the longest first. */
  const byFirst = Map.groupBy(
    phrases.toSorted((a, b) => b.stems.length - a.stems.length),
    ({ stems: [first] }) => first,
  );

  return function readSaying(query) {
    for (let start = 0; start < query.length; start++) {
      for (const phrase of byFirst.get((query[start] as TypedWord).term.stem) ?? NONE) {
        const found = placesOf(phrase, query, start);
        if (!found) continue;
        const places = new Set(found);
        const spoken = query.filter((_, at) => places.has(at));
        const others = query.filter((_, at) => !places.has(at));
        if (phrase.isSaying && namesMeant(spoken, others)) break;
        const typed = spoken.flatMap((one) => one.typed);
        const read = phrase.meant.map((word): TypedWord => ({
          folded: fold(word),
          term: termOf(word),
          typed,
          isSaid: false,
          reading: 'also',
        }));
        const kept = phrase.isSaying ? said(spoken) : [];
        const end = Math.max(...places) + 1;
        const between = query.slice(start, end).filter((_, at) => !places.has(start + at));
        return [...query.slice(0, start), ...kept, ...read, ...between, ...query.slice(end)];
      }
    }
    return query;
  };
}

const NONE: readonly Phrase[] = [];

/** The places in a query of the words of a phrase that begins there; a saying may have a word between two of its own. */
function placesOf(
  { stems, form, isSaying }: Phrase,
  query: readonly TypedWord[],
  start: number,
): readonly number[] | undefined {
  if (form !== undefined && query[start]?.folded !== form) return undefined;
  // Most phrases begin like the query and go on otherwise: they leave no array behind.
  let places: number[] | undefined;
  let at = start + 1;
  for (let word = 1; word < stems.length; word++) {
    if (isSaying && query[at]?.term.stem !== stems[word]) at += 1;
    if (query[at]?.term.stem !== stems[word]) return undefined;
    places = places ? [...places, at] : [start, at];
    at += 1;
  }
  return places ?? [start];
}
