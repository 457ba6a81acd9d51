import { toSlug } from '../../shared/places.ts';
import { ROLE_SLUGS } from './company-pages.ts';
import type { TitleGroup } from './evidence.ts';
import { wholeSlug, wordsOf } from './words.ts';

const offers = wordsOf('offers');
const GROUP = wholeSlug(offers('group'));
const NO_GROUP = wholeSlug(offers('not_group'));
const TEACHING = wholeSlug(`(?:(?:${offers('our')})-)?(?:${offers('teaching')})`);
const PRODUCTS = wholeSlug(`(?:(?:${offers('our')})-)?(?:${offers('products')})`);
const LEADING = new RegExp(`^(?:(?:\\p{L}+-)?(?:${offers('our')})-(?:\\p{L}+-)?)?(?:${offers('services')})-`, 'u');
const NEVER = wholeSlug(offers('never'));
const OTHER_SECTIONS = new RegExp(`(?:^|-)(?:${offers('other_sections')})(?:-|$)`, 'u');
const MOST_WORDS = 6;

/** Returns the type of offers that the title of a menu or a section announces; `undefined` if it announces none. */
export function offersLabel(title: string, { inMenu = false } = {}): TitleGroup['label'] {
  const slug = toSlug(title.slice(0, 80));
  if (ROLE_SLUGS.services.test(slug)) return 'services';
  if (NO_GROUP.test(slug)) return undefined;
  if (inMenu ? GROUP.test(slug) : isNamed(slug)) return 'named';
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

/** Returns true for the slug of a page or title that may name a service. */
export const isService = (slug: string): boolean =>
  slug !== '' && !NEVER.test(slug) && Object.values(ROLE_SLUGS).every((slugs) => !slugs.test(slug));

/** Returns true for the slug of a page that is never an offer: cart, terms, contact. */
export const isOtherPage = (slug: string): boolean =>
  NEVER.test(slug) || Object.entries(ROLE_SLUGS).some(([role, slugs]) => role !== 'services' && slugs.test(slug));
