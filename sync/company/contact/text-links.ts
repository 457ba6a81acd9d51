import type { Site } from '../../../shared/page.ts';
import { fromLink } from './contact-evidence.ts';
import type { Evidence, SiteEvidence } from '../evidence.ts';

/** Returns the telephone, e-mail and WhatsApp links of a Markdown document. */
export function contactLinksIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(CONTACT_LINK)].map(([, link = '']) => link);
}
const CONTACT_LINK =
  /\]\(<?((?:tel:|mailto:|whatsapp:|https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com)\/)[^\s()<>]+)>?(?:\s+"[^"]*")?\)/gi;

/** A contact link in the text of a page, with the address of the page. */
export type TextLink = { readonly link: string; readonly page: string };

// Maximum number of stored pages per link.
const MOST_PAGES = 20;

/**
 * Adds the contact links in the texts of all pages, because the sampled pages may not contain them. Values that sampled
 * pages attribute to third parties are excluded.
 */
export function withTextLinks(evidence: SiteEvidence, links: Iterable<TextLink>, site: Site): SiteEvidence {
  const counts = new Map<string, { count: number; readonly pages: Set<string> }>();
  for (const { link, page } of links) {
    const its = counts.get(link) ?? { count: 0, pages: new Set() };
    its.count += 1;
    if (its.pages.size < MOST_PAGES) its.pages.add(page);
    counts.set(link, its);
  }
  const most = [...counts.values()].reduce((max, { count }) => Math.max(max, count), 1);
  const sampled = evidence.pages.flatMap((page) => page.evidence);
  const keyOf = ({ field, key }: Evidence) => `${field} ${key}`;
  const ofThirdParties = new Set(sampled.filter(({ others }) => others).map(keyOf));
  for (const found of sampled) if (!found.others) ofThirdParties.delete(keyOf(found));
  const evidenceOfLinks = [...counts]
    .flatMap(([link, { count, pages }]) =>
      fromLink(link, { place: 'main', how: 'link', strength: 0.5 + count / most / 2 }, evidence).map((found) =>
        Object.assign(found, { pages: [...pages] }),
      ),
    )
    .filter((found) => !ofThirdParties.has(keyOf(found)));
  const page = {
    role: 'other',
    url: `${site.home}/`,
    evidence: evidenceOfLinks,
    organisations: [],
    menu: [],
    prices: [],
    tax: [],
    coverage: [],
  } as const;
  return evidenceOfLinks.length === 0 ? evidence : { ...evidence, pages: [...evidence.pages, page] };
}
