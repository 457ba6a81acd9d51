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
  /** Inverse document frequency of the first alternative. */
  readonly idf: number;
  /** True for a piece of a word (text/pieces.ts). */
  readonly isPiece: boolean;
  /** True for a word of many questions that seldom names their subject. */
  readonly isGeneral: boolean;
  /** True for a word of a saying, which is read as other words. */
  readonly isSaid: boolean;
  /** True for a word that the index lacks and whose alternatives are uncertain corrections of it. */
  readonly isGuess: boolean;
};

/** Query terms beyond these are dropped; the longest query that is allowed has fewer. */
export const MAX_TERMS = 128;

/** One part of an answer: pages of these cities, ranked above every page of the passes after it. */
export type Pass = {
  readonly cities: { readonly only: string } | { readonly except: string } | undefined;
  readonly terms: readonly QueryTerm[];
  /** The first of the terms, which name the subject; the rest are names of places. */
  readonly subjects: number;
  /** The words of the query as they were read, folded, including stop words and excluding those of a place. */
  readonly words: readonly string[];
  /** Pages with none of the terms match as well. */
  readonly everyPage: boolean;
  /** Pages of a city are left out afterwards: without them, general pages would lose their place before their copies. */
  readonly generalOnly: boolean;
};

/** A page of the first stage, by score, then by id. */
export type Match = {
  readonly page: number;
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
  /** True for a page that a pass matches. */
  readonly holds: (pass: Pass, page: number) => boolean;
  readonly groupOf: (page: number) => PageGroup;
  readonly tokensOf: (page: number) => PageTokens;
  readonly idOf: (page: number) => number;
};

/** An occurrence of a query term in a text: its offset, the number of the term, and what it weighs. */
export type Hit = { readonly start: number; readonly term: number; readonly weight: number };
