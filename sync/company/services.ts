import { createAnalyzer } from '../../db/search/text/analyzer.ts';
import { slugOf, slugOfUrl } from '../../shared/addresses.ts';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo, StatedBy } from '../../shared/company.ts';
import type { Page } from '../../shared/page.ts';
import { toSlug } from '../../shared/places.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { ROLE_SLUGS, isOtherPage, isService, offersLabel } from './company-pages.ts';
import type { MenuItem, PageEvidence } from './evidence.ts';
import { PLAIN_NAME } from './page/title-groups.ts';
import { wordsOf } from './words.ts';

/** Fields of a published page that determine company data. */
export type PageFacts = Pick<Page, 'title' | 'url' | 'path' | 'city' | 'family'>;

type Services = NonNullable<CompanyInfo['services']>;
/** `namedBy`: addresses of the pages that name a service, if its page does not. */
export type FoundServices = {
  readonly value: Services;
  readonly source: string;
  readonly namedBy: Readonly<Record<string, StatedBy>>;
};
// True for a page that responses may link to.
type MayShow = (url: string) => boolean;
// Services from a single source, and the weight of the source.
type List = {
  readonly source: string;
  readonly weight: number;
  readonly entries: Services;
  // Address of the page that names the entries; absent for titles of the pages themselves.
  readonly page?: string | undefined;
};

// Weight of a list per entry, up to `COUNTED` entries.
const WEIGHT = {
  families: 3.5,
  menu: 3.2,
  schema: 3,
  groupOfMenu: 2.4,
  services: 2.2,
  children: 2,
  named: 1.6,
  types: 1.2,
  products: 0.9,
} as const;
// Lists of the front page without a label, with and without pages: weight and minimum share of described entries.
const UNLABELLED = { linked: { weight: 0.7, share: 0.25 }, shown: { weight: 0.4, share: 0.5 } } as const;
const FEWEST_CARDS = 3;
const COUNTED = 4;
// Minimum weight of a labelled list. Of lists with a lower weight, at least two entries must be known services.
const LABELLED = 1.5;
const MOST_LISTED = 40;
const FEWEST_CITIES = 2;
// Delimiter of each token in the title field: `Bread | Acme`.
const SEPARATOR = /\s+[|–—·»-]\s+/;

const offers = wordsOf('offers');
const TIES = new RegExp(`^(?:${offers('ties')})$`, 'i');

/**
 * Finds the services: the list with the strongest evidence, completed from lists that agree with it. Each service has
 * the address of a page.
 */
export function findServices(
  pages: readonly PageFacts[],
  sampled: readonly PageEvidence[],
  site: { readonly siteName: string; readonly cities: readonly CityRule[]; readonly language: string },
  mayShow: MayShow,
): FoundServices {
  const lists = [
    fromFamilies(pages, site.cities, site.language),
    ...fromMenus(sampled, mayShow),
    ...sampled.flatMap((page) => fromOffers(page, mayShow)),
    ...sampled.flatMap((page) => fromGroups(page, site, mayShow)),
    fromChildren(pages),
  ].flatMap(({ entries, ...list }: List): List[] =>
    entries.length > 0 ? [{ ...list, entries: withoutBrand(entries, site.siteName) }] : [],
  );
  const scoreOf = ({ weight, entries }: List) => weight * Math.min(COUNTED, entries.length);
  const [best, ...others] = lists.toSorted(
    (a, b) => scoreOf(b) - scoreOf(a) || (a.weight >= LABELLED ? b.entries.length - a.entries.length : 0),
  );
  if (!best || best.weight === 0) return { value: [], source: 'not found', namedBy: {} };
  const sampledUrls = new Set(sampled.map(({ url }) => url));
  const added = others.flatMap(({ weight, entries }) =>
    addedBy(entries, best.entries, sampledUrls, weight >= LABELLED ? 1 : 2),
  );
  const value = distinct([...best.entries, ...(added.length <= MOST_LISTED ? added : [])]).map((service) =>
    sampledUrls.has(service.url) ? { name: service.name, url: pageOf(service.name, pages) ?? service.url } : service,
  );
  return {
    value: best.page === undefined ? inSiteOrder(value, lists) : value,
    namedBy: namesIn(value, lists),
    source: value.length > best.entries.length ? `${best.source}, and lists that agree with it` : best.source,
  };
}

// Returns an index of the pages that name each service.
function namesIn(services: Services, lists: readonly List[]): Readonly<Record<string, StatedBy>> {
  const pages = Map.groupBy(
    lists.flatMap(({ entries, page }) => entries.map(({ name }) => ({ name, page }))),
    ({ name }) => toSlug(name),
  );
  const named = services.flatMap(({ name }) => {
    const its = pages.get(toSlug(name)) ?? [];
    return its.some(({ page }) => page === undefined) ? [] : [[name, [its.flatMap(({ page }) => page ?? [])]] as const];
  });
  return Object.fromEntries(named);
}

