/**
 * The data that the server wrote into the page: its texts (../texts/page-texts.ts), and for the console `where`, /api/sandbox, and
 * `home`, the address of the site's front page; for the reference `contract`, the path of the contract.
 */
export const { texts, where, home, contract } = JSON.parse(document.querySelector('meta[name=page-data]').content);
