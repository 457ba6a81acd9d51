import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Alternative } from '../types.ts';
import { beginningsOf, PASSING_SHARE, type Services } from './services.ts';

/** A word of a query. */
type Sought = {
  readonly folded: string;
  readonly term: Term;
  readonly alternatives: readonly Alternative[];
  /** The words that it was read from. */
  readonly typed: readonly string[];
  /** True when nothing certain stands for it in the index. */
  readonly isLacking: boolean;
};

/** A query of so many terms at most, or of which two thirds are lacking, is about its subject word; others tell of more. */
export const SHORT_QUERY = 4;

/** Tells queries about things that the site does not offer: another trade, goods, a bargain, an outing. */
export function createOtherSubjects(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  /** True for a query that asks for services of the trade, or next door, of which this company has none. */
  readonly asksForLacking: Services['asksForLacking'];
}) {
  const { analyzer, lexicon, pages, asksForLacking } = options;

  /** True for a query about a thing that the site does not offer: one of its words names it. */
  return function isAboutAnother(words: readonly Sought[], all: Parameters<Services['asksForLacking']>[0]): boolean {
    const lacking = words.filter(({ isLacking }) => isLacking);
    if (words.length > SHORT_QUERY && lacking.length * 3 < words.length * 2) return false;
    if (lacking.some(isOfAnother)) return true;
    const inTitles = new Set(words.filter(isInTitle).map(({ term }) => term.stem));
    const typed = new Set(words.flatMap((word) => word.typed));
    return typed.size > 1 && asksForLacking(all, ({ term }) => inTitles.has(term.stem));
  };

  /** True for a word of which a title has a synonym; one of the owner, for instance. */
  function isInTitle({ alternatives }: Sought): boolean {
    return alternatives.some(({ stem, origin }) => origin !== 'spelling' && lexicon.titlePages(stem) > 0);
  }

  /** True for a subject word of whose field no title and few pages have a word: a *lawyer* is meant by a *solicitor*, too. */
  function isOfAnother({ folded }: Sought): boolean {
    const subject = analyzer.subjectOf(folded);
    if (!subject) return false;
    const itself = analyzer.termOf(subject.word ?? folded).stem;
    if (beginningsOf(itself, lexicon, (itself.length * 2) / 3).length > 0) return false;
    const stems = subject.field.map((word) => lexicon.stemOrdinal(analyzer.termOf(word).stem));
    const held = stems.filter((stem) => stem !== undefined);
    return (
      held.every((stem) => lexicon.titlePages(stem) === 0) &&
      held.reduce((sum, stem) => sum + lexicon.stemPages(stem), 0) <= pages * PASSING_SHARE
    );
  }
}
