/** A stem that may match a word of the query, and its weight: 1 for the word itself, less for expansions. */
export type Alternative = {
  readonly stem: number;
  readonly weight: number;
  readonly origin: 'word' | 'synonym' | 'spelling' | 'related';
};

/** A word that is missing from the index, and its synonyms in the index. */
export type SynonymOnlyWord = { readonly text: string; readonly alternatives: readonly Alternative[] };

/** A word of the query, resolved against the lexicon. */
export type QueryTerm = {
  /** Folded. */
  readonly text: string;
  /** The expansion of the word, heaviest first; empty without a match in the index. */
  readonly alternatives: readonly Alternative[];
  /** Ordinal of the surface form as typed; `undefined` if it is missing from the index. */
  readonly surface: number | undefined;
  /** Inverse document frequency of the first alternative. */
  readonly idf: number;
  /** True for a piece of a word (text/pieces.ts). */
  readonly isPiece: boolean;
  /** True for a frequent word of queries that seldom names their subject. */
  readonly isGeneral: boolean;
  /** True for a word of a saying, which is replaced by different words. */
  readonly isSaid: boolean;
  /** True for a word that is missing from the index and has only uncertain corrections. */
  readonly isGuess: boolean;
};

/** Maximum number of query terms; further terms are dropped. The longest valid query has fewer. */
export const MAX_TERMS = 128;

/** A word of the interpreted query. */
export type PassWord = { readonly folded: string; readonly isStopWord: boolean; readonly isGeneral: boolean };

/** A part of a response: pages of these cities, ranked above all pages of later passes. */
export type Pass = {
  readonly cities: { readonly only: string } | { readonly except: string } | undefined;
  readonly terms: readonly QueryTerm[];
  /** Number of terms that name the subject; the terms after them name places. */
  readonly subjects: number;
  /** Words of the interpreted query, with stop words, without place names. */
  readonly words: readonly PassWord[];
  /** Pages without any of the terms match as well. */
  readonly everyPage: boolean;
  /** City pages are removed after the ranking: without them, general pages would not be moved before their copies. */
  readonly generalOnly: boolean;
};

/** A page of the first stage, ordered by score, then by id. */
export type Match = {
  readonly page: number;
  /** Comparable within a pass only. */
  readonly firstStageScore: number;
};

/** The position of a page among the pages of its service. */
export type PageGroup = {
  readonly family: string | number;
  readonly isCopy: boolean;
  /** True for the front page of a city or of the site. */
  readonly isLanding: boolean;
  /** The general page of the same family. */
  readonly general: number | undefined;
};

/** Forward index of a page: its surface forms in the order title, headings, body, and the end of each field. */
export type PageTokens = {
  readonly tokens: Uint32Array;
  readonly start: number;
  readonly ends: readonly [title: number, headings: number, body: number];
  /** Start offsets of the body tokens, delta-encoded (storage/typed-arrays.ts). */
  readonly offsetDeltas: Uint8Array;
  readonly firstDelta: number;
};

/**
 * The first stage: retrieves candidates and their data, in memory (match/memory-matcher.ts) or by FTS5
 * (match/full-text-matcher.ts). Page numbers are valid only for the matcher that returned them.
 */
export type Matcher = {
  /** Returns the first `limit` matches of a pass, best first. A greater limit only appends matches. */
  readonly match: (pass: Pass, limit: number) => Match[];
  /** Returns the first `limit` general pages that match a term of a pass, best first. */
  readonly matchGeneral: (pass: Pass, limit: number) => Match[];
  /** Returns true if a pass matches a page. */
  readonly holds: (pass: Pass, page: number) => boolean;
  readonly groupOf: (page: number) => PageGroup;
  readonly tokensOf: (page: number) => PageTokens;
  readonly idOf: (page: number) => number;
};

/** An occurrence of a query term in a field: its offset, the number of the term, and its weight. */
export type Hit = { readonly start: number; readonly term: number; readonly weight: number };
