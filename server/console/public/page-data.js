/**
 * The data that the server wrote into the page: its texts (../texts/page-texts.ts), and for the console `where`, /api/sandbox, and
 * `home`, the address of the site's front page.
 */
export const { texts, where, home } = JSON.parse(document.querySelector('meta[name=page-data]').content);
