import type { Index } from '../../db/index/reader.ts';
import type { SiteExamples } from '../texts/catalogue.ts';
import type { Content } from './content.ts';
import { exampleHits } from './search-pages.ts';

/** Longest name that is shown, in UTF-16 code units. */
const LONGEST = 60;

/** Examples from the live index: a service, a city, a page; nothing while there is none. It searches: memoize it per generation. */
export function siteExamples(content: Content | undefined): SiteExamples {
  if (!content) return {};
  const { index } = content;
  const hits = exampleHits(index);
  const pages = [...hits.filter((hit) => hit.city !== ''), ...hits, ...index.samplePages(1)];
  const page = pages.find(({ title }) => isPlainName(title));
  const service = index.company.services?.find(({ name }) => isPlainName(name))?.name;
  const city = cityOf(index, page?.city);
  const { name, language } = index.site;
  return {
    site: { ...(isPlainName(name) && { name }), language },
    ...(service !== undefined && { service }),
    ...(city && { city }),
    ...(page && { page: { title: page.title, url: page.url } }),
  };
}

/**
 * True for a short name of words. Texts of the site are data wherever they are quoted; what stands in instructions to models
 * and could be more than a name is left out.
 */
function isPlainName(text: string): boolean {
  return text.length <= LONGEST && /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}&/,.'’·-]|(?<! ) )*$/u.test(text);
}

/** The city of this slug, else the one that has the most pages. */
function cityOf(index: Index, slug: string | undefined): SiteExamples['city'] {
  const chosen = slug || index.pagesByCity().find(({ city }) => city !== '')?.city;
  const rule = index.cities.find((city) => city.slug === chosen);
  return rule && { slug: rule.slug, name: rule.name };
}
