import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

/** Weight of a synonym against the word itself. */
export const SYNONYM_WEIGHT = 0.4;

type Sources = {
  /** Groups of synonyms of the site, as its owner lists them. */
  readonly own: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
  /** True for a folded word of the analyzer's language. */
  readonly isWord: (folded: string) => boolean;
};

/**
 * Query expansion by groups of synonyms: the owner's, then those of the vocabulary in the analyzer's language. A phrase stands
 * for its rarest word: who looks for *climatización* finds *acondicionado*, and not every *aire*. Words of the vocabulary in
 * another language lead to those of this one, unless the index holds them itself or they are words of this one.
 */
export function createSynonyms({ own, vocabulary, isWord }: Sources, analyzer: Analyzer, lexicon: Lexicon) {
  const { words, fold, isContentWord, otherNumbers, language } = analyzer;
  const here = vocabulary[language]?.words ?? {};
  const groups = [...own, ...Object.values(here)];
  /** Stems of the groups of a stem; and of a word as it stands in a group, which may share its stem with another. */
  const stemsOf = new Map<string, Set<string>>();
  const stemsOfForm = new Map<string, Set<string>>();

  function add(map: Map<string, Set<string>>, from: string, to: readonly string[]): void {
    const known = map.get(from) ?? new Set();
    for (const other of to) known.add(other);
    map.set(from, known);
  }

  for (const group of groups) {
    const stems = group.map(rarestStem).filter((stem) => stem !== undefined);
    for (const member of group.filter(isSource)) add(stemsOf, rarestStem(member) ?? '', stems);
    for (const member of group) {
      const [word, second] = words(member);
      if (!word || second) continue;
      for (const form of [word.text, ...otherNumbers(word.text)]) add(stemsOfForm, fold(form), stems);
    }
  }
  const foreign = foreignWords();
  for (const { word, key } of foreign) {
    add(
      stemsOf,
      analyzer.termOf(word).stem,
      (here[key] ?? []).map(rarestStem).filter((stem) => stem !== undefined),
    );
  }

  /** Single words of the vocabulary in other languages that the index does not hold, and the thing they name. */
  function foreignWords(): { readonly word: string; readonly key: string }[] {
    return Object.entries(vocabulary)
      .filter(([other]) => other !== language)
      .flatMap(([, { words: things }]) => Object.entries(things))
      .flatMap(([key, members]) => members.map((word) => ({ word, key })))
      .filter(({ word, key }) => here[key] !== undefined && words(word).length === 1)
      .filter(({ word }) => {
        const { stem } = analyzer.termOf(word);
        if (!isContentWord(fold(word)) || lexicon.stemOrdinal(stem) !== undefined || stemsOf.has(stem)) return false;
        return !isWord(fold(word));
      });
  }

  /** False for a phrase whose rarest word no page has: it would stand for one of its words, which may mean anything else. */
  function isSource(member: string): boolean {
    return words(member).length === 1 || pagesOf(rarestStem(member) ?? '') > 0;
  }

  function rarestStem(member: string): string | undefined {
    const all = words(member);
    const telling = all.filter((word) => isContentWord(fold(word.text)));
    const stems = (telling.length === 0 ? all : telling).map((word) => analyzer.termOf(word.text).stem);
    return stems.toSorted((a, b) => pagesOf(a) - pagesOf(b))[0];
  }

  function pagesOf(stem: string): number {
    const ordinal = lexicon.stemOrdinal(stem);
    return ordinal === undefined ? 0 : lexicon.stemPages(ordinal);
  }

  /** The synonyms of a term that the index holds: those of its form before those of its stem. */
  function synonymsOf({ surface, stem }: Term): Alternative[] {
    const alternatives: Alternative[] = [];
    for (const other of stemsOfForm.get(fold(surface)) ?? stemsOf.get(stem) ?? []) {
      const ordinal = lexicon.stemOrdinal(other);
      if (other === stem || ordinal === undefined) continue;
      alternatives.push({ stem: ordinal, weight: SYNONYM_WEIGHT, origin: 'synonym' });
    }
    return alternatives;
  }

  /** The words of the groups that the index does not hold, with the synonyms that it does. */
  const synonymOnly: SynonymOnlyWord[] = groups.flat().flatMap((member) => {
    const [word, second] = words(member);
    if (!word || second) return [];
    const term = analyzer.termOf(word.text);
    const alternatives = lexicon.stemOrdinal(term.stem) === undefined ? synonymsOf(term) : [];
    return alternatives.length === 0 ? [] : [{ text: fold(word.text), alternatives }];
  });

  return { synonymsOf, synonymOnly };
}
