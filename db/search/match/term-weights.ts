import { idf } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { QueryTerm } from '../types.ts';

/** Weights of query terms against their idf, tuned on the development data (bench/relevance.ts). */
export const TERM_WEIGHTS = {
  // Share of a word that seldom names the subject: a general word (*send*, *how long*), a word of a saying, a word with
  // uncertain corrections, a piece of a word.
  lesser: 0.25,
  // Minimum share of the idf among titles: a word of every page may be the subject of few pages.
  title: 0.5,
} as const;

/**
 * Creates a function that weights a query term by the probability that it names the subject. On a small site, the
 * rarest word of a query is often a coincidence.
 */
export function createTermWeights(lexicon: Lexicon, pages: number) {
  const isLesser = ({ isPiece, isSaid, isGuess, isGeneral }: QueryTerm): boolean =>
    isPiece || isSaid || isGuess || isGeneral;

  function idfOf({ idf: inTexts, alternatives: [best] }: QueryTerm): number {
    const titles = best ? lexicon.titlePages(best.stem) : 0;
    return titles === 0 ? inTexts : Math.max(inTexts, TERM_WEIGHTS.title * idf(titles, pages));
  }

  return function weigh(term: QueryTerm): QueryTerm {
    return { ...term, idf: (isLesser(term) ? TERM_WEIGHTS.lesser : 1) * idfOf(term) };
  };
}
