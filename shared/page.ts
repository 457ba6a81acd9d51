/** A published page, as every part of the program means it. */
export type Page = {
  /** WordPress post id; unique within a site, whatever the type. */
  readonly id: number;
  /** REST base of its type: `pages`, `posts`, `servicio`. */
  readonly type: string;
  /** Absolute address, as WordPress links it. */
  readonly url: string;
  /** The address as a lookup key (shared/addresses.ts): `/porto/pan-de-molde`; the front page is `/`. */
  readonly path: string;
  /** Plain text. */
  readonly title: string;
  readonly markdown: string;
  /** BCP 47 tag: `es`, `es-ES`. */
  readonly language: string;
  /** Last change in WordPress, ISO 8601 UTC with seconds: `2026-03-01T09:30:00Z`. */
  readonly modified: string;
  /** Slug of its city; empty when the page is general. */
  readonly city: string;
  /** Its path with the city taken out: pages of one service in many cities share it. */
  readonly family: string;
  /** Paths of the pages that the site calls its translations, one a line. */
  readonly translations?: string;
};

/** A former address of a page: its lookup key, and the page that answers for it now. */
export type Alias = { readonly path: string; readonly pageId: number };

/** The site whose pages these are. */
export type Site = {
  readonly name: string;
  readonly description: string;
  /** Address of the front page, without a trailing slash. */
  readonly home: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** Every host name under which the site answers, `home`'s first: `example.com`, `www.example.com`. */
  readonly hosts: readonly string[];
  /** With plain permalinks, the query variables that name pages of custom types: `servicio` in `/?servicio=panaderia`. */
  readonly queryVars?: readonly string[];
};
