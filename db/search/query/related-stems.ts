import type { Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { remember } from '../remember.ts';
import type { Alternative } from '../types.ts';

/** Parameters of related stems; tuned on the development data (bench/relevance.ts) and half of XQuAD. */
export const RELATED = {
  /** Weight of a related stem against the word itself. */
  weight: 0.1,
  /** Shortest beginning that two stems have in common, in letters, where the language's pack does not say. */
  shortest: 5,
  /** So many related stems of one word at most. */
  most: 5,
} as const;

const NONE: readonly Alternative[] = [];
/** So many words are remembered with their related stems. */
const CACHED = 2000;

/**
 * Stems that probably mean something near: one begins with the other, as where the stemmer leaves an ending; or, in languages
 * of compounds, it ends with the word (`Wetterdaten` for `Daten`).
 */
export function createRelatedStems(lexicon: Lexicon, analyzer: Analyzer) {
  const shortest = analyzer.relatedFrom ?? RELATED.shortest;

  const related = remember(CACHED, (stem: string) => stem, find);

  /** The related stems of a stem, which is not among them. */
  return (stem: string): readonly Alternative[] => (stem.length < shortest ? NONE : related(stem));

  function find(stem: string): readonly Alternative[] {
    const own = lexicon.stemOrdinal(stem);
    const found = new Set<number>();
    for (let length = stem.length - 1; length >= shortest; length--) {
      const shorter = lexicon.stemOrdinal(stem.slice(0, length));
      if (shorter !== undefined) found.add(shorter);
    }
    for (const longer of lexicon.stemsWithPrefix(stem, RELATED.most + 1)) found.add(longer);
    if (analyzer.hasCompounds) for (const compound of lexicon.stemsWithEnding(stem, RELATED.most)) found.add(compound);
    if (own !== undefined) found.delete(own);
    return [...found]
      .slice(0, RELATED.most)
      .map((other) => ({ stem: other, weight: RELATED.weight, origin: 'related' }));
  }
}
