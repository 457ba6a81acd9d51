import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Alternative } from '../types.ts';
import { PASSING_SHARE, type createServices } from './services.ts';

/** A word of a query, and what stands for it in the index. */
type Sought = {
  readonly folded: string;
  readonly term: Term;
  readonly alternatives: readonly Alternative[];
  /** True when nothing certain stands for it. */
  readonly isLacking: boolean;
};

/** A query of so many terms at most, or of which two thirds are lacking, is about its subject word; others tell of more. */
const SHORT_QUERY = 4;

/** Letters that words of one subject begin with. */
const SUBJECT_BEGINNING = 5;

/** Tells queries about things that the site does not offer: another trade, goods, a bargain, an outing. */
export function createOtherSubjects(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  /** True for a query that asks for services of the trade of which this company has none. */
  readonly asksForLacking: ReturnType<typeof createServices>;
  /** True when titles show the trade of the site: what its texts name beside it is said by the way. */
  readonly knowsTrade: boolean;
}) {
  const { analyzer, lexicon, pages, asksForLacking, knowsTrade } = options;

  /** True for a query about a thing that the site does not offer: one of its words names it. */
  return function isAboutAnother(words: readonly Sought[], all: readonly { readonly term: Term }[]): boolean {
    const lacking = words.filter(({ isLacking }) => isLacking);
    const isShort = words.length <= SHORT_QUERY || lacking.length * 3 >= words.length * 2;
    return (
      isShort &&
      (words.some((word) => (word.isLacking ? isLackingSubject(word) : words.length > 1 && isPassingSubject(word))) ||
        (words.length > 1 && asksForLacking(all)))
    );
  };

  /** No word of the index begins like it: a *painter* does *painting*. */
  function isLackingSubject({ folded }: Sought): boolean {
    return isOfAnother(folded) && !isBegun(folded);
  }

  function isPassingSubject({ folded, alternatives }: Sought): boolean {
    if (!knowsTrade || !isOfAnother(folded)) return false;
    return areInPassing(alternatives.map(({ stem }) => stem));
  }

  /** True for a subject word of whose field no title and few pages have a word: a *lawyer* is meant by a *solicitor*, too. */
  function isOfAnother(folded: string): boolean {
    const stems = analyzer.subjectOf(folded)?.field.map((word) => lexicon.stemOrdinal(analyzer.termOf(word).stem));
    return stems !== undefined && areInPassing(stems.filter((stem) => stem !== undefined));
  }

  function areInPassing(stems: readonly number[]): boolean {
    return (
      stems.every((stem) => lexicon.titlePages(stem) === 0) &&
      stems.reduce((sum, stem) => sum + lexicon.stemPages(stem), 0) <= pages * PASSING_SHARE
    );
  }

  /** True for a subject word with whose beginning a word of the index begins. */
  function isBegun(folded: string): boolean {
    const { stem } = analyzer.termOf(analyzer.subjectOf(folded)?.word ?? folded);
    return lexicon.stemsWithPrefix(stem.slice(0, SUBJECT_BEGINNING), 1).length > 0;
  }
}
