import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Page, Site } from '../../shared/page.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { createPathPatterns } from '../site-file/path-patterns.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import { organisationsIn, whatsappAddress, type Organisation } from './structured-data.ts';

type PageFacts = Pick<Page, 'title' | 'url' | 'path' | 'city' | 'family'>;

export type CompanyInput = {
  readonly site: Site;
  readonly config: SiteConfig;
  readonly pages: Iterable<PageFacts>;
  /** JSON-LD documents of the site, the front page's first. */
  readonly structuredData: readonly unknown[];
  /** Contact links of its pages (`contactLinksIn`), with repetitions: the most frequent is believed. */
  readonly contactLinks?: Iterable<string>;
};

/** Where each field came from, in words: `site.yaml`, `JSON-LD (Plumber)`, `tel: links of the pages`. */
export type CompanySources = { readonly [Field in keyof CompanyInfo]?: string };

/** What get_company_info answers: what the owner says, completed from the site. */
export function buildCompany(input: CompanyInput): CompanyInfo {
  return explainCompany(input).company;
}

/** The same, with the source of every field that is there. */
export function explainCompany(input: CompanyInput): {
  readonly company: CompanyInfo;
  readonly sources: CompanySources;
} {
  const { site, config } = input;
  const pages = [...input.pages].toSorted(byPath);
  const organisations = organisationsIn(input.structuredData, config.language ?? site.language);
  const links = [...(input.contactLinks ?? [])];
  const addressOf = createPageAddresses(site, pages);

  const published = (field: Exclude<keyof Organisation, 'type' | 'name'>) =>
    ownerSays(config[field]) ?? fromOrganisation(organisations, field);
  const facts = {
    brand: ownerSays(config.brand) ?? siteName(site, organisations),
    website: { value: site.home, source: 'home of the site' },
    legal_name: published('legal_name'),
    tax_id: published('tax_id'),
    address: published('address'),
    phone: published('phone') ?? mostFrequent(links.map(phoneNumber), 'tel: links of the pages') ?? notPublished,
    email: published('email') ?? mostFrequent(links.map(mailAddress), 'mailto: links of the pages'),
    whatsapp:
      published('whatsapp') ?? mostFrequent(links.map(whatsappAddress), 'WhatsApp links of the pages') ?? notPublished,
    hours: published('hours'),
    coverage: published('coverage'),
    tax: ownerSays(config.tax),
    prices: ownerSays(config.prices),
    service_model: ownerSays(config.service_model),
    services: services(config, pages, addressOf),
    cities: cities(config, pages, addressOf),
    pages: usefulPages(config, pages, addressOf),
  } satisfies Facts;

  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  return {
    company: Object.fromEntries(known.map(([field, fact]) => [field, fact?.value])) as CompanyInfo,
    sources: Object.fromEntries(known.map(([field, fact]) => [field, fact?.source])),
  };
}

type Fact<Value> = { readonly value: Value; readonly source: string };
type Facts = { readonly [Field in keyof CompanyInfo]: Fact<CompanyInfo[Field]> | undefined };
type PageAddress = (path: string) => string;

const notPublished: Fact<string> = { value: '', source: 'nothing published' };

function ownerSays<Value>(value: Value | undefined): Fact<Value> | undefined {
  return value === undefined ? undefined : { value, source: 'site.yaml' };
}

function siteName(site: Site, organisations: readonly Organisation[]): Fact<string> {
  if (site.name.trim() !== '') return { value: site.name.trim(), source: 'name of the site' };
  return fromOrganisation(organisations, 'name') ?? { value: new URL(site.home).host, source: 'host of the site' };
}

function fromOrganisation(organisations: readonly Organisation[], field: keyof Organisation): Fact<string> | undefined {
  for (const organisation of organisations) {
    const value = organisation[field];
    if (value !== undefined) return { value, source: `JSON-LD (${organisation.type})` };
  }
  return undefined;
}