// Sorts services as the list of a page that has most of them, such as a menu. Services that are not in it come last.
function inSiteOrder(services: Services, lists: readonly List[]): Services {
  const orders = lists
    .filter(({ page }) => page !== undefined)
    .map(
      ({ entries }) => new Set(entries.flatMap((entry) => services.find((service) => isSame(entry, service)) ?? [])),
    );
  const [first = new Set()] = orders.toSorted((a, b) => b.size - a.size);
  return first.size * 2 < services.length ? services : [...new Set([...first, ...services])];
}

const isSame = (one: Services[number], other: Services[number]): boolean =>
  plainUrl(one.url) === plainUrl(other.url) || toSlug(one.name) === toSlug(other.name);

// Returns further entries of a list with at least half of its entries among the known services. If these have pages,
// only entries with a page.
function addedBy(entries: Services, known: Services, sampledUrls: ReadonlySet<string>, fewest: number): Services {
  const urls = new Set(known.map(({ url }) => plainUrl(url)));
  const isKnown = ({ name, url }: Services[number]) =>
    known.some(
      (service) =>
        isVariant(toSlug(service.name), toSlug(name)) || (urls.size > 1 && plainUrl(service.url) === plainUrl(url)),
    );
  const shared = entries.filter(isKnown);
  if (shared.length * 2 < entries.length || shared.length < fewest) return [];
  // Figures and dishes of an unlabelled list contain names of services.
  const names = new Set(known.map(({ name }) => toSlug(name)));
  if (fewest > 1 && !shared.some(({ name, url }) => names.has(toSlug(name)) || !sampledUrls.has(url))) return [];
  // A menu of many services with pages is complete: titles without pages are slogans and groups.
  const isWhole = known.length > COUNTED && known.every(({ url }) => !sampledUrls.has(url));
  const isLinked = isWhole || shared.some(({ url }) => !sampledUrls.has(url));
  return entries.filter((entry) => !isKnown(entry) && !(isLinked && sampledUrls.has(entry.url)));
}

// True for the same service in fewer and in more words: `Badrum`, `Badrum med våtrumscertifikat`.
function isVariant(name: string, other: string): boolean {
  const [few = [], many = []] = [name.split('-'), other.split('-')].toSorted((a, b) => a.length - b.length);
  return few.every((word) => many.includes(word));
}

const plainUrl = (url: string): string => url.replace(/\/$/, '');

function distinct(services: Services): Services {
  return [...new Map(services.toReversed().map((service) => [toSlug(service.name), service])).values()].toReversed();
}

// Removes each token equal to the site name, or to its prefix if most entries have that token: `Acme – Bread`.
function withoutBrand(services: Services, siteName: string): Services {
  const brand = toSlug(siteName);
  const names = services.map(({ name }) => name.split(SEPARATOR));
  const isBrand = (part: string) => {
    const slug = toSlug(part);
    const having = names.filter((parts) => parts.some((other) => toSlug(other) === slug)).length;
    return slug === brand || (brand.startsWith(`${slug}-`) && having > 1 && having * 2 > names.length);
  };
  return services.map((service, index) => {
    const rest = (names[index] ?? []).filter((part) => !isBrand(part));
    return rest.length === 0 || rest.length === names[index]?.length ? service : { ...service, name: rest.join(' – ') };
  });
}

// Returns the page with the name of a service as title or slug.
function pageOf(name: string, pages: readonly PageFacts[]): string | undefined {
  const slug = toSlug(name);
  return pages.find((page) => page.city === '' && (slugOf(page.path) === slug || toSlug(page.title) === slug))?.url;
}

// Returns families with pages in at least two cities, each with its general page, or with the deepest page above all of
// its pages.
function fromFamilies(pages: readonly PageFacts[], cities: readonly CityRule[], language: string): List {
  const members = Map.groupBy(
    pages.filter(({ family, city }) => family !== '' && city !== ''),
    ({ family }) => family,
  );
  const wide = [...members].filter(
    ([family, its]) => new Set(its.map(({ city }) => city)).size >= FEWEST_CITIES && isService(slugOf(`/${family}`)),
  );
  const families = wide.map(([family]) => family);
  const general = generalPages(pages, families, language);
  const entries = wide.flatMap(([family, its]) => {
    const page = general.get(family);
    if (page) return [{ name: page.title, url: page.url, path: page.path }];
    const front = pageAbove(its, pages);
    return front ? [{ name: commonName(its, cities) ?? wordsOfSlug(family), url: front.url, path: front.path }] : [];
  });
  const isWhole = families.every((family) => general.has(family));
  return {
    source: isWhole ? 'general pages with a page in at least two cities' : 'families of pages in at least two cities',
    weight: WEIGHT.families,
    entries: entries
      .toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
      .map(({ name, url }) => ({ name, url })),
  };
}

