/** A stem that may stand for a word of the query, and its weight: 1 for the word itself, less for others. */
export type Alternative = {
  readonly stem: number;
  readonly weight: number;
  readonly origin: 'word' | 'synonym' | 'spelling' | 'related';
};

/** A word that the index does not hold, with its synonyms that the index does hold. */
export type SynonymOnlyWord = { readonly text: string; readonly alternatives: readonly Alternative[] };

/** One word of the query, resolved against the lexicon. */
export type QueryTerm = {
  /** Folded. */
  readonly text: string;
  /** The expansion of the word, heaviest first; empty when the index holds nothing like it. */
  readonly alternatives: readonly Alternative[];
  /** Ordinal of the surface form exactly as typed, when the index holds it. */
  readonly surface: number | undefined;
  /** Ordinal of the same word in the other number, singular or plural, when the index holds it. */
  readonly otherNumber: number | undefined;
  /** Inverse document frequency of the first alternative. */
  readonly idf: number;
  /** True for a piece of a word (text/pieces.ts). */
  readonly isPiece: boolean;
  /** True for a word of many questions that seldom names their subject. */
  readonly isGeneral: boolean;
  /** True for a word of a saying, which is read as other words. */
  readonly isSaid: boolean;
  /** True for a word that nothing certain stands for: what it may be a slip for only moves pages a little. */
  readonly isGuess: boolean;
};

/** Query terms beyond these are dropped; the longest query that is allowed has fewer. */
export const MAX_TERMS = 128;

/** Up to so many terms, pages that hold all of them come first; a longer query has them all on a page by chance. */
export const STRICT_TERMS = 2;

/** One part of an answer: pages of these cities, ranked above every page of the passes after it. */
export type Pass = {
  readonly cities: { readonly only: string } | { readonly except: string } | undefined;
  /** Pages with all of these come before pages with some of them. */
  readonly terms: readonly QueryTerm[];
  /** Terms that add to a page's score and decide no more than that it matches: not whether it comes first. */
  readonly extras: readonly QueryTerm[];
  /** The words of the query as they were read, folded, stop words as well, but for those of a place. */
  readonly words: readonly string[];
  /** Pages with none of the terms match as well. */
  readonly everyPage: boolean;
  /** Pages of a city are left out afterwards: without them, general pages would lose their place before their copies. */
  readonly generalOnly: boolean;
};

/** A page of the first stage: `hasAllTerms` before others, then by score, then by id. */
export type Match = {
  readonly page: number;
  readonly hasAllTerms: boolean;
  /** Comparable within one pass only. */
  readonly firstStageScore: number;
};

/** The place of a page among the pages of its service. */
export type PageGroup = {
  readonly family: string | number;
  /** True for the page of one city. */
  readonly isCopy: boolean;
  /** True for the front page of a city, or of the site. */
  readonly isLanding: boolean;
  /** The general page of the same family. */
  readonly general: number | undefined;
};

/** The forward index of one page: its surface forms in order, title, headings, body, and where each field ends. */
export type PageTokens = {
  readonly tokens: Uint32Array;
  readonly start: number;
  readonly ends: readonly [title: number, headings: number, body: number];
  /** Start offsets of the words of the body, delta-encoded (storage/offset-encoding.ts). */
  readonly offsetDeltas: Uint8Array;
  readonly firstDelta: number;
};

/**
 * The first stage: retrieval of candidates, and what is known of a page. Two kinds: in memory (match/memory-matcher.ts)
 * and by FTS5 (match/full-text-matcher.ts). Pages are numbers that only the matcher understands.
 */
export type Matcher = {
  /** The first `limit` matches of a pass, best first. Asking for more never changes those before. */
  readonly match: (pass: Pass, limit: number) => Match[];
  /** True when a page holds all the terms of a pass; `undefined` when it holds none and does not match. */
  readonly holds: (pass: Pass, page: number) => boolean | undefined;
  readonly groupOf: (page: number) => PageGroup;
  /** The general pages that have copies for cities, by id. */
  readonly services: () => readonly number[];
  readonly tokensOf: (page: number) => PageTokens;
  readonly idOf: (page: number) => number;
};

/** An occurrence of a query term in a text: its offset, the number of the term, and what it weighs. */
export type Hit = { readonly start: number; readonly term: number; readonly weight: number };
