import type { Blocks } from '../write/blocks.ts';
import type { Link } from '../write/inline.ts';
import type { Cell } from '../write/table.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** What the handlers share while one document is walked. */
export type State = {
  readonly blocks: Blocks;
  readonly baseUrl: string;
  /** Tables that are open: a data table's rows so far, or that it only places things. */
  readonly tables: (Cell[][] | 'layout')[];
  /** Headings that take the link of the card around them. */
  readonly headingLinks: Map<HtmlElement, Link>;
  /** Addresses to which some link with a text leads. */
  readonly namedLinks: ReadonlySet<string>;
  /** Lists that are open, and whether each is written as one. */
  readonly lists: boolean[];
  quotations: number;
  keepsLines: boolean;
  script: 'sup' | 'sub' | undefined;
};

/** What to do at an element's start; the returned function is called at its end. `false` passes over what is in it. */
export type Handler = (element: HtmlElement, state: State) => (() => void) | false | undefined;
