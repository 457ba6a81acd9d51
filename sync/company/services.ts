import type { CompanyInfo } from '../../shared/company.ts';
import type { CityRule } from '../../shared/cities.ts';
import { slugOf, slugOfUrl } from '../../shared/addresses.ts';
import type { Page } from '../../shared/page.ts';
import { toSlug } from '../../shared/places.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { ROLE_SLUGS } from './company-pages.ts';
import type { PageEvidence } from './evidence.ts';
import { generalPages } from './general-pages.ts';
import { isService } from './no-services.ts';
import { fromMenu, fromMenuOfProducts, type FoundServices, type MayShow } from './menu-services.ts';

/** A published page as far as the company data goes by it. */
export type PageFacts = Pick<Page, 'title' | 'url' | 'path' | 'city' | 'family'>;

type Services = NonNullable<CompanyInfo['services']>;

const FEWEST_CITIES = 2;

/**
 * Services as page families tell them, else the main menu, else the structured data, else the cards of a services page, else
 * what stands under a heading that says so, else the pages below it, else what is offered that is called otherwise.
 */
export function findServices(
  pages: readonly PageFacts[],
  sampled: readonly PageEvidence[],
  { cities, language }: { readonly cities: readonly CityRule[]; readonly language: string },
  mayShow: MayShow,
): FoundServices {
  const families = fromFamilies(pages, cities, language);
  if (families.value.length > 0) return families;
  const children = fromChildren(pages);
  for (const find of [fromMenu, fromOffers, fromCards, fromListed, () => children, fromMenuOfProducts, fromProducts]) {
    const { value, source } = find(sampled, mayShow);
    // A services page may show some of the pages below it and lead to the others by a button.
    const below = find === fromCards ? pagesBeside(value, children.value) : [];
    if (below.length > value.length) return { value: below, source: children.source };
    if (value.length === 0) continue;
    const more = shownBeside(value, sampled, mayShow);
    const all = firstOfEach([...value, ...more], ({ name }) => toSlug(name));
    return { value: all, source: more.length > 0 ? `${source}, and titles that pages show beside these` : source };
  }
  return children;
}

/** Families with pages in at least two cities: their general page, or where there is none the first of them. */
function fromFamilies(pages: readonly PageFacts[], cities: readonly CityRule[], language: string): FoundServices {
  const members = Map.groupBy(
    pages.filter(({ family, city }) => family !== '' && city !== ''),
    ({ family }) => family,
  );
  const wide = [...members].filter(
    ([family, its]) => new Set(its.map(({ city }) => city)).size >= FEWEST_CITIES && isService(slugOf(`/${family}`)),
  );
  const families = wide.map(([family]) => family);
  const general = generalPages(pages, families, language);
  const value = wide.flatMap(([family, its]) => {
    const page = general.get(family);
    const [first] = its;
    if (page) return [{ name: page.title, url: page.url, path: page.path }];
    return first ? [{ name: commonName(its, cities) ?? wordsOf(family), url: first.url, path: first.path }] : [];
  });
  const isWhole = families.every((family) => general.has(family));
  return {
    value: value
      .toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
      .map(({ name, url }) => ({ name, url })),
    source: isWhole ? 'general pages with a page in at least two cities' : 'families of pages in at least two cities',
  };
}

/** Common part of the titles of a family once each is without its city: `Panaderos en Porto` → `Panaderos`. */
function commonName(pages: readonly PageFacts[], cities: readonly CityRule[]): string | undefined {
  const names = new Map<string, number>();
  for (const { title, city } of pages) {
    const rule = cities.find(({ slug }) => slug === city);
    const name = rule
      ? withoutCity(title, [
          rule.name,
          rule.slug.replaceAll('-', ' '),
          ...rule.aliases.map((alias) => alias.replaceAll('-', ' ')),
        ])
      : '';
    if (name !== '') names.set(name, (names.get(name) ?? 0) + 1);
  }
  const [best] = [...names].toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= 2 && best[1] * 2 >= pages.length ? best[0] : undefined;
}

/** A title up to the first sign that sets off the site's name, without a city and the word that ties it. */
function withoutCity(title: string, names: readonly string[]): string {
  const words = (title.split(/\s+[|–—·»-]\s+/)[0] ?? '').split(/\s+/);
  for (const name of names.map((one) => toSlug(one).split('-')).toSorted((a, b) => b.length - a.length)) {
    const at = words.findIndex((_, index) =>
      name.every((part, offset) => toSlug(words[index + offset] ?? '') === part),
    );
    if (at === -1) continue;
    const before = words.slice(0, at);
    while (/^(?:en|de|del|in|a|à|em|para|im|für|for|of|la|el|los|las)$/i.test(before.at(-1) ?? '')) before.pop();
    return cleanLine([...before, ...words.slice(at + name.length)].join(' ')).replaceAll(/^[\s,:;-]+|[\s,:;-]+$/g, '');
  }
  return '';
}

