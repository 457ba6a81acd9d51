import { createAddresses } from '../../shared/addresses.ts';
import type { Site } from '../../shared/page.ts';
import { readPage, type Page } from '../markdown/parse/page.ts';
import { companyPages, roleOfLabel, type CompanyPage } from './company-pages.ts';
import type { MenuItem, SiteEvidence } from './evidence.ts';
import { collectEvidence } from './page/page-evidence.ts';
import type { SampledPage } from './page/parsed-page.ts';
import { organisationsIn } from './structured-data.ts';

type Collaborators = {
  readonly site: Site;
  /** Addresses of the pages that are published after this run. */
  readonly links: readonly string[];
  /** True when the front page may be looked at; it need not be among the pages. */
  readonly frontIsPublic: boolean;
  /** JSON-LD that the REST API gave, by the address of its page. */
  readonly schemas: ReadonlyMap<string, unknown>;
  /** Evidence of earlier runs, for the pages that do not answer now. */
  readonly former: SiteEvidence | undefined;
  /** The page as every visitor gets it, `hidden` if visitors do not get it; `undefined` if it does not answer. */
  readonly fetchPage: (url: string) => Promise<Page | 'hidden' | undefined>;
};

const MOST_SCHEMAS = 10;

/** Reads the front page and the few pages that tell of the company, and answers what each of them tells. */
export async function readCompany({
  site,
  links,
  frontIsPublic,
  schemas,
  former,
  fetchPage,
}: Collaborators): Promise<SiteEvidence> {
  const front: CompanyPage = { url: `${site.home}/`, role: 'front' };
  const addresses = createAddresses(site);
  const sampled: SampledPage[] = [];
  const unread: string[] = [];
  async function sample({ url, role }: CompanyPage): Promise<void> {
    const page = await fetchPage(url);
    if (page === undefined) unread.push(url);
    else sampled.push({ url, role, page: page === 'hidden' ? readPage('') : page });
  }

  if (frontIsPublic) await sample(front);
  const published = new Map(links.map((link) => [addresses.keyOf(link), link]));
  const [told] = collectEvidence(sampled, site).pages;
  const linked = linkedPages(told?.menu ?? [], (url) => published.get(addresses.keyOf(url)));
  for (const page of companyPages(links, addresses, linked)) {
    if (addresses.keyOf(page.url) !== '/') await sample(page);
  }
  const known = new Set(sampled.map(({ url }) => url));
  const documents = telling(schemas, site.language, known).map(([url, document]) => ({ url, document }));
  const others = documents
    .filter(({ url }) => !known.has(url))
    .map(({ url }): SampledPage => ({ url, role: 'other', page: readPage('') }));
  const found = collectEvidence([...sampled, ...others], site, documents);
  const kept = former?.pages.filter(({ url }) => unread.includes(url)) ?? [];
  return { ...found, pages: [...found.pages, ...kept] };
}

/** The pages that a menu calls contact, services or legal notice. */
function linkedPages(menu: readonly MenuItem[], publishedAt: (url: string) => string | undefined): CompanyPage[] {
  return menu.flatMap(({ name, url, below }): CompanyPage[] => {
    const role = roleOfLabel(name);
    const link = url === '' ? undefined : publishedAt(url);
    return [...(role && link ? [{ url: link, role }] : []), ...linkedPages(below, publishedAt)];
  });
}

/** The documents of the pages that are read, and those of others that tell a contact nobody else told. */
function telling(
  schemas: ReadonlyMap<string, unknown>,
  language: string,
  known: ReadonlySet<string>,
): [string, unknown][] {
  const told = new Set<string>();
  const kept: [string, unknown][] = [];
  for (const [url, document] of schemas) {
    const contacts = organisationsIn([document], language).map(({ phone, email, address, hours }) =>
      JSON.stringify([phone, email, address, hours]),
    );
    const isNew = contacts.some((contact) => /\w{3}/.test(contact.replaceAll('null', '')) && !told.has(contact));
    if (!known.has(url) && (!isNew || kept.length >= MOST_SCHEMAS)) continue;
    for (const contact of contacts) told.add(contact);
    kept.push([url, document]);
  }
  return kept;
}
