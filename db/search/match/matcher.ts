import type { Pass } from '../query/interpreter.ts';
import type { PageTokens } from './reranker.ts';

/** A matching page: `hasAllTerms` before others, then by score, then by id. */
export type Match = { readonly page: number; readonly hasAllTerms: boolean };

/** Where a page stands among the pages of its service. */
export type PageGroup = {
  readonly family: string | number;
  /** Whether it is the page of one city. */
  readonly isCopy: boolean;
  /** Whether it is the front page of its city, or of the site. */
  readonly isLanding: boolean;
  /** The general page of the same family. */
  readonly general: number | undefined;
};

/**
 * Finds pages and tells about them. Two kinds: in memory (memory-matcher.ts) and by FTS5 (full-text-matcher.ts). Pages
 * are numbers that only the matcher understands.
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
