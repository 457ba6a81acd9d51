import fitted from './match/model.json' with { type: 'json' };
import type { Ranking } from './match/ranker.ts';
import { TERM_WEIGHTS } from './match/term-weights.ts';
import type { InterpretedQuery } from './query/interpreter.ts';

/** `low` if the first page of a response probably does not match the query. */
export type Confidence = 'high' | 'low';

/** Features of a query and its first page, defined in README.md. */
export const EVIDENCE = ['typed', 'titleShare', 'absent', 'lacking', 'length', 'brevity'] as const;
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

// Longest average page in tokens; the pages of the training sites are shorter.
const LONGEST_PAGE = 600;

/**
 * Creates a function that returns the features of a response. `isThing` is true for words of trades; `averageLengths`
 * are the tokens of each field.
 */
export function createEvidence(isThing: (word: string) => boolean, averageLengths: Float64Array) {
  const length = Math.log(Math.min(LONGEST_PAGE, Math.max(1, sum([...averageLengths]))));

  // Returns `undefined` if the query names only a city.
  return function evidenceOf(
    { pages: [best], reranked, promotions }: Ranking,
    { terms, place }: InterpretedQuery,
  ): EvidenceValues | undefined {
    const candidateOf = (sought = -1) => reranked.find((candidate) => candidate.page === sought);
    // A general page that was moved before a copy may be no candidate itself.
    const page = candidateOf(best) ?? candidateOf(promotions.get(best ?? -1));
    if (terms.length === 0 || (page && page.bonus > 0)) return undefined;
    // Guesses weigh less in the ranking only.
    const sought = terms.map((term, at) => ({ ...term, isMatched: !term.isGuess && page?.matched[at] === true }));
    // General words seldom name the subject.
    const named = sought.filter(({ isGeneral }) => !isGeneral);
    const subjects = named.length > 0 ? named : sought;
    const absent = subjects.filter(({ isSaid, isMatched }) => !isSaid && !isMatched);
    const lacking = absent.filter((term) => (term.isGuess || term.alternatives.length === 0) && isThing(term.text));
    const shareOf = (count: number): number => Math.min(1, count / subjects.length);
    const whole = sum(terms.map(({ idf, isGuess }) => (isGuess ? idf / TERM_WEIGHTS.lesser : idf)));
    const counted = sum(terms.map(({ idf }) => idf)) / (whole || 1);
    return {
      typed: counted * (page?.typed ?? 0),
      titleShare: counted * (page?.features.titleShare ?? 0),
      absent: shareOf(absent.length + (place?.kind === 'elsewhere' ? 1 : 0)),
      lacking: shareOf(lacking.length),
      length,
      brevity: 1 / terms.length,
    };
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
