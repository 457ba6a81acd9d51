import { slugOf, type Addresses } from '../../shared/addresses.ts';
import { toSlug } from '../../shared/places.ts';
import type { PageRole } from './evidence.ts';
import { wholeSlug, wordsOf } from './words.ts';

const pages = wordsOf('pages');
const offers = wordsOf('offers');

const AND = '(?:-(?:y|e|i|and|und|et|en|og|och|a))?-';
// `servicios`, `nuestros-servicios`, `servicios-y-precios`, `que-hacemos`.
const SERVICES = `(?:(?:${pages('prices')})${AND})?(?:(?:(?:${offers('our')})-)?(?:${offers('services')})|${offers('offer')})(?:${AND}(?:${pages('prices')}))?`;

/** Slugs of pages by role. */
export const ROLE_SLUGS = {
  contact: wholeSlug(pages('contact')),
  legal: wholeSlug(pages('legal')),
  about: wholeSlug(pages('about')),
  services: wholeSlug(SERVICES),
  prices: wholeSlug(pages('prices')),
  visit: wholeSlug(pages('visit')),
  hours: wholeSlug(pages('hours')),
} as const satisfies Record<string, RegExp>;

// Selected pages: role, slugs, maximum number, and a role that replaces this role.
const READ: readonly { role: PageRole; slugs: RegExp; most: number; unless?: PageRole }[] = [
  { role: 'contact', slugs: ROLE_SLUGS.contact, most: 2 },
  { role: 'legal', slugs: ROLE_SLUGS.legal, most: 1 },
  { role: 'about', slugs: ROLE_SLUGS.about, most: 1 },
  { role: 'services', slugs: ROLE_SLUGS.services, most: 1 },
  { role: 'prices', slugs: ROLE_SLUGS.prices, most: 1 },
  { role: 'contact', slugs: ROLE_SLUGS.visit, most: 1 },
  { role: 'contact', slugs: wholeSlug(pages('booking')), most: 1, unless: 'contact' },
  { role: 'hours', slugs: ROLE_SLUGS.hours, most: 1 },
  { role: 'privacy', slugs: wholeSlug(pages('privacy')), most: 1, unless: 'legal' },
];

/** A page that is read for company data. */
export type CompanyPage = { readonly url: string; readonly role: PageRole };

/** Returns true if a slug has a role, also with the number of a duplicate (`contacto-2`) or a file extension. */
export function hasRole(slugs: RegExp, slug: string): boolean {
  const plain = slug.replace(/\.(?:html?|php|aspx?)$/, '');
  return slugs.test(plain) || slugs.test(plain.replace(/-\d$/, ''));
}

/**
 * Selects the published pages with facts about the company: the pages of each role with the shortest addresses. Pages
 * below a language prefix are selected only if a role has no further page. `linked` contains roles by link text.
 */
export function companyPages(
  links: readonly string[],
  { keyOf }: Pick<Addresses, 'keyOf'>,
  linked: readonly CompanyPage[] = [],
): CompanyPage[] {
  const published = links
    .map((url) => ({ url, key: keyOf(url) ?? '' }))
    .toSorted((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1));
  const found: CompanyPage[] = [];
  for (const { role, slugs, most, unless } of READ) {
    if (unless && found.some((page) => page.role === unless)) continue;
    const its = published.filter(({ key }) => hasRole(slugs, slugOf(key)));
    const general = its.filter(({ key }) => !/^\/[a-z]{2}(?:-[a-z]{2})?\//.test(key));
    const fresh = (general.length > 0 ? general : its).filter(({ url }) => found.every((page) => page.url !== url));
    found.push(...fresh.slice(0, most).map(({ url }) => ({ url, role })));
    const named = linked.find((page) => page.role === role);
    if (named && found.every((page) => page.role !== role && page.url !== named.url)) found.push(named);
  }
  return found;
}

/** Returns the role of a page by the text of a link to it: `Contacto`, `Nuestros servicios`, `Impressum`. */
export function roleOfLabel(label: string): PageRole | undefined {
  const slug = toSlug(label.slice(0, 60));
  return (['contact', 'services', 'legal'] as const).find((role) => ROLE_SLUGS[role].test(slug));
}
