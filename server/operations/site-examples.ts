import type { Index } from '../../db/index/reader.ts';
import type { SiteExamples } from '../texts/catalogue.ts';
import type { Content } from './content.ts';
import { exampleQuery } from './search-pages.ts';

/** Number of results among which a page of a city is looked for. */
const LOOKED_AT = 10;

/** Examples from the live index: a service, a city, a page; nothing while there is none. It searches: memoize it per generation. */
export function siteExamples(content: Content | undefined): SiteExamples {
  if (!content) return {};
  const { index } = content;
  const { hits } = index.search({ query: exampleQuery(index), city: undefined, limit: LOOKED_AT, offset: 0 });
  const page = hits.find((hit) => hit.city !== '') ?? hits[0] ?? index.samplePages(1)[0];
  const service = index.company.services?.[0]?.name;
  const city = cityOf(index, page?.city);
  return {
    ...(service !== undefined && { service }),
    ...(city && { city }),
    ...(page && { page: { title: page.title, url: page.url } }),
  };
}

/** The city of this slug, else the one that has the most pages. */
function cityOf(index: Index, slug: string | undefined): SiteExamples['city'] {
  const chosen = slug || index.pagesByCity().find(({ city }) => city !== '')?.city;
  const rule = index.cities.find((city) => city.slug === chosen);
  return rule && { slug: rule.slug, name: rule.name };
}
