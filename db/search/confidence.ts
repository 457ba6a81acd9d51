import type { RerankedPage, Ranking } from './match/ranker.ts';
import type { InterpretedQuery } from './query/interpreter.ts';
import type { QueryTerm } from './types.ts';

/** `low` when the first page of an answer probably is not about the query. */
export type Confidence = 'high' | 'low';

/**
 * Weights of a logistic model of queries that the pages of a site answer against queries that they do not (README.md,
 * "Confidence"). An answer has low confidence below `least`, where 7 of 100 answerable queries of the training sites are.
 */
export const CONFIDENCE = {
  least: -1.05,
  constant: 0.25,
  /** Features of the first page: title, text, and coverage in queries of more than `longFrom` terms. */
  title: 1.91,
  text: 2.13,
  covered: 1.79,
  longFrom: 4,
  /** Share of the terms that nothing certain stands for. */
  unmatched: -3.67,
  /** One divided by the number of terms. */
  brevity: -0.88,
} as const;

const MOST_TERMS = 8;

/** Confidence in the first page of an answer; high for queries that name only a city, low where every correction is uncertain. */
export function confidenceOf({ pages: [best], reranked }: Ranking, { terms, unmatched }: InterpretedQuery): Confidence {
  const page = reranked.find((one) => one.page === best);
  if (!page) return 'low';
  const isUncertain = ({ isGuess, alternatives }: QueryTerm): boolean => isGuess || alternatives.length === 0;
  if (terms.length > 0 && terms.every(isUncertain)) return 'low';
  if (page.bonus > 0 || terms.length === 0) return 'high';
  return evidence(page, terms.length, unmatched.length) < CONFIDENCE.least ? 'low' : 'high';
}

function evidence({ covered, inTitle, features }: RerankedPage, terms: number, unmatched: number): number {
  return (
    CONFIDENCE.constant +
    CONFIDENCE.title * inTitle +
    CONFIDENCE.text * features.text +
    (terms > CONFIDENCE.longFrom ? CONFIDENCE.covered * covered : 0) +
    (CONFIDENCE.unmatched * unmatched) / terms +
    CONFIDENCE.brevity / Math.min(MOST_TERMS, terms)
  );
}
