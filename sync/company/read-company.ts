import { createAddresses } from '../../shared/addresses.ts';
import type { Site } from '../../shared/page.ts';
import { readPage, type Page } from '../markdown/parse/page.ts';
import { companyPages, roleOfLabel, type CompanyPage } from './company-pages.ts';
import type { MenuItem, SiteEvidence } from './evidence.ts';
import { collectEvidence } from './page/page-evidence.ts';
import type { SampledPage } from './page/parsed-page.ts';

type Collaborators = {
  readonly site: Site;
  // Addresses of the pages that are published after this run.
  readonly links: readonly string[];
  // True if the front page may be sampled; it may be missing from `links`.
  readonly frontIsPublic: boolean;
  // Evidence of earlier runs: the fallback for a failed request.
  readonly former: SiteEvidence | undefined;
  // Sends an anonymous request. Returns `hidden` if visitors do not receive the page, and `undefined` if the request
  // fails.
  readonly fetchPage: (url: string) => Promise<Page | 'hidden' | undefined>;
};

/** Samples the front page and the pages with facts about the company, and returns their evidence. */
export async function readCompany({
  site,
  links,
  frontIsPublic,
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
  const [frontEvidence] = collectEvidence(sampled, site).pages;
  const linked = linkedPages(frontEvidence?.menu ?? [], (url) => published.get(addresses.keyOf(url)));
  for (const page of companyPages(links, addresses, linked)) {
    if (addresses.keyOf(page.url) !== '/') await sample(page);
  }
  const found = collectEvidence(sampled, site);
  const formerPages = former?.pages.filter(({ url }) => unread.includes(url)) ?? [];
  return { ...found, pages: [...found.pages, ...formerPages] };
}

// Returns the pages that a menu labels as contact, services or legal notice.
function linkedPages(menu: readonly MenuItem[], publishedAt: (url: string) => string | undefined): CompanyPage[] {
  return menu.flatMap(({ name, url, below }): CompanyPage[] => {
    const role = roleOfLabel(name);
    const link = url === '' ? undefined : publishedAt(url);
    return [...(role && link ? [{ url: link, role }] : []), ...linkedPages(below, publishedAt)];
  });
}
