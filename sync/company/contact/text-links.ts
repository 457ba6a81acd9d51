import type { Site } from '../../../shared/page.ts';
import { fromLink } from './contact-evidence.ts';
import type { Evidence, SiteEvidence } from '../evidence.ts';

/** The telephone, e-mail and WhatsApp links of a Markdown text. */
export function contactLinksIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(CONTACT_LINK)].map(([, link = '']) => link);
}
const CONTACT_LINK =
  /\]\(<?((?:tel:|mailto:|whatsapp:|https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com)\/)[^\s()<>]+)>?(?:\s+"[^"]*")?\)/gi;

/** Adds the links in the texts of all pages, of which the front and contact page may have none; many repeat themselves. What those pages tell of others is left out. */
export function withTextLinks(evidence: SiteEvidence, links: readonly string[], site: Site): SiteEvidence {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(link, (counts.get(link) ?? 0) + 1);
  const most = Math.max(...counts.values(), 1);
  const told = evidence.pages.flatMap((one) => one.evidence);
  const keyOf = ({ field, key }: Evidence) => `${field} ${key}`;
  const ofOthers = new Set(told.filter(({ others }) => others).map(keyOf));
  for (const one of told) if (!one.others) ofOthers.delete(keyOf(one));
  const found = [...counts]
    .flatMap(([link, count]) =>
      fromLink(link, { place: 'main', how: 'link', strength: 0.5 + count / most / 2 }, evidence),
    )
    .filter((one) => !ofOthers.has(keyOf(one)));
  const page = {
    role: 'other',
    url: `${site.home}/`,
    evidence: found,
    organisations: [],
    menu: [],
    prices: [],
    tax: [],
    coverage: [],
  } as const;
  return found.length === 0 ? evidence : { ...evidence, pages: [...evidence.pages, page] };
}
