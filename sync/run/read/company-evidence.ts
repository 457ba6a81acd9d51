import type { RunTools } from '../scope.ts';
import { createAddresses } from '../../../shared/addresses.ts';
import type { Site } from '../../../shared/page.ts';
import { companyPages } from '../../company/company-pages.ts';
import type { SiteEvidence } from '../../company/evidence.ts';
import { readCompany } from '../../company/read-company.ts';
import type { Page } from '../../markdown/parse/page.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { CensusEntry } from '../census/plan.ts';

type Collaborators = Pick<RunTools, 'wordpress' | 'report' | 'checkpoint' | 'scope'>;

type CompanyReading = {
  readonly site: Site;
  readonly census: readonly Pick<CensusEntry, 'id' | 'link'>[];
  // Ids of the public pages after this run, if nothing is held.
  readonly published: ReadonlySet<number>;
  readonly taken: readonly Pick<WordPressPage, 'link'>[];
};

/**
 * Reads company evidence in a full run, and after a run has read a source page. Pages are fetched as a visitor, so that hidden
 * pages contribute nothing. Returns `undefined` if it need not be read.
 */
export async function readCompanyEvidence(
  { wordpress, report, checkpoint, scope }: Collaborators,
  { site, census, published, taken }: CompanyReading,
): Promise<SiteEvidence | undefined> {
  const addresses = createAddresses(site);
  const isFront = ({ link }: { readonly link: string }) => addresses.keyOf(link) === '/';
  const pages = census.filter(({ id }) => published.has(id));
  const links = pages.map(({ link }) => link);
  const sources = new Set(companyPages(links, addresses).map(({ url }) => url));
  if (scope.mode !== 'full' && !scope.isFirst && !taken.some((page) => isFront(page) || sources.has(page.link)))
    return undefined;

  async function fetchPage(link: string): Promise<Page | 'hidden' | undefined> {
    checkpoint();
    const snapshot = await wordpress.look({ link });
    if (snapshot.kind === 'page') return snapshot.page;
    if (snapshot.kind !== 'unknown') return 'hidden';
    report({ type: 'warning', message: `${link} was not read for company data: ${snapshot.error.message}` });
    return undefined;
  }

  return await readCompany({
    site,
    links,
    // A front page with posts is not a page of the census.
    frontIsPublic: pages.some(isFront) || !census.some(isFront),
    former: scope.fact('company_evidence') as SiteEvidence | undefined,
    fetchPage,
  });
}
