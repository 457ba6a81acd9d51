import fitted from './match/model.json' with { type: 'json' };
import type { Ranking } from './match/ranker.ts';
import type { InterpretedQuery } from './query/interpreter.ts';
import type { QueryTerm } from './types.ts';

/** `low` if the first page of a response probably does not match the query. */
export type Confidence = 'high' | 'low';

/** Features of a query and its first page, defined in README.md. */
export const EVIDENCE = ['title', 'text', 'exact', 'covered', 'unmatched', 'brevity'] as const;
export type EvidenceValues = Readonly<Record<(typeof EVIDENCE)[number], number>>;

/**
 * Weights of a logistic model, fitted by `npm run train` to queries with and without an answer. Below `least`
 * confidence is low.
 */
export const CONFIDENCE: EvidenceValues & { readonly least: number } = fitted.confidence.weights;

/** Returns the confidence in the first page of a response; high if the query names only a city. */
export function confidenceOf(ranking: Ranking, query: InterpretedQuery): Confidence {
  const values = evidenceOf(ranking, query);
  if (values === undefined) return 'high';
  const evidence = EVIDENCE.reduce((sum, feature) => sum + CONFIDENCE[feature] * values[feature], 0);
  return evidence < CONFIDENCE.least ? 'low' : 'high';
}

/** Returns the features of a ranking; `undefined` if the query names only a city. */
export function evidenceOf(
  { pages: [best], reranked }: Ranking,
  { terms, place }: InterpretedQuery,
): EvidenceValues | undefined {
  const page = reranked.find((candidate) => candidate.page === best);
  if (terms.length === 0 || (page && page.bonus > 0)) return undefined;
  if (!page) return { title: 0, text: 0, exact: 0, covered: 0, unmatched: 1, brevity: 1 };
  // General words seldom name the subject.
  const subjects = terms.some(({ isGeneral }) => !isGeneral) ? terms.filter(({ isGeneral }) => !isGeneral) : terms;
  const unmatched = subjects.filter(isUnmatched).length + (place?.kind === 'elsewhere' ? 1 : 0);
  return {
    title: page.inTitle,
    text: page.features.text,
    exact: page.features.exact,
    covered: page.covered,
    unmatched: Math.min(1, unmatched / subjects.length),
    brevity: 1 / terms.length,
  };
}

const isUnmatched = ({ isGuess, isSaid, alternatives }: QueryTerm): boolean =>
  !isSaid && (isGuess || alternatives.length === 0);
