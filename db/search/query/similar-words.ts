import type { Lexicon } from '../storage/lexicon.ts';
import type { Thesaurus } from '../storage/thesaurus.ts';
import type { WordForms } from '../storage/word-forms.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Alternative } from '../types.ts';

/** Parameters of the words that a thesaurus proposes for one that no page has. */
export const SIMILAR = {
  /** Weight against the word itself. */
  weight: 0.3,
  /** What more pages than this share say, and than so many, is none of these: it tells no page from another. */
  share: 0.04,
  pages: 8,
  /** Proposed words of one word at most. */
  most: 8,
} as const;

/** Proposes the stems of the index that mean about the same as a word of the language that it lacks. */
export function createSimilarWords(options: {
  readonly thesaurus: Thesaurus;
  readonly lexicon: Lexicon;
  readonly analyzer: Analyzer;
  readonly wordForms: WordForms;
  readonly pages: number;
}) {
  const { thesaurus, lexicon, analyzer, wordForms, pages } = options;
  const mostPages = Math.max(SIMILAR.pages, SIMILAR.share * pages);

  return function similarTo(folded: string): readonly Alternative[] {
    const itself = thesaurus(folded);
    const words = itself.length > 0 ? itself : wordForms.basesOf(folded).flatMap((b) => thesaurus(analyzer.fold(b)));
    const stems = words.flatMap((word) => lexicon.stemOrdinal(analyzer.termOf(word).stem) ?? []);
    const telling = [...new Set(stems)].filter((stem) => lexicon.stemPages(stem) <= mostPages);
    return telling.slice(0, SIMILAR.most).map((stem) => ({ stem, weight: SIMILAR.weight, origin: 'synonym' }));
  };
}
