import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo, StatedBy } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import type { SiteConfig, SiteRules } from '../site-file/site-config.ts';
import { ROLE_SLUGS, hasRole } from './company-pages.ts';
import type { Doubt } from './decide.ts';
import type { LegalFact, PageEvidence, Organisation } from './evidence.ts';
import type { PageFacts } from './services.ts';
import { isTaxId } from './tax-ids.ts';

/** The value of a field with its source: `site.yaml`, `JSON-LD (Bakery)`. */
export type Fact<Value> = {
  readonly value: Value;
  readonly source: string;
  /** Addresses of the pages that state it; absent without such a page. */
  readonly statedBy?: StatedBy;
};

/** An organisation with the address of its page. */
export type DescribedOrganisation = Organisation & { readonly page: string };

/** Empty value of a field that is always present. */
export const notPublished: Fact<string> = { value: '', source: 'nothing published' };

/** Returns the fact of a field in site.yaml. */
export function ownerSays<Value>(value: Value | undefined): Fact<Value> | undefined {
  return value === undefined ? undefined : { value, source: 'site.yaml' };
}

/** Returns the name of the site; the fallback is the name of its organisation, then its host. */
export function siteName(site: Site, organisations: readonly DescribedOrganisation[]): Fact<string> {
  if (site.name.trim() !== '') return { value: site.name.trim(), source: 'name of the site' };
  return fromOrganisation(organisations, 'name') ?? { value: new URL(site.home).host, source: 'host of the site' };
}

/** Returns the value of a field of the first organisation that has it. */
export function fromOrganisation(
  organisations: readonly DescribedOrganisation[],
  field: 'name' | 'legal_name' | 'tax_id' | 'coverage',
): Fact<string> | undefined {
  const first = organisations.find((organisation) => organisation[field] !== undefined);
  const value = first?.[field];
  if (value === undefined) return undefined;
  const pages = organisations.flatMap((organisation) => (organisation[field] === value ? [organisation.page] : []));
  return { value, source: `JSON-LD (${first?.type})`, statedBy: [pages] };
}

/**
 * Returns sentences of the pages, of the best page first. For `tax` and `coverage`, only if all pages have the same
 * sentence.
 */
export function said(field: 'prices' | 'tax' | 'coverage', pages: readonly PageEvidence[]): Fact<string> | undefined {
  const withSentences = pages
    .filter((page) => page[field].length > 0)
    .toSorted((a, b) => Number(b.role === 'prices') - Number(a.role === 'prices'));
  const [first] = withSentences;
  const sentences = [...new Set(withSentences.flatMap((page) => page[field]))];
  if (!first || (field !== 'prices' && sentences.length > 1)) return undefined;
  const stated = sentences.slice(0, MOST_PRICES);
  const statedBy = stated.map((sentence) =>
    withSentences.flatMap((page) => (page[field].includes(sentence) ? [page.url] : [])),
  );
  return { value: stated.join('; '), source: `text of ${new URL(first.url).pathname}`, statedBy };
}
const MOST_PRICES = 12;

/** Returns the tax number of JSON-LD with a valid check digit; invalid numbers are doubts. */
export function schemaTaxId(organisations: readonly DescribedOrganisation[]): {
  readonly fact: Fact<string> | undefined;
  readonly doubts: readonly Doubt[];
} {
  const withTaxId = organisations.filter(({ tax_id }) => tax_id !== undefined);
  const wrong = withTaxId.flatMap(({ tax_id = '', type }) => (isTaxId(tax_id) ? [] : [{ value: tax_id, type }]));
  return {
    fact: fromOrganisation(
      withTaxId.filter(({ tax_id = '' }) => isTaxId(tax_id)),
      'tax_id',
    ),
    doubts: [...new Map(wrong.map((doubt) => [doubt.value, doubt])).values()].slice(0, 3).map(({ value, type }) => ({
      field: 'tax_id',
      value,
      why: `JSON-LD (${type}); not a valid tax number of any country`,
    })),
  };
}

// Minimum strength: a label, a legal form, the name of the site or a tax number nearby add to it.
const ENOUGH: Readonly<Record<LegalFact['field'], number>> = { legal_name: 1.75, tax_id: 0.7 };
const keyOfLegal = (value: string): string =>
  value
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .toUpperCase();

/** Returns the legal name or tax number with the strongest evidence; values with equal evidence are doubts. */
export function legalFact(
  field: LegalFact['field'],
  pages: readonly PageEvidence[],
): { readonly fact: Fact<string> | undefined; readonly doubts: readonly Doubt[] } {
  const found = pages.flatMap(({ url, legal = [] }) =>
    legal.flatMap((fact) =>
      fact.field === field ? [{ ...fact, source: `text of ${new URL(url).pathname}`, url }] : [],
    ),
  );
  // A labelled name on a legal page is the operator; the footer may name a different company.
  const isLabelled = found.some(({ from }) => from === 'label');
  const strongest = found
    .filter(({ from }) => !(isLabelled && from === 'footer'))
    .toSorted((a, b) => b.strength - a.strength);
  const groups = [...Map.groupBy(strongest, ({ value }) => keyOfLegal(value)).values()].toSorted(
    (a, b) => (b[0]?.strength ?? 0) - (a[0]?.strength ?? 0) || b.length - a.length,
  );
  const [[first] = [], [second] = []] = groups;
  if (!first) return { fact: undefined, doubts: [] };
  const isEqual = second?.strength === first.strength && groups[1]?.length === groups[0]?.length;
  if (first.strength >= ENOUGH[field] && !isEqual) {
    const { value, source } = first;
    return { fact: { value, source, statedBy: [(groups[0] ?? []).map(({ url }) => url)] }, doubts: [] };
  }
  const why = isEqual ? 'a second value has equal evidence' : 'found in too few places';
  const best = groups.slice(0, 3).flatMap(([strongestOfGroup]) => strongestOfGroup ?? []);
  return { fact: undefined, doubts: best.map(({ value, source }) => ({ field, value, why: `${source}; ${why}` })) };
}

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
