import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import { createPathPatterns } from '../site-file/path-patterns.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import { ROLE_SLUGS } from './company-pages.ts';
import { countriesOf } from './country.ts';
import { decide, type Decision, type Doubt } from './decide.ts';
import type { ContactField, PageEvidence, SiteEvidence } from './evidence.ts';
import { fromLink } from './contact-evidence.ts';
import { findServices, type PageFacts } from './services.ts';
import type { Organisation } from './structured-data.ts';

export type CompanyInput = {
  readonly site: Site;
  readonly config: SiteConfig;
  readonly pages: Iterable<PageFacts>;
  /** Evidence of its front page, contact page and the like; absent before they were read. */
  readonly evidence?: SiteEvidence | undefined;
  /** Contact links in the texts of all its pages (`contactLinksIn`), with repetitions. */
  readonly contactLinks?: Iterable<string>;
  /** Addresses of pages that were read and stay out of the index. */
  readonly hiddenLinks?: Iterable<string>;
};

/** Source of each field, in words: `site.yaml`, `tel: link in the header of /`. */
export type CompanySources = { readonly [Field in keyof CompanyInfo]?: string };

type ExplainedCompany = {
  readonly company: CompanyInfo;
  readonly sources: CompanySources;
  /** Values that may be right and are left out until the owner says so. */
  readonly doubts: readonly Doubt[];
};

/** The answer of get_company_info: the owner's word, completed from the site. */
export function buildCompany(input: CompanyInput): CompanyInfo {
  return explainCompany(input).company;
}

/** The same, with the source of every field that is there, and what is in doubt. */
export function explainCompany(input: CompanyInput): ExplainedCompany {
  const { site, config } = input;
  const pages = [...input.pages].toSorted(byPath);
  const evidence = withTextLinks(input.evidence ?? noEvidence(site), [...(input.contactLinks ?? [])], site);
  const organisations = evidence.pages.flatMap((page) => page.organisations);
  const addressOf = createPageAddresses(site, pages);
  const decided = Object.fromEntries(
    CONTACTS.map((field) => [field, decide(field, evidence.pages, evidence.own)]),
  ) as Record<ContactField, Decision>;
  const published = (field: ContactField) => ownerSays(config[field]) ?? decided[field].fact;
  const stated = (field: 'prices' | 'tax' | 'coverage') => ownerSays(config[field]) ?? said(field, evidence.pages);

  const facts = {
    brand: ownerSays(config.brand) ?? siteName(site, organisations),
    website: { value: site.home, source: 'home of the site' },
    legal_name: ownerSays(config.legal_name) ?? fromOrganisation(organisations, 'legal_name'),
    tax_id: ownerSays(config.tax_id) ?? fromOrganisation(organisations, 'tax_id'),
    address: published('address'),
    phone: published('phone') ?? notPublished,
    email: published('email'),
    whatsapp: published('whatsapp') ?? notPublished,
    hours: published('hours'),
    coverage: ownerSays(config.coverage) ?? fromOrganisation(organisations, 'coverage') ?? stated('coverage'),
    tax: stated('tax'),
    prices: stated('prices'),
    service_model: ownerSays(config.service_model),
    services: services(input, pages, evidence.pages, addressOf),
    cities: cities(config, pages, addressOf),
    pages: usefulPages(config, pages, addressOf),
  } satisfies Facts;

  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  return {
    company: Object.fromEntries(known.map(([field, fact]) => [field, fact?.value])) as CompanyInfo,
    sources: Object.fromEntries(known.map(([field, fact]) => [field, fact?.source])),
    doubts: CONTACTS.flatMap((field) => (config[field] === undefined ? decided[field].doubts : [])),
  };
}

/** Before any page was looked at. */
function noEvidence({ home, hosts, language }: Site): SiteEvidence {
  const { countries, isCertain } = countriesOf({ home, languages: [language] });
  return { countries, countryIsCertain: isCertain, own: hosts.map((host) => host.replace(/^www\./, '')), pages: [] };
}

const CONTACTS = ['phone', 'email', 'whatsapp', 'address', 'hours'] as const satisfies readonly ContactField[];

