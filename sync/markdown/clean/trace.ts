import type { HtmlParent } from '../parse/tree.ts';

/** Listens to one conversion, for somebody who looks into a page: what was left out, and which part was taken. */
export type Trace = {
  /** Called with an element that was taken out, or one whose text lost something. */
  readonly removed: (element: HtmlParent, reason: string) => void;
  readonly mainContent: (element: HtmlParent, reason: string) => void;
};
