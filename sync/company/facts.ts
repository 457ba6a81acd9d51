import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo, StatedBy } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import type { SiteConfig, SiteRules } from '../site-file/site-config.ts';
import { ROLE_SLUGS, hasRole } from './company-pages.ts';
import type { PageEvidence } from './evidence.ts';
import type { PageFacts } from './services.ts';
import type { SlugTest } from './words.ts';

/** The value of a field with its source: `site.yaml`, `JSON-LD (Bakery)`. */
export type Fact<Value> = {
  readonly value: Value;
  readonly source: string;
  /** Addresses of the pages that state it; absent without such a page. */
  readonly statedBy?: StatedBy;
};

/** Returns the name of the site; the fallback is the name of its organisation, then its host. */
export function siteName(site: Site, pages: readonly PageEvidence[]): Fact<string> {
  if (site.name.trim() !== '') return { value: site.name.trim(), source: 'name of the site' };
  const named = pages.flatMap(({ url, organisations }) =>
    organisations.flatMap(({ name }) => (name === undefined ? [] : [{ name, url }])),
  );
  const [first] = named;
  if (!first) return { value: new URL(site.home).host, source: 'host of the site' };
  const statedBy = [named.flatMap(({ name, url }) => (name === first.name ? [url] : []))];
  return { value: first.name, source: `JSON-LD of ${new URL(first.url).pathname}`, statedBy };
}

/** Returns sentences on prices or taxes, of the prices page first; on taxes, only if all pages have the same sentence. */
export function said(field: 'prices' | 'tax', pages: readonly PageEvidence[]): Fact<string> | undefined {
  const its = pages
    .filter((page) => page[field].length > 0)
    .toSorted((a, b) => Number(b.role === 'prices') - Number(a.role === 'prices'));
  const sentences = [...new Set(its.flatMap((page) => page[field]))].slice(0, MOST_PRICES);
  if (!its[0] || (field === 'tax' && sentences.length > 1)) return undefined;
  const statedBy = sentences.map((sentence) =>
    its.flatMap((page) => (page[field].includes(sentence) ? [page.url] : [])),
  );
  return { value: sentences.join('; '), source: `text of ${new URL(its[0].url).pathname}`, statedBy };
}
const MOST_PRICES = 12;

/** Returns the absolute address for a path of the site file. */
export type PageAddress = (path: string) => string;

/** Creates a function that resolves a path of the site file, preferably to the address of a page. */
export function createPageAddresses(site: Site, pages: readonly PageFacts[]): PageAddress {
  const { keyOf } = createAddresses(site);
  let urls: ReadonlyMap<string, string> | undefined;
  const prefix = new URL(site.home).pathname.replace(/\/+$/, '');
  return (path) => {
    const key = keyOf(path);
    // Lazy: few site files contain a path.
    urls ??= new Map(pages.map(({ path: at, url }) => [at, url]));
    const written = path.startsWith('/') && !path.startsWith(`${prefix}/`) ? prefix + path : path;
    return (key === undefined ? undefined : urls.get(key)) ?? new URL(written, site.home).href;
  };
}

/** Returns the landing page of each city. */
export function citiesOf(
  config: SiteRules,
  pages: readonly PageFacts[],
  addressOf: PageAddress,
): Fact<NonNullable<CompanyInfo['cities']>> {
  const landing = new Map<string, string>();
  for (const { city, url } of pages) if (city !== '' && !landing.has(city)) landing.set(city, url);
  return {
    value: config.cities.flatMap(({ slug, name, page }) => {
      const url = page === undefined ? landing.get(slug) : addressOf(page);
      return url === undefined ? [] : [{ slug, name, url }];
    }),
    source: 'shortest path of each city',
  };
}
// Slugs of common pages, at the top level or below a language prefix.
const USEFUL: Readonly<Record<string, SlugTest>> = {
  contact: ROLE_SLUGS.contact,
  legal_notice: ROLE_SLUGS.legal,
  privacy: ROLE_SLUGS.privacy,
  prices: ROLE_SLUGS.prices,
  faq: ROLE_SLUGS.faq,
};
/** Returns pages that agents request by name: contact, prices and similar pages. */
export function usefulPages(
  config: SiteConfig,
  pages: readonly PageFacts[],
  addressOf: PageAddress,
): Fact<Record<string, string>> {
  if (config.pages) {
    const named = Object.entries(config.pages).map(([name, path]) => [name, addressOf(path)]);
    return { value: Object.fromEntries(named), source: 'site.yaml' };
  }
  const general = pages
    .filter(({ city }) => city === '')
    .map(({ family, url }) => ({ slug: family.replace(/^[a-z]{2}(?:-[a-z]{2})?\//, ''), url }));
  const found = Object.entries(USEFUL).flatMap(([name, slugs]) => {
    const page = general.find(({ slug }) => hasRole(slugs, slug));
    return page ? [[name, page.url]] : [];
  });
  return { value: Object.fromEntries(found), source: 'well-known page names' };
}