/** The telephone, e-mail and WhatsApp links of a Markdown text. */
export function contactLinksIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(CONTACT_LINK)].map(([, link = '']) => link);
}
const CONTACT_LINK =
  /\]\(<?((?:tel:|mailto:|whatsapp:|https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com)\/)[^\s()<>]+)>?(?:\s+"[^"]*")?\)/gi;

function phoneNumber(link: string): string | undefined {
  return schemeSpecific(/^tel:([^;?]+)/i, link);
}

function mailAddress(link: string): string | undefined {
  return schemeSpecific(/^mailto:([^;,?]+@[^;,?]+)/i, link);
}

function schemeSpecific(pattern: RegExp, link: string): string | undefined {
  const text = pattern.exec(link)?.[1];
  if (text === undefined) return undefined;
  try {
    return cleanLine(decodeURIComponent(text));
  } catch {
    return cleanLine(text);
  }
}

/** The value that comes most often; the first of them when several do. */
function mostFrequent(values: readonly (string | undefined)[], source: string): Fact<string> | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best && { value: best[0], source };
}

/** The absolute address for a path that the owner wrote: the page's own when there is such a page. */
function createPageAddresses(site: Site, pages: readonly PageFacts[]): PageAddress {
  const { keyOf } = createAddresses(site);
  const urls = new Map(pages.map(({ path, url }) => [path, url]));
  const prefix = new URL(site.home).pathname.replace(/\/+$/, '');
  return (path) => {
    const key = keyOf(path);
    const written = path.startsWith('/') && !path.startsWith(`${prefix}/`) ? prefix + path : path;
    return (key === undefined ? undefined : urls.get(key)) ?? new URL(written, site.home).href;
  };
}

/** Shortest path first, then by the alphabet: the order in which the best page of a kind comes first. */
function byPath(a: PageFacts, b: PageFacts): number {
  return a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

function cities(
  config: SiteConfig,
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

function services(
  config: SiteConfig,
  pages: readonly PageFacts[],
  addressOf: PageAddress,
): Fact<NonNullable<CompanyInfo['services']>> {
  const general = pages.filter(({ city, title }) => city === '' && title !== '');
  if (config.services) {
    const value = config.services.flatMap((service) => {
      if (service.pages === undefined) return [{ name: service.name, url: addressOf(service.page) }];
      const { matches } = createPathPatterns([service.pages]);
      return general.filter(({ path }) => matches(path)).map(({ title, url }) => ({ name: title, url }));
    });
    return { value, source: 'site.yaml' };
  }
  const places = new Map<string, Set<string>>();
  for (const { family, city } of pages) {
    if (family === '' || city === '') continue;
    places.set(family, (places.get(family) ?? new Set()).add(city));
  }
  const value = general
    .filter(({ family }) => (places.get(family)?.size ?? 0) >= 2)
    .map(({ title, url }) => ({ name: title, url }));
  return { value, source: 'general pages with a page in at least two cities' };
}

/** Pages most sites have, and the families under which they are found. */
const USEFUL: Readonly<Record<string, readonly string[]>> = {
  contact: ['contacto', 'contacta', 'contactar', 'contact'],
  legal_notice: ['aviso-legal', 'nota-legal', 'legal'],
  privacy: ['politica-de-privacidad', 'politica-privacidad', 'privacidad', 'privacy-policy'],
  prices: ['tarifas', 'precios', 'prices'],
  faq: ['preguntas-frecuentes', 'faq', 'faqs'],
};

function usefulPages(
  config: SiteConfig,
  pages: readonly PageFacts[],
  addressOf: PageAddress,
): Fact<Record<string, string>> {
  if (config.pages) {
    const named = Object.entries(config.pages).map(([name, path]) => [name, addressOf(path)]);
    return { value: Object.fromEntries(named), source: 'site.yaml' };
  }
  const general = new Map(pages.filter(({ city }) => city === '').map(({ family, url }) => [family, url]));
  const found = Object.entries(USEFUL).flatMap(([name, families]) => {
    const family = families.find((candidate) => general.has(candidate));
    return family === undefined ? [] : [[name, general.get(family)]];
  });
  return { value: Object.fromEntries(found), source: 'well-known page names' };
}
