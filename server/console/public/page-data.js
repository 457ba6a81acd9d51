/**
 * Data that the server embeds in the page: `texts` (../texts/page-texts.ts); for the console `where` (/api/sandbox) and
 * `home`, the URL of the front page; for the reference `contract`, the path of the OpenAPI document.
 */
export const { texts, where, home, contract } = JSON.parse(document.querySelector('meta[name=page-data]').content);
