import fitted from './match/model.json' with { type: 'json' };
import type { Ranking } from './match/ranker.ts';
import { TERM_WEIGHTS } from './match/term-weights.ts';
import type { InterpretedQuery } from './query/interpreter.ts';
import type { QueryTerm } from './types.ts';

/** `low` if the first page of a response probably does not match the query. */
export type Confidence = 'high' | 'low';

/** Features of a query and its first page, defined in README.md. */
export const EVIDENCE = ['typed', 'title', 'titleShare', 'unmatched', 'lacking'] as const;
export type EvidenceValues = Readonly<Record<(typeof EVIDENCE)[number], number>>;

/**
 * Weights of a logistic model, fitted by `npm run train` to queries with and without an answer. Below `least`
 * confidence is low.
 */
export const CONFIDENCE: EvidenceValues & { readonly least: number } = fitted.confidence.weights;

/** Returns the confidence in a response by its evidence; high for a query that names only a city. */
export function confidenceOf(values: EvidenceValues | undefined): Confidence {
  if (values === undefined) return 'high';
  const evidence = EVIDENCE.reduce((sum, feature) => sum + CONFIDENCE[feature] * values[feature], 0);
  return evidence < CONFIDENCE.least ? 'low' : 'high';
}

/** Creates a function that returns the features of a response. `isThing` is true for words of trades. */
export function createEvidence(isThing: (word: string) => boolean) {
  // Returns `undefined` if the query names only a city.
  return function evidenceOf(
    { pages: [best], reranked }: Ranking,
    { terms, place }: InterpretedQuery,
  ): EvidenceValues | undefined {
    const page = reranked.find((candidate) => candidate.page === best);
    if (terms.length === 0 || (page && page.bonus > 0)) return undefined;
    // General words seldom name the subject.
    const subjects = terms.some(({ isGeneral }) => !isGeneral) ? terms.filter(({ isGeneral }) => !isGeneral) : terms;
    const unmatched = subjects.filter(isUnmatched);
    const shareOf = (count: number): number => Math.min(1, count / subjects.length);
    // Guesses weigh less in the ranking only.
    const whole = sum(terms.map(({ idf, isGuess }) => (isGuess ? idf / TERM_WEIGHTS.lesser : idf)));
    const counted = sum(terms.map(({ idf }) => idf)) / (whole || 1);
    return {
      typed: counted * (page?.typed ?? 0),
      title: counted * (page?.inTitle ?? 0),
      titleShare: counted * (page?.features.titleShare ?? 0),
      unmatched: shareOf(unmatched.length + (place?.kind === 'elsewhere' ? 1 : 0)),
      lacking: shareOf(unmatched.filter(({ text }) => isThing(text)).length),
    };
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const isUnmatched = ({ isGuess, isSaid, alternatives }: QueryTerm): boolean =>
  !isSaid && (isGuess || alternatives.length === 0);
