/** APIs for content. */
export type ContentApi = 'http' | 'mcp' | 'knowledge' | 'markdown';

/** A search, as the ledger records it. */
export type Question = {
  readonly kind: 'question';
  /** As the caller wrote it. */
  readonly query: string;
  /** Values of the parameters; `language` is empty where none was given. */
  readonly city: string;
  readonly language: string;
  /** False for later pages of results. */
  readonly isFirstPart: boolean;
  /** Paths of the pages that were shown, best first. */
  readonly pages: readonly string[];
  /** A word matches nothing on the site. */
  readonly hasUnmatched: boolean;
  /** A word was corrected. */
  readonly isCorrected: boolean;
};

/** The subject of a response: a search, or the page at this path. */
export type Noted = Question | { readonly kind: 'page'; readonly path: string };

/** The caller of a request. Only the family of its User-Agent is stored. */
export type Caller = {
  readonly client: {
    readonly address: string;
    readonly key: string;
  };
  /** Of an identified client. */
  readonly clientId: string | undefined;
  readonly userAgent: string | undefined;
};

/** Used part of the caller's quota: less than half, more, all. */
export type QuotaUse = 'low' | 'high' | 'refused';