/** Adds the links in the texts of all pages, of which the front and contact page may have none; many repeat themselves. */
function withTextLinks(evidence: SiteEvidence, links: readonly string[], site: Site): SiteEvidence {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(link, (counts.get(link) ?? 0) + 1);
  const most = Math.max(...counts.values(), 1);
  const found = [...counts].flatMap(([link, count]) =>
    fromLink(link, { place: 'main', how: 'link', strength: 0.5 + count / most / 2 }, evidence),
  );
  const page = {
    role: 'other',
    url: `${site.home}/`,
    evidence: found,
    organisations: [],
    menu: [],
    cards: [],
    prices: [],
    tax: [],
    coverage: [],
  } as const;
  return found.length === 0 ? evidence : { ...evidence, pages: [...evidence.pages, page] };
}

/** Sentences of the pages, the most fitting page's first; for tax only one that no other contradicts. */
function said(field: 'prices' | 'tax' | 'coverage', pages: readonly PageEvidence[]): Fact<string> | undefined {
  const telling = pages
    .filter((page) => page[field].length > 0)
    .toSorted((a, b) => Number(b.role === 'prices') - Number(a.role === 'prices'));
  const [first] = telling;
  const sentences = [...new Set(telling.flatMap((page) => page[field]))];
  if (!first || (field !== 'prices' && sentences.length > 1)) return undefined;
  return { value: sentences.slice(0, MOST_PRICES).join('; '), source: `text of ${new URL(first.url).pathname}` };
}
const MOST_PRICES = 12;

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

function fromOrganisation(
  organisations: readonly Organisation[],
  field: 'name' | 'legal_name' | 'tax_id' | 'coverage',
): Fact<string> | undefined {
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
  { config, site, hiddenLinks = [] }: CompanyInput,
  pages: readonly PageFacts[],
  sampled: readonly PageEvidence[],
  addressOf: PageAddress,
): Fact<NonNullable<CompanyInfo['services']>> {
  if (!config.services) {
    const { keyOf } = createAddresses(site);
    const hidden = new Set([...hiddenLinks].map(keyOf));
    return findServices(pages, sampled, config.cities, (url) => {
      const key = keyOf(url);
      return key !== undefined && key !== '/' && !config.isExcluded(key) && !hidden.has(key);
    });
  }
  const value = config.services.flatMap((service) => {
    if (service.pages === undefined) return [{ name: service.name, url: addressOf(service.page) }];
    const { matches } = createPathPatterns([service.pages]);
    return pages
      .filter(({ city, title, path }) => city === '' && title !== '' && matches(path))
      .map(({ title, url }) => ({ name: title, url }));
  });
  return { value, source: 'site.yaml' };
}

/** Pages most sites have, by the slugs that they have; they stand at the top, or below the prefix of a language. */
const USEFUL: Readonly<Record<string, RegExp>> = {
  contact: ROLE_SLUGS.contact,
  legal_notice: ROLE_SLUGS.legal,
  privacy:
    /^(?:politica-(?:de-)?privacidad\S*|privacidad|privacy(?:-policy)?|datenschutz(?:erklaerung|erklarung)?|politique-de-confidentialite|confidentialite|informativa-privacy|politica-de-privacidade|privacidade|politica-de-confidentialitate|politica-de-privacitat)$/,
  prices: ROLE_SLUGS.prices,
  faq: /^(?:preguntas-frecuentes|faqs?|dudas-frecuentes|haufige-fragen|domande-frequenti|questions-frequentes|perguntas-frequentes|intrebari-frecvente)$/,
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
  const general = pages
    .filter(({ city }) => city === '')
    .map(({ family, url }) => ({ slug: family.replace(/^[a-z]{2}(?:-[a-z]{2})?\//, ''), url }));
  const found = Object.entries(USEFUL).flatMap(([name, slugs]) => {
    const page = general.find(({ slug }) => slugs.test(slug));
    return page ? [[name, page.url]] : [];
  });
  return { value: Object.fromEntries(found), source: 'well-known page names' };
}
