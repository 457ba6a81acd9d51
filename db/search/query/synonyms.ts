import { isStopWord } from '../text/stop-words.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { fold, words } from '../text/tokenizer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative, SynonymOnlyWord } from '../types.ts';

/** What a synonym counts against the word itself. */
const SYNONYM_WEIGHT = 0.4;

/**
 * Finds the stems that mean the same as a stem. A phrase stands for its rarest word: who looks for *climatización*
 * finds *acondicionado*, and not every *aire*.
 */
export function createSynonyms(groups: readonly (readonly string[])[], analyzer: Analyzer, lexicon: Lexicon) {
  const others = new Map<string, Set<string>>();
  for (const group of groups) {
    const members = group.map(rarestStem).filter((stem) => stem !== undefined);
    for (const member of members) {
      const known = others.get(member) ?? new Set();
      for (const other of members) known.add(other);
      others.set(member, known);
    }
  }

  function rarestStem(member: string): string | undefined {
    const stems = words(member)
      .filter((word) => !isStopWord(fold(word.text)))
      .map((word) => analyzer.termOf(word.text).stem);
    return stems.toSorted((a, b) => pagesOf(a) - pagesOf(b))[0];
  }

  function pagesOf(stem: string): number {
    const number = lexicon.stemNumber(stem);
    return number === undefined ? 0 : lexicon.stemPages(number);
  }

  /** The synonyms of a stem that the index holds. */
  function synonymsOf(stem: string): Alternative[] {
    const alternatives: Alternative[] = [];
    for (const other of others.get(stem) ?? []) {
      const number = lexicon.stemNumber(other);
      if (other !== stem && number !== undefined) alternatives.push({ stem: number, weight: SYNONYM_WEIGHT });
    }
    return alternatives;
  }

  /** The words that the index does not hold, with the synonyms that it does. */
  const synonymOnly: SynonymOnlyWord[] = groups.flat().flatMap((member) => {
    const [word, second] = words(member);
    if (!word || second) return [];
    const { stem } = analyzer.termOf(word.text);
    const alternatives = lexicon.stemNumber(stem) === undefined ? synonymsOf(stem) : [];
    return alternatives.length === 0 ? [] : [{ text: fold(word.text), alternatives }];
  });

  return { synonymsOf, synonymOnly };
}
