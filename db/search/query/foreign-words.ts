import type { OtherWords } from '../storage/other-words.ts';
import type { WordForms } from '../storage/word-forms.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import { hasDictionary } from '../text/dictionaries.ts';
import type { LanguagePack } from '../text/languages/language.ts';
import { PACKS } from '../text/languages/packs.ts';

/** Letters of a word that tells a language: shorter ones are words of many. */
export const SHORTEST_TELLING = 4;

/**
 * Words of other languages, as far as dictionaries, packs and the vocabulary of the site know them, that are none of the searched
 * one. Only for a language with a dictionary: of another, nobody can tell which words are its own.
 */
export function createForeignWords(options: {
  readonly analyzer: Analyzer;
  readonly wordForms: WordForms;
  readonly otherWords: OtherWords;
  readonly foreignLanguagesOf: (term: Term) => readonly string[];
}) {
  const { analyzer, wordForms, otherWords, foreignLanguagesOf } = options;
  const { fold, language } = analyzer;
  const others = Object.entries(PACKS).filter(([other]) => other !== language);
  const wordsOfPacks = others.map(([other, pack]) => ({ other, lists: listsOf(pack) }));

  function isOwn(folded: string): boolean {
    return (
      !wordForms.isKnown ||
      wordForms.isWord(folded) ||
      analyzer.isStopWord(folded) ||
      analyzer.isGeneralWord(folded) ||
      analyzer.subjectOf(folded) !== undefined
    );
  }

  /** Languages in which the vocabulary has a word that is no name: those with a dictionary must have it, too. */
  function certainIn(term: Term): readonly string[] {
    const inDictionaries = otherWords(fold(term.surface));
    return foreignLanguagesOf(term).filter((other) => !hasDictionary(other) || inDictionaries.includes(other));
  }

  function knownIn(term: Term): ReadonlySet<string> {
    const folded = fold(term.surface);
    const known = new Set<string>();
    for (const { other, lists } of wordsOfPacks) if (lists.some((words) => words.has(folded))) known.add(other);
    for (const other of foreignLanguagesOf(term)) known.add(other);
    for (const other of otherWords(folded)) known.add(other);
    return known;
  }

  /** True for a thing that people ask for. By itself it may be a surname: *Baker*, *Schneider*. */
  const isSubject = (term: Term, of: string): boolean => PACKS[of]?.subjects?.has(fold(term.surface)) === true;

  return {
    /** True for a word of another language that is none of this one. */
    isForeign: (term: Term): boolean => !isOwn(fold(term.surface)) && knownIn(term).size > 0,
    /** The one other language that has all of these words, which are none of this one, and one of them in the vocabulary or among several. */
    languageOf(terms: readonly Term[]): string | undefined {
      const [first, ...rest] = terms;
      if (!first || terms.some(({ surface }) => isOwn(fold(surface)))) return undefined;
      const known = rest.map(knownIn);
      const [only, second] = [...knownIn(first)].filter((other) => known.every((one) => one.has(other)));
      if (only === undefined || second !== undefined) return undefined;
      const isCertain = terms.some((term) => certainIn(term).includes(only));
      return isCertain || (terms.length > 1 && terms.some((term) => isSubject(term, only))) ? only : undefined;
    },
  };
}

const listsOf = ({ stopWords, generalWords, subjects }: LanguagePack) =>
  [stopWords, generalWords, subjects].filter((words) => words !== undefined);

export type ForeignWords = ReturnType<typeof createForeignWords>;
