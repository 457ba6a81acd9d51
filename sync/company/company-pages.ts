import { type Addresses, slugOf } from '../../shared/addresses.ts';
import { toSlug } from '../../shared/places.ts';
import type { PageRole, TitleGroup } from './evidence.ts';
import { type SlugTest, wholeSlug, wordsOf } from './words.ts';

const pages = wordsOf('pages');
const offers = wordsOf('offers');

const AND = '(?:-(?:y|e|i|and|und|et|en|og|och|a))?-';
// `servicios`, `nuestros-servicios`, `servicios-y-precios`, `que-hacemos`.
const SERVICES = `(?:(?:${pages('prices')})${AND})?(?:(?:${offers('our')})-)?(?:${offers('services')}|${offers('offer')})(?:${AND}(?:${pages('prices')}))?`;

export const ROLE_SLUGS = {
  contact: wholeSlug(pages('contact')),
  legal: wholeSlug(pages('legal')),
  about: wholeSlug(pages('about')),
  services: wholeSlug(SERVICES),
  prices: wholeSlug(pages('prices')),
  visit: wholeSlug(pages('visit')),
  privacy: wholeSlug(pages('privacy')),
  faq: wholeSlug(pages('faq')),
  hours: wholeSlug(pages('hours')),
} as const satisfies Record<string, SlugTest>;

// Selected pages: role, slugs, maximum number, and a role that replaces this role.
const READ: readonly { role: PageRole; slugs: SlugTest; most: number; unless?: PageRole }[] = [
  { role: 'contact', slugs: ROLE_SLUGS.contact, most: 2 },
  { role: 'legal', slugs: ROLE_SLUGS.legal, most: 1 },
  { role: 'about', slugs: ROLE_SLUGS.about, most: 1 },
  { role: 'services', slugs: ROLE_SLUGS.services, most: 1 },
  { role: 'prices', slugs: ROLE_SLUGS.prices, most: 1 },
  { role: 'contact', slugs: ROLE_SLUGS.visit, most: 1 },
  { role: 'contact', slugs: wholeSlug(pages('booking')), most: 1, unless: 'contact' },
  { role: 'privacy', slugs: ROLE_SLUGS.privacy, most: 1, unless: 'legal' },
];

/** A page that is read for company data. */
export type CompanyPage = { readonly url: string; readonly role: PageRole };

/** Returns true if a slug has a role, also with the number of a duplicate (`contacto-2`) or a file extension. */
export function hasRole(slugs: SlugTest, slug: string): boolean {
  const plain = slug.replace(/\.(?:html?|php|aspx?)$/, '');
  return slugs.test(plain) || slugs.test(plain.replace(/-\d$/, ''));
}

/**
 * Selects the published pages with facts about the company: the pages of each role with the shortest path. A page
 * below a language prefix is only a fallback. `linked` contains roles by link text.
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

const GROUP = wholeSlug(offers('group'));
const NO_GROUP = wholeSlug(offers('not_group'));
const TEACHING = wholeSlug(`(?:(?:${offers('our')})-)?(?:${offers('teaching')})`);
const PRODUCTS = wholeSlug(`(?:(?:${offers('our')})-)?(?:${offers('products')})`);
const LEADING = new RegExp(`^(?:(?:\\p{L}+-)?(?:${offers('our')})-(?:\\p{L}+-)?)?(?:${offers('services')})-`, 'u');
const NEVER = wholeSlug(offers('never'));
const OTHER_SECTIONS = new RegExp(`(?:^|-)(?:${offers('other_sections')})(?:-|$)`, 'u');
const NAMED_SERVICE = new RegExp(`^(?:${offers('services')})-(?:de|d|di|da|do)-`, 'u');
const MOST_WORDS = 6;

/** Returns the type of offers that the title of a menu or a section announces; `undefined` if it announces none. */
export function offersLabel(title: string, { inMenu = false } = {}): TitleGroup['label'] {
  // Without the mark that lengthens Arabic words.
  const slug = toSlug(title.slice(0, 80).replaceAll('\u0640', ''));
  if (ROLE_SLUGS.services.test(slug)) return 'services';
  if (NO_GROUP.test(slug)) return undefined;
  if (inMenu ? GROUP.test(slug) : isNamed(slug) && !/!\s*$/.test(title)) return 'named';
  return PRODUCTS.test(slug) || TEACHING.test(slug) ? 'products' : undefined;
}

// `Nossos serviços de engenharia`, `Leistungen im Überblick`: a label with additional words, unless these are praise,
// reasons or questions.
const isNamed = (slug: string): boolean =>
  (LEADING.test(slug) || (GROUP.test(slug) && slug.split('-').length <= 2)) &&
  slug.split('-').length <= MOST_WORDS &&
  !OTHER_SECTIONS.test(slug);

/** Returns true for the heading of a section that does not list offers: reasons, steps, people, news. */
export const isOtherSection = (title: string): boolean => {
  const slug = toSlug(title.slice(0, 80));
  return NEVER.test(slug) || OTHER_SECTIONS.test(slug) || /\?\s*$/.test(title);
};

/** Returns true for `Servicio de limpieza`: a title that calls its subject a service. */
export const isNamedService = (title: string): boolean => NAMED_SERVICE.test(toSlug(title.slice(0, 80)));

/** Returns true for the slug of a page or title that may name a service. */
export const isService = (slug: string): boolean =>
  slug !== '' && !NEVER.test(slug) && Object.values(ROLE_SLUGS).every((slugs) => !slugs.test(slug));

/** Returns true for the slug of a page that is never an offer: cart, terms, contact. */
export const isOtherPage = (slug: string): boolean =>
  NEVER.test(slug) || Object.entries(ROLE_SLUGS).some(([role, slugs]) => role !== 'services' && slugs.test(slug));
