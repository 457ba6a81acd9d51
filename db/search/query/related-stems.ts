import type { Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { remember } from '../remember.ts';
import type { Alternative } from '../types.ts';

/** Parameters of related stems, tuned on the development data (bench/relevance.ts) and on half of XQuAD. */
export const RELATED = {
  // Weight of a related stem against the word itself.
  weight: 0.1,
  // Default for the shortest common prefix of two stems, in letters.
  shortest: 5,
  // Maximum number of related stems of a word.
  most: 5,
} as const;

const NONE: readonly Alternative[] = [];
// Number of cached words.
const CACHED = 2000;

/**
 * Creates a function that returns related stems of a word. A related stem begins with the word, or is a prefix of it,
 * because the stemmer leaves some endings. In languages of compounds it may also end with the word (`Wetterdaten` for
 * `Daten`).
 */
export function createRelatedStems(lexicon: Lexicon, analyzer: Analyzer) {
  const shortest = analyzer.relatedFrom ?? RELATED.shortest;

  const related = remember(CACHED, (stem: string) => stem, find);

  /** Returns the related stems, without the stem itself. */
  return (stem: string): readonly Alternative[] => (stem.length < shortest ? NONE : related(stem));

  function find(stem: string): readonly Alternative[] {
    const exact = lexicon.stemOrdinal(stem);
    const found = new Set<number>();
    for (let length = stem.length - 1; length >= shortest; length--) {
      const shorter = lexicon.stemOrdinal(stem.slice(0, length));
      if (shorter !== undefined) found.add(shorter);
    }
    for (const longer of lexicon.stemsWithPrefix(stem, RELATED.most + 1)) found.add(longer);
    if (analyzer.hasCompounds) for (const compound of lexicon.stemsWithEnding(stem, RELATED.most)) found.add(compound);
    if (exact !== undefined) found.delete(exact);
    return [...found]
      .slice(0, RELATED.most)
      .map((other) => ({ stem: other, weight: RELATED.weight, origin: 'related' }));
  }
}
