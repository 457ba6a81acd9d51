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

/** Counted facts about a question; `results` is the sum of shown pages. */
export type QuestionFact = 'asked' | 'empty' | 'unmatched' | 'corrected' | 'read' | 'results';

// Reasons why a question, or its text, is not in the ledger.
type LeftOut = 'personal' | 'busy' | 'full';

/**
 * An entry of the ledger; each day counts each entry. The keyed hash of the day identifies a question. `text` gives the text of
 * a hash as soon as it may be stored. The empty hash stands for all questions that may hold personal data.
 */
export type Entry =
  | readonly [
      kind: 'call',
      operation: string,
      api: ContentApi,
      family: string,
      caller: 'anonymous' | 'identified',
      quota: QuotaUse,
    ]
  | readonly [kind: 'question', question: string, city: string, language: string, fact: QuestionFact]
  | readonly [kind: 'page', question: string, path: string, use: 'shown' | 'read']
  | readonly [kind: 'text', question: string, text: string]
  /** An unrelated caller of a question: digests of the question and, joined by spaces, of the caller's marks. */
  | readonly [kind: 'asker', questionDigest: string, markDigests: string]
  | readonly [kind: 'next', question: string, next: string]
  | readonly [kind: 'read', path: string]
  | readonly [kind: 'left_out', why: LeftOut];

const LENGTHS: Readonly<Record<Entry[0], number>> = {
  call: 6,
  question: 5,
  page: 4,
  text: 3,
  asker: 3,
  next: 3,
  read: 2,
  left_out: 2,
};

/** Serializes an entry for the store. */
export function writeEntry(entry: Entry): string {
  return JSON.stringify(entry);
}

/** Parses a stored entry; returns `undefined` for an unknown version or a damaged entry. */
export function readEntry(stored: string): Entry | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
  const [kind = ''] = parts;
  const isEntry = Object.hasOwn(LENGTHS, kind) && LENGTHS[kind as Entry[0]] === parts.length;
  // `writeEntry` wrote the parts of each kind; untrusted text among them is only shown.
  return isEntry ? (parts as unknown as Entry) : undefined;
}
