import type { HtmlParent } from '../parse/tree.ts';

/** Receives the decisions of a conversion, to explain the result for a page. */
export type Trace = {
  /** Called with an element that was removed, or whose text was shortened. */
  readonly removed: (element: HtmlParent, reason: string) => void;
  readonly mainContent: (element: HtmlParent, reason: string) => void;
};
