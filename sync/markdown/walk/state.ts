import type { BlockBuilder } from '../write/block-builder.ts';
import type { Mark } from '../write/inline.ts';
import type { TableCell } from '../write/table.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** State of a walk, shared by all element handlers. */
export type WalkState = {
  readonly blocks: BlockBuilder;
  readonly baseUrl: string;
  /** Open tables: the rows of a data table so far, or a layout table. */
  readonly tables: (TableCell[][] | 'layout')[];
  /** Headings with the link of the card around them. */
  readonly headingLinks: Map<HtmlElement, Mark>;
  /** Destination of each link, if any. */
  readonly destinations: ReadonlyMap<HtmlElement, string | undefined>;
  /** Destinations of links with text. */
  readonly namedLinks: ReadonlySet<string>;
  /** Open lists; `false` for lists that are not written as lists. */
  readonly lists: boolean[];
  blockQuotes: number;
  /** The enclosing `sup` or `sub`. */
  script: 'sup' | 'sub' | undefined;
};

/** Handler of the start of an element. The returned callback handles its end; `false` skips its content. */
export type ElementHandler = (element: HtmlElement, state: WalkState) => (() => void) | false | undefined;

/** Block elements without a Markdown equivalent. */
export const BLOCK_TAGS = new Set(
  `address article aside body caption center dd details dialog dir div dl fieldset figcaption figure footer form header
  hgroup legend main nav optgroup option p search section tbody td tfoot th thead tr`.split(/\s+/),
);
