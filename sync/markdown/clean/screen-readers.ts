import { askedOfClasses } from '../parse/class-names.ts';
import type { HtmlNode } from '../parse/tree.ts';

// Class names of themes and plugins for text that is only for screen readers, with or without a prefix:
// `screen-reader-text`, `sr-only`, `visuallyhidden`, `sbi-screenreader`.
const FOR_SCREEN_READERS =
  /^(?:[\w-]+?[-_])??(?:screen-?readers?(?:[-_]?(?:text|only))?|sr-?only|visually-?hidden|assistive-text|elementor-screen-only)(?:-focusable)?$/;
// Class names that undo it, always or by screen width: `not-sr-only`, `lg:not-sr-only`.
const UNDONE = /(?:^|:|[-_])(?:not|no|un)[-_](?:screen-?reader|sr-?only|visually-?hidden)/;

/** Tests the classes of an element that is only for screen readers, because its style sheet may be a separate file. */
export const isForScreenReaders = askedOfClasses(
  (classes) => classes.some((name) => FOR_SCREEN_READERS.test(name)) && !classes.some((name) => UNDONE.test(name)),
);

/** Tests for a node that visitors see. */
export type IsShown = (node: HtmlNode) => boolean;

/** Creates a test for nodes outside a set of hidden nodes, and not only for screen readers. */
export const shownTest =
  (hidden: ReadonlySet<HtmlNode>): IsShown =>
  (node) =>
    !hidden.has(node) && (node.nodeType === 3 || !isForScreenReaders(node.classes));
