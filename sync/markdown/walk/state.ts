import type { BlockBuilder } from '../write/block-builder.ts';
import type { Link } from '../write/inline.ts';
import type { TableCell } from '../write/table.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** The state of one walk, shared by all element handlers. */
export type WalkState = {
  readonly blocks: BlockBuilder;
  readonly baseUrl: string;
  /** Tables that are open: the rows of a data table so far, or a layout table. */
  readonly tables: (TableCell[][] | 'layout')[];
  /** Headings that take the link of the card around them. */
  readonly headingLinks: Map<HtmlElement, Link>;
  /** Target of each link, if it leads anywhere. */
  readonly destinations: ReadonlyMap<HtmlElement, string | undefined>;
  /** Addresses to which some link with a text leads. */
  readonly namedLinks: ReadonlySet<string>;
  /** Lists that are open; `false` for those that are not written as lists. */
  readonly lists: boolean[];
  blockQuotes: number;
  /** In a verse, whose line feeds are line breaks. */
  keepsLines: boolean;
  /** The `sup` or `sub` around. */
  script: 'sup' | 'sub' | undefined;
};

/** Called at the start of an element; the function it returns is called at the end. `false` skips the element's content. */
export type ElementHandler = (element: HtmlElement, state: WalkState) => (() => void) | false | undefined;
