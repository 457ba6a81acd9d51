import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo, CompanyOrigins, StatedBy } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import { createPathPatterns } from '../site-file/path-patterns.ts';
import type { SiteRules } from '../site-file/site-config.ts';
import { citiesOf, createPageAddresses, said, siteName, usefulPages, type Fact, type PageAddress } from './facts.ts';
import { decide, type Doubt } from './decide.ts';
import { FIELDS, type EvidenceField, type SiteEvidence } from './evidence.ts';
import { collectEvidence } from './page/page-evidence.ts';
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

type ExplainedCompany = {
  readonly company: CompanyInfo;
  // Source of each field: `site.yaml`, `tel: link in the header of /`.
  readonly sources: { readonly [Field in keyof CompanyInfo]?: string };
  readonly origins: CompanyOrigins;
  // Uncertain values, which are not published unless site.yaml confirms them.
  readonly doubts: readonly Doubt[];
};
type Facts = { readonly [Field in keyof CompanyInfo]: Fact<CompanyInfo[Field]> | undefined };

/**
 * Computes the response of get_company_info: values of site.yaml, completed from the site. Also returns the source of
 * each field and uncertain values.
 */
export function explainCompany({
  site,
  config,
  pages: unsorted,
  evidence,
  contactLinks = [],
  hiddenLinks = [],
}: CompanyInput): ExplainedCompany {
  const pages = [...unsorted].toSorted(byPath);
  const { keyOf } = createAddresses(site);
  const hidden = new Set([...hiddenLinks].map(keyOf));
  const isShown = (key: string | undefined) => key === undefined || !(hidden.has(key) || config.isExcluded(key));
  // Without pages that are hidden since; without all of them if the site has no page.
  const isClosed = pages.length === 0 && hidden.size > 0;
  const shown = evidence?.pages.filter(({ url }) => !isClosed && isShown(keyOf(url))) ?? [];
  const sampled = withTextLinks({ ...(evidence ?? collectEvidence([], site)), pages: shown }, contactLinks, site);
  const addressOf = createPageAddresses(site, pages);

  const doubts: Doubt[] = [];
  function published(field: EvidenceField): Fact<string> | undefined {
    const owner = ownerSays(config[field]);
    if (owner) return owner;
    const decision = decide(field, sampled.pages, sampled.own);
    doubts.push(...decision.doubts);
    return decision.fact ?? (field === 'phone' || field === 'whatsapp' ? NOT_PUBLISHED : undefined);
  }
  const services: FoundServices = config.services
    ? { value: servicesOf(config.services, pages, addressOf), source: 'site.yaml', namedBy: {} }
    : findServices(
        pages,
        sampled.pages,
        { siteName: site.name, cities: config.cities, language: config.language ?? site.language },
        (url) => {
          const key = keyOf(url);
          return key !== undefined && key !== '/' && isShown(key);
        },
      );
  const facts: Facts = {
    brand: ownerSays(config.brand) ?? siteName(site, sampled.pages),
    website: { value: site.home, source: 'home of the site' },
    ...(Object.fromEntries(FIELDS.map((field) => [field, published(field)])) as Pick<Facts, EvidenceField>),
    tax: ownerSays(config.tax) ?? said('tax', sampled.pages),
    prices: ownerSays(config.prices) ?? said('prices', sampled.pages),
    service_model: ownerSays(config.service_model),
    services,
    cities: citiesOf(config, pages, addressOf),
    pages: usefulPages(config, pages, addressOf),
  };

  const keysOf = (statedBy: StatedBy) => statedBy.map((urls) => [...new Set(urls.flatMap((url) => keyOf(url) ?? []))]);
  const known = Object.entries(facts).flatMap(([field, fact]) => (fact ? [{ field, ...fact }] : []));
  return {
    company: Object.fromEntries(known.map(({ field, value }) => [field, value])) as CompanyInfo,
    sources: Object.fromEntries(known.map(({ field, source }) => [field, source])),
    origins: {
      fields: Object.fromEntries(known.flatMap(({ field, statedBy }) => (statedBy ? [[field, keysOf(statedBy)]] : []))),
      services: Object.fromEntries(
        Object.entries(services.namedBy).map(([name, statedBy]) => [name, keysOf(statedBy)]),
      ),
    },
    doubts,
  };
}

// Default of a field that is always present.
const NOT_PUBLISHED: Fact<string> = { value: '', source: 'nothing published' };

const ownerSays = <Value>(value: Value | undefined): Fact<Value> | undefined =>
  value === undefined ? undefined : { value, source: 'site.yaml' };

// Shortest path first, then alphabetical: the best page of a role comes first.
function byPath(a: PageFacts, b: PageFacts): number {
  return a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

// Returns the services of site.yaml, with the titles of their pages.
function servicesOf(
  services: NonNullable<SiteRules['services']>,
  pages: readonly PageFacts[],
  addressOf: PageAddress,
): FoundServices['value'] {
  return services.flatMap((service) => {
    if (service.pages === undefined) return [{ name: service.name, url: addressOf(service.page) }];
    const { matches } = createPathPatterns([service.pages]);
    return pages
      .filter(({ city, title, path }) => city === '' && title !== '' && matches(path))
      .map(({ title, url }) => ({ name: title, url }));
  });
}
