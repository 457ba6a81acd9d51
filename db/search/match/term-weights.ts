import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { QueryTerm } from '../types.ts';

/** Shares of its idf that a query term keeps; tuned on the development data (bench/tuning.ts). */
export const TERM_WEIGHTS = {
  /** A general word of the language: *send*, *find*, *how long*. */
  general: 0.5,
  /** A word that is in no title of the site: rare, but probably no subject of it. */
  untitled: 0.65,
} as const;

/**
 * Weighs query terms by what they probably name: on a site of few pages, the rarest word of a question is more often one
 * that is there by chance than its subject.
 */
export function createTermWeights(lexicon: Lexicon, analyzer: Analyzer) {
  const isUntitled = ({ alternatives }: QueryTerm) =>
    alternatives.length > 0 && !alternatives.some(({ stem }) => lexicon.titlePages(stem) > 0);

  return function weigh(terms: readonly QueryTerm[]): QueryTerm[] {
    return terms.map((term) => {
      const general = analyzer.isGeneralWord(term.text) ? TERM_WEIGHTS.general : 1;
      const untitled = isUntitled(term) ? TERM_WEIGHTS.untitled : 1;
      return { ...term, idf: term.idf * general * untitled };
    });
  };
}
