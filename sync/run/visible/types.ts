import type { StoredView } from '../../../db/mirror/views.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import type { Validators } from '../../wordpress/visitor.ts';
import type { SkipReason } from '../census/plan.ts';

/** State of a page before it is read. */
export type Before = {
  readonly view: StoredView | undefined;
  /** The census says what it said when the page was last read. */
  readonly unchanged: boolean;
  /** It was read by other code, which may have taken its view for something else. */
  readonly isOutdated: boolean;
  /** Its view is old enough to be asked for again. */
  readonly isDue: boolean;
};

/** `isRepeated`: the same befell several pages before, and was reported. */
export type Fault = { readonly error: WordPressError; readonly isRepeated: boolean };

/** Reason to read a page's own HTML: what the REST API gives, what the theme adds, or the owner's word. */
export type HtmlReason = 'unrendered' | 'outside' | 'different' | 'teaser' | 'paywall' | 'site.yaml';

/** The text of a page that an anonymous visitor can read. */
export type VisibleText =
  | {
      readonly kind: 'text';
      readonly from: StoredView['textFrom'];
      /** Of a text from the page's own HTML. */
      readonly why?: HtmlReason;
      readonly markdown: string;
      readonly notes: readonly string[];
      readonly validators: Validators;
      /** Compared with no view of this run: believed only when the text is the known one. */
      readonly isAssumed: boolean;
      /** Languages that its HTML names, where it was seen. */
      readonly head?: PageHead;
      /** The fault for which it could not be compared with what visitors see. */
      readonly unseen?: Fault;
    }
  | { readonly kind: 'hidden'; readonly reason: SkipReason; readonly detail: string; readonly validators: Validators }
  /** Its HTML is that of the last reading, and so is its text. */
  | { readonly kind: 'same' }
  /** Its own HTML is needed and could not be read; `markdown` is what the REST API gives. */
  | {
      readonly kind: 'failed';
      readonly fault: Fault;
      readonly markdown: string;
      readonly notes: readonly string[];
    }
  /** No view of it could be had. */
  | { readonly kind: 'unseen'; readonly fault: Fault };

/** A text with the reason for which the page's own HTML was read; one of the REST API needs none. */
export const because = (why: HtmlReason, text: VisibleText): VisibleText =>
  text.kind === 'text' && text.from === 'page' ? { ...text, why } : text;
