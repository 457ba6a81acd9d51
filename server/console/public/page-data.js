/** The data that the server wrote into the page: its texts (../texts/page-texts.ts), and for the console `where`: /api/sandbox. */
export const { texts, where } = JSON.parse(document.querySelector('meta[name=page-data]').content);