// Returns the page with the longest path above all of these; the front page is above every page.
function pageAbove(members: readonly PageFacts[], pages: readonly PageFacts[]): PageFacts | undefined {
  return pages
    .filter(
      ({ city, path }) =>
        city === '' && members.every((member) => member.path.startsWith(path === '/' ? path : `${path}/`)),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

// Returns the longest common name in the titles of a family without their cities: `Panaderos en Porto` → `Panaderos`.
function commonName(pages: readonly PageFacts[], cities: readonly CityRule[]): string | undefined {
  const names = pages.flatMap(({ title, city }) => {
    const towns = cities.flatMap(({ slug, name, aliases }) =>
      slug === city ? [name, slug, ...aliases].map(toSlug) : [],
    );
    const parts = title.split(SEPARATOR).map((part) => withoutTown(part.split(/\s+/), towns));
    return [...new Set(parts.find((part) => part !== undefined))].filter((name) => name !== '');
  });
  const [[best] = [undefined]] = [...Map.groupBy(names, (name) => name)]
    .filter(([, its]) => its.length >= 2 && its.length * 2 >= pages.length)
    .toSorted(([x, { length: a }], [y, { length: b }]) => y.length - x.length || b - a);
  return best;
}

// Returns the words before a town without their preposition, also with the words after it: `Panaderos en Porto 24
// horas` → `Panaderos` and `Panaderos 24 horas`. A comma ends a name.
function withoutTown(words: readonly string[], towns: readonly string[]): readonly string[] | undefined {
  for (let at = 0; at < words.length; at++) {
    const rest = toSlug(words.slice(at).join(' '));
    const [town] = towns
      .filter((name) => rest === name || rest.startsWith(`${name}-`))
      .toSorted((a, b) => b.length - a.length);
    if (town === undefined) continue;
    const before = words.slice(0, at);
    while (TIES.test(before.at(-1) ?? '')) before.pop();
    let end = at + 1;
    while (toSlug(words.slice(at, end).join(' ')).length < town.length) end++;
    const after = /[,:;.]$/.test(words[end - 1] ?? '') ? [] : words.slice(end);
    return [before, [...before, ...after]].map((name) => cleanLine(name.join(' ')).replace(/[\s,:;|–-]+$/, ''));
  }
  return undefined;
}

function wordsOfSlug(family: string): string {
  const words = slugOf(`/${family}`).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// Offers of JSON-LD in their order.
function fromOffers({ organisations, url: pageUrl }: PageEvidence, mayShow: MayShow): List[] {
  const entries = organisations
    .flatMap(({ services }) => services)
    .map(({ name, url }) => ({ name, url: URL.parse(url ?? '', pageUrl)?.href ?? pageUrl }))
    .filter(({ url }) => url === pageUrl || mayShow(url) || new URL(url).pathname === '/');
  const types = organisations.flatMap(({ service_types: names = [] }) => names.map((name) => ({ name, url: pageUrl })));
  return [
    { source: 'JSON-LD', weight: WEIGHT.schema, entries, page: pageUrl },
    { source: 'service types of JSON-LD', weight: WEIGHT.types, entries: distinct(types), page: pageUrl },
  ].filter((found) => found.entries.length >= 2);
}

// Titles below a label, and on the front page titles of cards and icon boxes without a label.
function fromGroups(
  { url: pageUrl, role, groups = [], description = '' }: PageEvidence,
  { siteName, language }: { readonly siteName: string; readonly language: string },
  mayShow: MayShow,
): List[] {
  const path = new URL(pageUrl).pathname;
  const { stemOf, fold } = createAnalyzer(language);
  const stemsIn = (text: string) => (text.match(/\p{L}{4,}/gu) ?? []).map((word) => stemOf(fold(word.toLowerCase())));
  const described = new Set(stemsIn(description));
  const brand = toSlug(siteName);
  const isBrand = (name: string) => brand !== '' && toSlug(name).startsWith(brand);
  const isDescribed = ({ name }: Services[number]) =>
    !isBrand(name) && stemsIn(name).some((stem) => described.has(stem));
  return groups.flatMap(({ label, entries: all }): List[] => {
    const entries = all
      // Cards link to their page, or to the contact form.
      .map(({ name, url }) => ({ name, url: isOtherPage(slugOfUrl(url)) ? pageUrl : url }))
      .filter(({ name, url }) => isService(toSlug(name)) && (url === pageUrl || mayShow(url)));
    if (entries.length < 2 || entries.length > MOST_LISTED || entries.length * 2 < all.length) return [];
    const isLinked = entries.every(({ url }) => url !== pageUrl) && new Set(entries.map(({ url }) => url)).size > 1;
    // Stored evidence may have a label of an earlier release.
    const known = label !== undefined && Object.hasOwn(WEIGHT, label) ? label : undefined;
    const announced = known ?? (role === 'services' && isLinked ? 'services' : undefined);
    const { share, weight } = UNLABELLED[isLinked ? 'linked' : 'shown'];
    const isOfFront =
      role === 'front' &&
      entries.length >= FEWEST_CARDS &&
      entries.length === all.length &&
      entries.every(({ name }) => PLAIN_NAME.test(name)) &&
      entries.filter(isDescribed).length >= entries.length * share;
    return [
      {
        source: announced ? `titles below "${announced}" of ${path}` : `titles of ${path}`,
        weight: announced ? WEIGHT[announced] : isOfFront ? weight : 0,
        entries,
        page: pageUrl,
      },
    ];
  });
}

// Pages with a path below the services page: `/servicios/toldos`.
function fromChildren(pages: readonly PageFacts[]): List {
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const below = pages.filter(({ city, path }) => city === '' && ROLE_SLUGS.services.test(slugOf(parentOf(path))));
  const depth = Math.min(...below.map(({ path }) => path.split('/').length));
  const entries = below
    .filter(({ path, title }) => title !== '' && path.split('/').length === depth && isService(slugOf(path)))
    .map(({ title, url }) => ({ name: title, url }));
  return {
    source: 'pages below the services page',
    weight: WEIGHT.children,
    entries: entries.length >= 2 ? entries : [],
  };
}

// Entries of menus below a label: services, groups of services, and otherwise products.
function fromMenus(sampled: readonly PageEvidence[], mayShow: MayShow): List[] {
  const menus = sampled.flatMap(({ menu }) => menu);
  const page = sampled.find(({ menu }) => menu.length > 0)?.url;
  const parents = parentsIn(menus);
  const labelled = (label: string) => parents.filter(({ name }) => offersLabel(name, { inMenu: true }) === label);
  const atServices = parents.filter(({ url }) => url !== '' && ROLE_SLUGS.services.test(slugOfUrl(url)));
  const services = labelled('services');
  // A menu also uses `Service` for customer care.
  const sure = services.filter(({ name }) => !/^service$/i.test(name));
  return [
    { weight: WEIGHT.menu, parents: sure.length > 0 ? sure : services.length > 0 ? services : atServices },
    { weight: WEIGHT.groupOfMenu, parents: labelled('named') },
    { weight: WEIGHT.products, parents: labelled('products') },
  ].map((list) => ({
    source: 'main menu',
    weight: list.weight,
    entries: servicesBelow(list.parents, mayShow),
    page,
  }));
}

const parentsIn = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.below.length > 0 ? [item, ...parentsIn(item.below)] : []));

function servicesBelow(parents: readonly MenuItem[], mayShow: MayShow): Services {
  const parentUrls = new Set(parents.map(({ url }) => url));
  const named = parents
    .flatMap(({ below }) => below.flatMap(entriesOf))
    .filter(({ name, url }) => url !== '' && !parentUrls.has(url) && isService(toSlug(name)))
    // A contact page or a request form, independent of its menu label.
    .filter(({ url }) => !isOtherPage(slugOfUrl(url)) && mayShow(url));
  const isFirst = ({ url }: MenuItem, at: number) => named.findIndex((entry) => entry.url === url) === at;
  return named.filter(isFirst).map(({ name, url }) => ({ name, url }));
}

// An entry and the entries of its submenu: a group may have a page or be a heading only.
const entriesOf = (item: MenuItem): MenuItem[] => [item, ...item.below.flatMap(entriesOf)];

// Minimum length of a stem: shorter stems match unrelated words.
const SHORTEST_STEM = 5;

// Maps families of city pages to their general page: the page of the same name. The fallback is the only page with the
// same stem (`/porto/panadero`, `/panaderia`), if no second family has it.
function generalPages(
  pages: readonly PageFacts[],
  families: readonly string[],
  language: string,
): ReadonlyMap<string, PageFacts> {
  const { stemOf, fold } = createAnalyzer(language);
  const candidates = pages.filter(({ city, title }) => city === '' && title !== '');
  const general = new Map(candidates.toReversed().map((page) => [page.family, page]));
  const stemOfFamily = (family: string) => {
    const stem = /^\p{L}+$/u.test(family) ? stemOf(fold(family)) : '';
    return stem.length >= SHORTEST_STEM ? stem : family;
  };
  const alike = Map.groupBy(new Set([...families, ...general.keys()]), stemOfFamily);
  const found = families.flatMap((family) => {
    const [other, further] = alike.get(stemOfFamily(family))?.filter((name) => name !== family) ?? [];
    const page = general.get(family) ?? (other !== undefined && further === undefined ? general.get(other) : undefined);
    return page ? [[family, page] as const] : [];
  });
  return new Map(found);
}
