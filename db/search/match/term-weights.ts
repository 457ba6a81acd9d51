import type { Analyzer } from '../text/analyzer.ts';
import type { QueryTerm } from '../types.ts';

/** Shares of its idf that a query term keeps; tuned on the development data (bench/tuning.ts). */
export const TERM_WEIGHTS = {
  /** A general word of the language: *send*, *find*, *how long*. */
  general: 0.25,
} as const;

/**
 * Weighs query terms by what they probably name: on a site of few pages, the rarest word of a question is more often one
 * that is there by chance than its subject.
 */
export function createTermWeights({ isGeneralWord }: Analyzer) {
  return function weigh(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    if (!terms.some(({ text }) => isGeneralWord(text))) return terms;
    return terms.map((term) => (isGeneralWord(term.text) ? { ...term, idf: term.idf * TERM_WEIGHTS.general } : term));
  };
}
