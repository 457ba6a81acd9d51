import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import type { SiteConfig, SiteRules } from '../site-file/site-config.ts';
import { hasRole, ROLE_SLUGS } from './company-pages.ts';
import type { Fact } from './facts.ts';
import type { PageFacts } from './services.ts';

/** Returns the absolute address for a path of the site file. */
export type PageAddress = (path: string) => string;

/** Creates a function that returns the absolute address for a path of the site file, preferably the address of a page. */
export function createPageAddresses(site: Site, pages: readonly PageFacts[]): PageAddress {
  const { keyOf } = createAddresses(site);
  let urls: ReadonlyMap<string, string> | undefined;
  const prefix = new URL(site.home).pathname.replace(/\/+$/, '');
  return (path) => {
    const key = keyOf(path);
    // Lazy: few site files contain a path, and a site may have very many pages.
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
const USEFUL: Readonly<Record<string, RegExp>> = {
  contact: ROLE_SLUGS.contact,
  legal_notice: ROLE_SLUGS.legal,
  privacy:
    /^(?:politica-(?:de-)?privacidad\S*|privacidad|privacy(?:-policy)?|datenschutz(?:erklaerung|erklarung)?|politique-de-confidentialite|confidentialite|informativa-privacy|politica-de-privacidade|privacidade|politica-de-confidentialitate|politica-de-privacitat)$/,
  prices: ROLE_SLUGS.prices,
  faq: /^(?:preguntas-frecuentes|faqs?|dudas-frecuentes|haufige-fragen|domande-frequenti|questions-frequentes|perguntas-frequentes|intrebari-frecvente)$/,
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
