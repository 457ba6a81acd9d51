/** `modified` of a page without a date. */
export const NO_DATE = '1970-01-01T00:00:00Z';

/** A published page. */
export type Page = {
  /** WordPress post id, unique within a site for all types. */
  readonly id: number;
  /** REST base of the type: `pages`, `posts`, `servicio`. */
  readonly type: string;
  /** Absolute address, as WordPress links it. */
  readonly url: string;
  /** Lookup key of the address (`shared/addresses.ts`): `/porto/pan-de-molde`; the front page is `/`. */
  readonly path: string;
  /** Plain text. */
  readonly title: string;
  readonly markdown: string;
  /** BCP 47 tag: `es`, `es-ES`. */
  readonly language: string;
  /** Last modification in WordPress, ISO 8601 UTC with seconds: `2026-03-01T09:30:00Z`. */
  readonly modified: string;
  /** Slug of the city, or an empty string for a general page. */
  readonly city: string;
  /** Path without the city: pages of a service in several cities have the same family. */
  readonly family: string;
  /** Paths of translations, separated by line feeds. */
  readonly translations?: string;
};

/** Former path of a page, with the page that replaces it. */
export type Alias = { readonly path: string; readonly pageId: number };

export type Site = {
  readonly name: string;
  readonly description: string;
  /** Address of the front page, without a trailing slash. */
  readonly home: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** All host names of the site, beginning with the host of `home`: `example.com`, `www.example.com`. */
  readonly hosts: readonly string[];
  /** Query parameters of custom types in plain permalinks: `servicio` in `/?servicio=panaderia`. */
  readonly queryVars?: readonly string[];
};
