import type { Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';

const NONE: readonly number[] = [];

/**
 * Creates a function that returns the stems of a word typed without marks, the most frequent first, except for the word
 * itself. For languages whose stems retain their marks, such as Vietnamese; empty in all further languages.
 */
export function createUnmarkedWords(lexicon: Lexicon, analyzer: Analyzer): (word: string) => readonly number[] {
  if (!analyzer.keepsMarks) return () => NONE;
  const stemsOf = stemsByFolded(lexicon, analyzer);

  return function unmarked(word: string): readonly number[] {
    const exact = lexicon.stemOrdinal(word);
    return (stemsOf.get(word) ?? []).filter((stem) => stem !== exact);
  };
}

function stemsByFolded(lexicon: Lexicon, { fold }: Analyzer): Map<string, number[]> {
  const stemsOf = new Map<string, number[]>();
  const { stemPages, stemText } = lexicon;
  for (let stem = 0; stem < lexicon.stems; stem++) {
    if (stemPages(stem) === 0) continue;
    const folded = fold(stemText(stem));
    stemsOf.set(folded, [...(stemsOf.get(folded) ?? []), stem]);
  }
  for (const stems of stemsOf.values()) {
    stems.sort((a, b) => stemPages(b) - stemPages(a) || (stemText(a) < stemText(b) ? -1 : 1));
  }
  return stemsOf;
}
