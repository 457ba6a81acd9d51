import type { StoredView } from '../../../db/mirror/views.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import type { Validators } from '../../wordpress/visitor.ts';
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
  /** The stored view is old enough to be renewed. */
  readonly isDue: boolean;
};

/** `isRepeated`: several pages before had the same fault, and it was reported. */
export type Fault = { readonly error: WordPressError; readonly isRepeated: boolean };

/** Reason to publish a page's own HTML, or a part of the REST text. */
export type HtmlReason = 'unrendered' | 'outside' | 'different' | 'part' | 'site.yaml';

/** The text of a page that an anonymous visitor can read. */
export type VisibleText =
  | {
      readonly kind: 'text';
      readonly from: StoredView['textFrom'];
      /** Absent for the whole text of the REST API. */
      readonly why?: HtmlReason;
      readonly markdown: string;
      /** Title that visitors see, if it is not the title of the REST API. */
      readonly title?: string | undefined;
      readonly notes: readonly string[];
      readonly validators: Validators;
      /** Compared with no view of this run: correct only if the text equals the mirrored text. */
      readonly isAssumed: boolean;
      /** Published without a view, because the owner declares that the REST API shows nothing hidden. */
      readonly isUnseen?: boolean;
      /** Languages that its HTML names, if it was seen. */
      readonly head?: PageHead;
    }
  | {
      readonly kind: 'hidden';
      readonly reason: SkipReason;
      readonly detail: string;
      readonly validators: Validators;
      /** Text that visitors get instead. */
      readonly shown?: string | undefined;
    }
  /** The HTML equals that of the last reading, and so does the text. */
  | { readonly kind: 'same' }
  /** No view of the page is available. */
  | { readonly kind: 'unseen'; readonly fault: Fault };
