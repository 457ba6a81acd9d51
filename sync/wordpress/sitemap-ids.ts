/** Ids of pages without an id of WordPress begin here: a hash of their address. */
export const FIRST_ID = 2 ** 42;

/** True for the id of a page that was listed by a sitemap. */
export const isFromSitemap = (id: number): boolean => id >= FIRST_ID;
