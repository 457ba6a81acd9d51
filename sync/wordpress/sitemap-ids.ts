/** First id of pages without a WordPress id: these ids are hashes of the address. */
export const FIRST_ID = 2 ** 42;

/** True for the id of a page from a sitemap. */
export const isFromSitemap = (id: number): boolean => id >= FIRST_ID;
