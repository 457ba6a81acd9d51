import type { Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

/** Weight of a synonym against the word itself. */
export const SYNONYM_WEIGHT = 0.4;

/**
 * Query expansion by groups of synonyms. A phrase stands for its rarest word: who looks for *climatización* finds
 * *acondicionado*, and not every *aire*.
 */
export function createSynonyms(groups: readonly (readonly string[])[], analyzer: Analyzer, lexicon: Lexicon) {
  const { words, fold, isContentWord } = analyzer;
  const groupOf = new Map<string, Set<string>>();
  for (const group of groups) {
    const stems = group.map(rarestStem).filter((stem) => stem !== undefined);
    for (const stem of stems) {
      const known = groupOf.get(stem) ?? new Set();
      for (const other of stems) known.add(other);
      groupOf.set(stem, known);
    }
  }

  function rarestStem(member: string): string | undefined {
    const stems = words(member)
      .filter((word) => isContentWord(fold(word.text)))
      .map((word) => analyzer.termOf(word.text).stem);
    return stems.toSorted((a, b) => pagesOf(a) - pagesOf(b))[0];
  }

  function pagesOf(stem: string): number {
    const ordinal = lexicon.stemOrdinal(stem);
    return ordinal === undefined ? 0 : lexicon.stemPages(ordinal);
  }

  /** The synonyms of a stem that the index holds. */
  function synonymsOf(stem: string): Alternative[] {
    const alternatives: Alternative[] = [];
    for (const other of groupOf.get(stem) ?? []) {
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
    const { stem } = analyzer.termOf(word.text);
    const alternatives = lexicon.stemOrdinal(stem) === undefined ? synonymsOf(stem) : [];
    return alternatives.length === 0 ? [] : [{ text: fold(word.text), alternatives }];
  });

  return { synonymsOf, synonymOnly };
}
