import type { Lexicon } from '../storage/lexicon.ts';
import type { Matcher, Pass } from '../types.ts';
import { termOfStems } from './query-terms.ts';

/** Pages that are looked at for a word in a heading, and for the words of a phrase. */
const FEW_PAGES = 4;
const PHRASE_PAGES = 10;
/** Words that may stand between those of a phrase. */
const GAP = 4;

/** Occurrence of stems in headings, and their co-occurrence within a few words. */
export type Mentions = {
  /** True for a stem that one of the first pages that hold it has in a heading. */
  readonly isInHeading: (stem: number) => boolean;
  /** Co-occurrence of stems: in the headings of a page, and on how many of the first pages that have all of them. */
  readonly together: (stems: readonly number[]) => { readonly inHeadings: boolean; readonly pages: number };
  /** True when one of the first pages that hold these stems has another one in its title. */
  readonly areInTextAbout: (stems: readonly number[], titled: number) => boolean;
};

/** Looks at the words of the pages that hold stems. */
export function createMentions(matcher: Matcher, lexicon: Lexicon): Mentions {
  function isInHeading(stem: number): boolean {
    const holding = matcher.match(passOfStems([stem]), FEW_PAGES).map(({ page }) => matcher.tokensOf(page));
    return holding.some(({ tokens, ends: [title, headings] }) =>
      tokens.subarray(title, headings).some((surface) => lexicon.stemOfSurface(surface) === stem),
    );
  }

  function together(stems: readonly number[]) {
    const holding = matcher.match(passOfStems(stems), PHRASE_PAGES).filter(({ hasAllTerms }) => hasAllTerms);
    const texts = holding.map(({ page }) => matcher.tokensOf(page));
    const inHeadings = texts.filter(({ tokens, start, ends: [, headings] }) =>
      areNear(stems, tokens.subarray(start, headings)),
    );
    const inBody = texts.filter(({ tokens, ends: [, headings, body] }) =>
      areNear(stems, tokens.subarray(headings, body)),
    );
    return { inHeadings: inHeadings.length > 0, pages: new Set([...inHeadings, ...inBody]).size };
  }

  function areInTextAbout(stems: readonly number[], titled: number): boolean {
    const holding = matcher
      .match(passOfStems([...stems, titled]), PHRASE_PAGES)
      .filter(({ hasAllTerms }) => hasAllTerms);
    const texts = holding.map(({ page }) => matcher.tokensOf(page));
    return texts.some(({ tokens, start, ends: [title] }) =>
      tokens.subarray(start, title).some((surface) => lexicon.stemOfSurface(surface) === titled),
    );
  }

  /** True when a run of words holds all the stems, with few others between them. */
  function areNear(stems: readonly number[], surfaces: Uint32Array): boolean {
    const last = new Map<number, number>();
    for (const [at, surface] of surfaces.entries()) {
      const stem = lexicon.stemOfSurface(surface);
      if (stem === undefined || !stems.includes(stem)) continue;
      last.set(stem, at);
      if (stems.every((one) => at - (last.get(one) ?? -Infinity) < stems.length + GAP)) return true;
    }
    return false;
  }

  return { isInHeading, together, areInTextAbout };
}

/** A pass for all pages that hold one of these stems, those with all of them first. */
function passOfStems(stems: readonly number[]): Pass {
  const terms = stems.map((stem) => termOfStems('', [{ stem, weight: 1, origin: 'word' }], 1));
  return { cities: undefined, terms, extras: [], words: [], everyPage: false, generalOnly: false };
}
