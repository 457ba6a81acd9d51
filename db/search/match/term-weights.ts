import type { Analyzer } from '../text/analyzer.ts';
import type { QueryTerm } from '../types.ts';

/** Shares of its idf that a query term keeps; tuned on the development data (bench/tuning.ts). */
export const TERM_WEIGHTS = {
  /** A general word of the language: *send*, *find*, *how long*. */
  general: 0.25,
  /** A piece of a word (text/pieces.ts). */
  piece: 0.25,
} as const;

/**
 * Weighs query terms by what they probably name: on a site of few pages, the rarest word of a question is more often one
 * that is there by chance than its subject.
 */
export function createTermWeights({ isGeneralWord }: Analyzer) {
  const shareOf = ({ text, isPiece }: QueryTerm): number =>
    isPiece ? TERM_WEIGHTS.piece : isGeneralWord(text) ? TERM_WEIGHTS.general : 1;

  return function weigh(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    return terms.map((term) => {
      const share = shareOf(term);
      return share === 1 ? term : { ...term, idf: term.idf * share };
    });
  };
}