function wordsOf(family: string): string {
  const words = slugOf(`/${family}`).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Services that the company names in its structured data, in the order there. */
function fromOffers(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const value = sampled.flatMap((page) =>
    page.organisations.flatMap(({ services }) =>
      services.map(({ name, url }) => ({ name, url: URL.parse(url ?? '', page.url)?.href ?? page.url })),
    ),
  );
  return { value: value.length >= 2 ? value.filter(({ url }) => isFront(url) || mayShow(url)) : [], source: 'JSON-LD' };
}

const isFront = (url: string): boolean => new URL(url).pathname === '/';

/** Titles under one like "Our services", on the services page first. */
function fromListed(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  return labelled('services', sampled, mayShow);
}

/** Titles under one like "Our products". */
function fromProducts(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  return labelled('products', sampled, mayShow);
}

function labelled(label: 'services' | 'products', sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const group = groupsIn(sampled, mayShow).find(
    (one) => one.label === label && one.value.length >= 2 && one.value.length <= MOST_LISTED,
  );
  return group
    ? { value: group.value, source: `headings below "${label}" of ${new URL(group.own).pathname}` }
    : { value: [], source: '' };
}
const MOST_LISTED = 40;

/** The groups of titles that may name services, those of the services page first. */
function groupsIn(sampled: readonly PageEvidence[], mayShow: MayShow) {
  const pages = sampled.toSorted((a, b) => Number(b.role === 'services') - Number(a.role === 'services'));
  return pages.flatMap(({ url: own, groups = [] }) =>
    groups.map(({ label, entries }) => ({
      label,
      own,
      value: entries.filter(({ name, url }) => isService(toSlug(name)) && (url === own || mayShow(url))),
    })),
  );
}

/**
 * The services of the same groups of titles, where a page shows some of those that are found already: a menu names the most
 * important alone. Under a label of services one in common is enough, elsewhere half of the group.
 */
function shownBeside(found: Services, sampled: readonly PageEvidence[], mayShow: MayShow): Services {
  const names = new Set(found.map(({ name }) => toSlug(name)));
  const urls = new Set(found.map(({ url }) => addressOf(url)));
  const groups = groupsIn(sampled, mayShow).filter(({ label, own, value }) => {
    const known = value.filter(
      ({ name, url }) => names.has(toSlug(name)) || (url !== own && urls.has(addressOf(url))),
    ).length;
    return label === 'services' ? known >= 1 : known >= 2 && known * 2 >= value.length;
  });
  const others = groups.flatMap(({ own, value }) =>
    value.filter(
      ({ name, url }) =>
        (url === own || !urls.has(addressOf(url))) && ![...names].some((known) => isVariant(known, toSlug(name))),
    ),
  );
  return others.length <= MOST_LISTED ? others : [];
}

/** True for one service in fewer and in more words: `Badrum`, `Badrum med våtrumscertifikat`. */
function isVariant(one: string, other: string): boolean {
  const [few = [], many = []] = [one.split('-'), other.split('-')].toSorted((a, b) => a.length - b.length);
  return few.every((word) => many.includes(word));
}

function fromCards(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const cards = sampled
    .flatMap((page) => page.cards)
    .filter(
      ({ name, url }) => !/[@:?]/.test(name) && isService(toSlug(name)) && isService(slugOfUrl(url)) && mayShow(url),
    );
  const value = firstOfEach(cards, ({ url }) => url);
  return { value: value.length >= 2 ? value : [], source: 'cards of the services page' };
}

/** The pages below one that is called services: `/servicios/toldos`. */
function fromChildren(pages: readonly PageFacts[]): FoundServices {
  const value = pages
    .filter(({ city, path, title }) => {
      const parent = slugOf(path.slice(0, path.lastIndexOf('/')));
      return city === '' && title !== '' && ROLE_SLUGS.services.test(parent) && isService(slugOf(path));
    })
    .map(({ title, url }) => ({ name: title, url }));
  return value.length >= 2 ? { value, source: 'pages below the services page' } : { value: [], source: 'not found' };
}

/** The pages that have a parent with one of these; none where one of these is not among them. */
function pagesBeside(some: Services, all: Services): Services {
  const parents = new Set(some.map(({ url }) => parentOf(url)));
  const beside = all.filter(({ url }) => parents.has(parentOf(url)));
  return some.every(({ url }) => beside.some((one) => addressOf(one.url) === addressOf(url))) ? beside : [];
}
const addressOf = (url: string): string => url.replace(/\/$/, '');
const parentOf = (url: string): string => addressOf(url).replace(/[^/]*$/, '');

function firstOfEach(services: Services, keyOf: (service: Services[number]) => string): Services {
  return [...new Map(services.toReversed().map((service) => [keyOf(service), service])).values()].toReversed();
}
