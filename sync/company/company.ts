import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo, CompanyOrigins, StatedBy } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import { createPathPatterns } from '../site-file/path-patterns.ts';
import type { SiteRules } from '../site-file/site-config.ts';
import {
  citiesOf,
  createPageAddresses,
  usefulPages,
  type PageAddress,
  notPublished,
  ownerSays,
  said,
  siteName,
  type Fact,
} from './facts.ts';
import { countriesOf } from './country.ts';
import { decide, type Decision, type Doubt } from './decide.ts';
import { FIELDS, type EvidenceField, type PageEvidence, type SiteEvidence } from './evidence.ts';
import { findServices, type FoundServices, type PageFacts } from './services.ts';
import { withTextLinks, type TextLink } from './contact/contacts.ts';

export type CompanyInput = {
  readonly site: Site;
  readonly config: SiteRules;
  readonly pages: Iterable<PageFacts>;
  /** Evidence of the front page, contact page and similar pages; absent before the first sample. */
  readonly evidence?: SiteEvidence | undefined;
  /** Contact links in the texts of all pages (`contactLinksIn`), with repetitions. */
  readonly contactLinks?: Iterable<TextLink>;
  /** Addresses of pages that the site lists, but the index excludes. */
  readonly hiddenLinks?: Iterable<string>;
};

// Source of each field: `site.yaml`, `tel: link in the header of /`.
type CompanySources = { readonly [Field in keyof CompanyInfo]?: string };

type ExplainedCompany = {
  readonly company: CompanyInfo;
  readonly sources: CompanySources;
  readonly origins: CompanyOrigins;
  // Uncertain values, which are not published unless site.yaml confirms them.
  readonly doubts: readonly Doubt[];
};

/**
 * Computes the response of get_company_info: values of site.yaml, completed from the site. Also returns the source of
 * each field and uncertain values.
 */
export function explainCompany(input: CompanyInput): ExplainedCompany {
  const { site, config } = input;
  const pages = [...input.pages].toSorted(byPath);
  const sampled = input.evidence ? shownEvidence(input.evidence, input, pages) : noEvidence(site);
  const evidence = withTextLinks(sampled, input.contactLinks ?? [], site);
  const addressOf = createPageAddresses(site, pages);
  const decided = Object.fromEntries(
    FIELDS.map((field) => [field, decide(field, evidence.pages, evidence.own)]),
  ) as Record<EvidenceField, Decision>;
  const published = (field: EvidenceField) => ownerSays(config[field]) ?? decided[field].fact;
  const stated = (field: 'prices' | 'tax') => ownerSays(config[field]) ?? said(field, evidence.pages);

  const facts = {
    brand: ownerSays(config.brand) ?? siteName(site, evidence.pages),
    website: { value: site.home, source: 'home of the site' },
    legal_name: published('legal_name'),
    tax_id: published('tax_id'),
    address: published('address'),
    phone: published('phone') ?? notPublished,
    email: published('email'),
    whatsapp: published('whatsapp') ?? notPublished,
    hours: published('hours'),
    coverage: published('coverage'),
    tax: stated('tax'),
    prices: stated('prices'),
    service_model: ownerSays(config.service_model),
    services: services(input, pages, evidence.pages, addressOf),
    cities: citiesOf(config, pages, addressOf),
    pages: usefulPages(config, pages, addressOf),
  } satisfies Facts;

  const { keyOf } = createAddresses(site);
  const keysOf = (statedBy: StatedBy) => statedBy.map((urls) => [...new Set(urls.flatMap((url) => keyOf(url) ?? []))]);
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  return {
    company: Object.fromEntries(known.map(([field, fact]) => [field, fact?.value])) as CompanyInfo,
    sources: Object.fromEntries(known.map(([field, fact]) => [field, fact?.source])),
    origins: {
      fields: Object.fromEntries(
        known.flatMap(([field, fact]) =>
          fact && 'statedBy' in fact && fact.statedBy ? [[field, keysOf(fact.statedBy)]] : [],
        ),
      ),
      services: Object.fromEntries(
        Object.entries(facts.services.namedBy).map(([name, statedBy]) => [name, keysOf(statedBy)]),
      ),
    },
    doubts: FIELDS.flatMap((field) => (config[field] === undefined ? decided[field].doubts : [])),
  };
}

// Removes evidence of pages that are hidden since; all evidence if the site has no page.
function shownEvidence(
  evidence: SiteEvidence,
  { site, config, hiddenLinks = [] }: CompanyInput,
  pages: readonly PageFacts[],
): SiteEvidence {
  const { keyOf } = createAddresses(site);
  const hidden = new Set([...hiddenLinks].map(keyOf));
  const isShown = ({ url }: PageEvidence) => {
    const key = keyOf(url);
    return key === undefined || !(hidden.has(key) || config.isExcluded(key));
  };
  const isClosed = pages.length === 0 && hidden.size > 0;
  return { ...evidence, pages: isClosed ? [] : evidence.pages.filter(isShown) };
}

function noEvidence({ home, hosts, language }: Site): SiteEvidence {
  const { countries, isCertain } = countriesOf({ home, languages: [language] });
  return { countries, countryIsCertain: isCertain, own: hosts.map((host) => host.replace(/^www\./, '')), pages: [] };
}

type Facts = { readonly [Field in keyof CompanyInfo]: Fact<CompanyInfo[Field]> | undefined };

// Shortest path first, then alphabetical: the best page of a role comes first.
function byPath(a: PageFacts, b: PageFacts): number {
  return a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

function services(
  { config, site, hiddenLinks = [] }: CompanyInput,
  pages: readonly PageFacts[],
  sampled: readonly PageEvidence[],
  addressOf: PageAddress,
): FoundServices {
  if (!config.services) {
    const { keyOf } = createAddresses(site);
    const hidden = new Set([...hiddenLinks].map(keyOf));
    return findServices(
      pages,
      sampled,
      { siteName: site.name, cities: config.cities, language: config.language ?? site.language },
      (url) => {
        const key = keyOf(url);
        return key !== undefined && key !== '/' && !config.isExcluded(key) && !hidden.has(key);
      },
    );
  }
  const value = config.services.flatMap((service) => {
    if (service.pages === undefined) return [{ name: service.name, url: addressOf(service.page) }];
    const { matches } = createPathPatterns([service.pages]);
    return pages
      .filter(({ city, title, path }) => city === '' && title !== '' && matches(path))
      .map(({ title, url }) => ({ name: title, url }));
  });
  return { value, source: 'site.yaml', namedBy: {} };
}
