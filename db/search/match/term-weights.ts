import { idf } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { QueryTerm } from '../types.ts';

/** Weights of query terms against their idf; tuned on the development data (bench/tuning.ts). */
export const TERM_WEIGHTS = {
  /** Share that a general word of the language keeps: *send*, *find*, *how long*. */
  general: 0.25,
  /** Share that a word of a saying keeps, which is read as other words (query/sayings.ts). */
  said: 0.4,
  /** Share that a word keeps whose corrections are uncertain. */
  guess: 0.1,
  /** Share that a piece of a word keeps (text/pieces.ts). */
  piece: 0.25,
  /** Share of its idf among titles that a term has at least: what every page says may be the subject of few. */
  title: 0.5,
} as const;

/**
 * Weighs query terms by what they probably name: on a site of few pages, the rarest word of a question is more often one
 * that is there by chance than its subject.
 */
export function createTermWeights({ isGeneralWord }: Analyzer, lexicon: Lexicon, pages: number) {
  function shareOf({ text, isPiece, isSaid, isGuess }: QueryTerm): number {
    if (isPiece) return TERM_WEIGHTS.piece;
    if (isGeneralWord(text)) return TERM_WEIGHTS.general;
    if (isGuess) return TERM_WEIGHTS.guess;
    return isSaid ? TERM_WEIGHTS.said : 1;
  }

  function idfOf({ idf: inTexts, alternatives: [best] }: QueryTerm): number {
    const titles = best ? lexicon.titlePages(best.stem) : 0;
    return titles === 0 ? inTexts : Math.max(inTexts, TERM_WEIGHTS.title * idf(titles, pages));
  }

  return function weigh(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    return terms.map((term) => ({ ...term, idf: shareOf(term) * idfOf(term) }));
  };
}
