import { idf } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Alternative, QueryTerm } from '../types.ts';

/** Weights of query terms against their idf; tuned on the development data (bench/tuning.ts). */
export const TERM_WEIGHTS = {
  /** Share that a general word of the language keeps: *send*, *find*, *how long*. */
  general: 0.25,
  /** Share that a word of a saying keeps, which is read as other words (query/sayings.ts). */
  said: 0.4,
  /** Share that a word keeps which nothing certain stands for. */
  guess: 0.1,
  /** Share that a piece of a word keeps (text/pieces.ts). */
  piece: 0.25,
  /** Share of its idf among titles that a term has at least: what every page says may be the subject of few. */
  title: 0.5,
  /** Share of the pages from which what stands for a rarer word counts by its own idf: *trabajo* for *vacante*. */
  common: 0.5,
} as const;

/** A number that says how many in a query of few terms, *paint 3 rooms*; in a long question it may be what is asked for. */
const COUNT = /^\d{1,2}$/;
const MOST_TERMS_WITH_COUNT = 5;

/**
 * Weighs query terms by what they probably name: on a site of few pages, the rarest word of a question is more often one
 * that is there by chance than its subject.
 */
export function createTermWeights({ isGeneralWord }: Analyzer, lexicon: Lexicon, pages: number) {
  function shareOf({ text, isPiece, isSaid, isGuess }: QueryTerm, hasCounts: boolean): number {
    if (isPiece) return TERM_WEIGHTS.piece;
    if (isGeneralWord(text) || (hasCounts && COUNT.test(text))) return TERM_WEIGHTS.general;
    if (isGuess) return TERM_WEIGHTS.guess;
    return isSaid ? TERM_WEIGHTS.said : 1;
  }

  function idfOf({ idf: inTexts, alternatives: [best] }: QueryTerm): number {
    return best ? idfOfStem(best.stem, inTexts) : inTexts;
  }

  function idfOfStem(stem: number, inTexts = idf(lexicon.stemPages(stem), pages)): number {
    const titles = lexicon.titlePages(stem);
    return titles === 0 ? inTexts : Math.max(inTexts, TERM_WEIGHTS.title * idf(titles, pages));
  }

  const isCommon = ({ stem }: Alternative) => lexicon.stemPages(stem) > TERM_WEIGHTS.common * pages;

  return function weigh(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    const hasCounts = terms.length <= MOST_TERMS_WITH_COUNT;
    return terms.map((term) => {
      const ofTerm = idfOf(term);
      const alternatives = term.alternatives.some(isCommon)
        ? term.alternatives.map((one) =>
            isCommon(one) ? { ...one, weight: one.weight * Math.min(1, idfOfStem(one.stem) / ofTerm) } : one,
          )
        : term.alternatives;
      return { ...term, idf: shareOf(term, hasCounts) * ofTerm, alternatives };
    });
  };
}
