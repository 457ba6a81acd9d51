import type { Catalogue } from './catalogue.ts';

/** The texts in English. */
export const EN: Catalogue = {
  service: {
    title: 'Content query',
    description: 'Searches and reads the published pages and the company data. Read-only.',
  },
  questions: ({ service, city, page }) => [
    'Which services does this company offer?',
    'How can this company be reached?',
    ...(service === undefined
      ? []
      : [city ? `Do they offer ${service} in ${city.name}?` : `Do they offer ${service}?`]),
    ...(page ? [`What does the page “${page.title}” say?`] : []),
  ],
  skillEntry: {
    title: 'Query the content of this site',
    description: 'How to search and read the pages of this site, and to cite their address.',
    queries: ['Search this site', 'Read this page as Markdown'],
  },
};
