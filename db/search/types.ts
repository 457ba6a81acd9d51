/** A stem that may stand for a word of the query, and its weight: 1 for the word itself, less for others. */
export type Alternative = { readonly stem: number; readonly weight: number };

/** A word that the index does not hold, with its synonyms that the index does hold. */
export type SynonymOnlyWord = { readonly text: string; readonly alternatives: readonly Alternative[] };

/** One word of the query, resolved against the lexicon. */
export type QueryTerm = {
  /** The expansion of the word, heaviest first; empty when the index holds nothing like it. */
  readonly alternatives: readonly Alternative[];
  /** Ordinal of the surface form exactly as typed, when the index holds it. */
  readonly surface: number | undefined;
  /** Ordinal of the same word in the other number, singular or plural, when the index holds it. */
  readonly otherNumber: number | undefined;
  /** Inverse document frequency of the first alternative. */
  readonly idf: number;
};

/** Query terms beyond these are dropped; the longest query that is allowed has fewer. */
export const MAX_TERMS = 128;

/** One part of an answer: pages of these cities, ranked above every page of the passes after it. */
export type Pass = {
  readonly cities: { readonly only: string } | { readonly except: string } | undefined;
  /** Pages with all of these come before pages with some of them. */
  readonly words: readonly QueryTerm[];
  /** Terms that add to a page's score and decide nothing else. */
  readonly extras: readonly QueryTerm[];
  /** Whether pages with none of the words match as well. */
  readonly everyPage: boolean;
};

/** A page of the first stage: `hasAllTerms` before others, then by score, then by id. */
export type Match = { readonly page: number; readonly hasAllTerms: boolean };

/** The place of a page among the pages of its service. */
export type PageGroup = {
  readonly family: string | number;
  /** Whether it is the page of one city. */
  readonly isCopy: boolean;
  /** Whether it is the front page of its city, or of the site. */
  readonly isLanding: boolean;
  /** The general page of the same family. */
  readonly general: number | undefined;
};

/** The forward index of one page: its surface forms in order, title, headings, body, and where each field ends. */
export type PageTokens = {
  readonly tokens: Uint32Array;
  readonly start: number;
  readonly ends: readonly [title: number, headings: number, body: number];
  /** Offsets of the words of the body, delta-encoded (storage/offset-encoding.ts). */
  readonly steps: Uint8Array;
  readonly firstStep: number;
};

/**
 * The first stage: retrieval of candidates, and what is known of a page. Two kinds: in memory (match/memory-matcher.ts)
 * and by FTS5 (match/full-text-matcher.ts). Pages are numbers that only the matcher understands.
 */
export type Matcher = {
  /** The first `limit` matches of a pass, best first. Asking for more never changes those before. */
  readonly match: (pass: Pass, limit: number) => Match[];
  /** Whether a page holds all the words of a pass; `undefined` when it holds none and does not match. */
  readonly holds: (pass: Pass, page: number) => boolean | undefined;
  readonly groupOf: (page: number) => PageGroup;
  readonly tokensOf: (page: number) => PageTokens;
  readonly idOf: (page: number) => number;
};

/** An occurrence in a text of a word of the query: its offset, the number of the word, and the word's weight. */
export type Hit = { readonly start: number; readonly word: number; readonly weight: number };
