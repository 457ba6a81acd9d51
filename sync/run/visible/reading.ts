import type { KnownPage, StagedPage } from '../../../db/mirror/mirror.ts';
import type { StoredSnapshot } from '../../../db/mirror/page-tables.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import { ConversionError } from '../../markdown/parse/room.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { SkipReason } from '../census/plan.ts';

/** State of a page before its request. */
export type Before = {
  readonly known: KnownPage | undefined;
  readonly snapshot: StoredSnapshot | undefined;
  /** Published text of a recently edited page, which a page cache may still show. */
  readonly former?: string | undefined;
  /** The census has the date and address of the last reading. */
  readonly unchanged: boolean;
  /** Another version of the code read it. */
  readonly isOutdated: boolean;
  /** The stored visitor snapshot is due for renewal. */
  readonly isDue: boolean;
  /** Hours since the first of the consecutive runs without a response to a visitor. */
  readonly unseenHours: number;
};

type Found = {
  readonly warnings: readonly string[];
  /** Visitor snapshot to store with the outcome. */
  readonly snapshot?: StoredSnapshot;
  /** Reason why no response to a visitor was available. */
  readonly unseen?: string;
};

type Skipped = Found & {
  readonly outcome: 'skip';
  readonly reason: SkipReason;
  readonly detail: string;
  /** Text of the response that visitors get instead. */
  readonly shown?: string | undefined;
  /** The reason is that of an earlier response, or a hint: the next run reads the page again. */
  readonly isUnseen?: boolean;
};

/** Unchanged, or nothing is known about it. */
type Same = Found & { readonly outcome: 'same' };

/** Outcome of reading a page. `isReduced`: visitors see less than the REST API returns, or a different title. */
export type Reading =
  | (Found & { readonly outcome: 'page'; readonly page: StagedPage; readonly isReduced?: boolean })
  | Skipped
  | Same;

/** Reason to publish the HTML of the response, or a part of the REST text. */
export type HtmlReason = 'unrendered' | 'outside' | 'different' | 'part' | 'site.yaml';

/** Text of a page in the response to an anonymous visitor. */
export type ShownText = {
  readonly outcome: 'text';
  readonly from: StoredSnapshot['textFrom'];
  /** Absent for the whole text of a REST response. */
  readonly why?: HtmlReason;
  readonly markdown: string;
  /** Visible title, if it differs from the title field of the REST API. */
  readonly title?: string | undefined;
  readonly notes: readonly string[];
  /** Without a visitor snapshot of this run: valid only if the text equals the mirrored text. */
  readonly isAssumed?: boolean;
  /** Published without a visitor snapshot, because the owner declares that the REST API shows nothing hidden. */
  readonly isUnseen?: boolean;
  /** Languages in its HTML, if a visitor snapshot was available. */
  readonly head?: PageHead;
};

/** Visible text of a page, or the outcome without a text. */
export type VisibleText = ShownText | Skipped | Same;

/** Returns the error for a response with bytes that are not UTF-8. */
export const damagedAt = (url: string) =>
  new WordPressError('damaged', 'The site answered with text that is not UTF-8', { url });

/** Returns a visitor snapshot; `more` replaces the default, a page with the text of the REST API. */
export function snapshotOf(id: number, now: Date, more: Partial<StoredSnapshot>): StoredSnapshot {
  const rest = { verdict: '', detail: '', textFrom: 'rest', language: '', alternates: '' } as const;
  return { id, ...rest, ...more, checkedAt: now.getTime() };
}

type Hidden = Partial<Pick<Skipped, 'detail' | 'shown' | 'unseen' | 'isUnseen'>>;

type Unconverted = { readonly id: number; readonly now: Date; readonly mayStay: boolean };

/** Returns the reading of a page that visitors do not get. */
export function skip(id: number, now: Date, reason: SkipReason, hidden: Hidden = {}): Skipped {
  const { detail = '', shown, ...more } = hidden;
  const snapshot = snapshotOf(id, now, { verdict: reason, detail });
  return { outcome: 'skip', reason, detail, warnings: [], snapshot, ...(shown !== undefined && { shown }), ...more };
}

/**
 * Returns the reading of a page that could not be converted; throws any other error. The mirrored text stays only if `mayStay`
 * and the cause may pass, because visitors may get a different text by now.
 */
export function unconverted(error: unknown, { id, now, mayStay }: Unconverted): Skipped | Same {
  if (!(error instanceof ConversionError)) throw error;
  const { message: detail, isLasting } = error;
  const warnings = [`it could not be converted: ${detail}`];
  if (mayStay && !isLasting) return { outcome: 'same', warnings, unseen: 'not convertible' };
  return { ...skip(id, now, 'not convertible', { detail }), warnings };
}
