import type { StoredView } from '../../../db/mirror/views.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import type { SkipReason } from '../census/plan.ts';

/** State of a page before it is read. */
export type Before = {
  readonly view: StoredView | undefined;
  /** Title in the mirror. */
  readonly title?: string | undefined;
  /** The census has the date and address of the last reading. */
  readonly unchanged: boolean;
  /** Another version of the code read it. */
  readonly isOutdated: boolean;
  /** The stored visitor snapshot is due for renewal. */
  readonly isDue: boolean;
};

/** `isRepeated`: several previous pages had the same fault, which was reported. */
export type Fault = { readonly error: WordPressError; readonly isRepeated: boolean };

/** Reason to publish the HTML of a page, or a part of the REST text. */
export type HtmlReason = 'unrendered' | 'outside' | 'different' | 'part' | 'site.yaml';

/** Text of a page that an anonymous visitor can read. */
export type VisibleText =
  | {
      readonly kind: 'text';
      readonly from: StoredView['textFrom'];
      /** Absent for the whole text of the REST API. */
      readonly why?: HtmlReason;
      readonly markdown: string;
      /** Visible title, if it differs from the title of the REST API. */
      readonly title?: string | undefined;
      readonly notes: readonly string[];
      /** Without a visitor snapshot of this run: valid only if the text equals the mirrored text. */
      readonly isAssumed: boolean;
      /** Published without a visitor snapshot, because the owner declares that the REST API shows nothing hidden. */
      readonly isUnseen?: boolean;
      /** Languages in its HTML, if a visitor snapshot was available. */
      readonly head?: PageHead;
    }
  | {
      readonly kind: 'hidden';
      readonly reason: SkipReason;
      readonly detail: string;
      /** Text that visitors get instead. */
      readonly shown?: string | undefined;
      /** Hidden without a visitor snapshot, because of an earlier one or a hint: the next run reads it again. */
      readonly isUnseen?: boolean;
    }
  /** HTML and text equal those of the last reading. */
  | { readonly kind: 'same' }
  /** No visitor snapshot of the page is available. */
  | { readonly kind: 'unseen'; readonly fault: Fault };
