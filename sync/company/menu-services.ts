import { slugOf, slugOfUrl } from '../../shared/addresses.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { toSlug } from '../../shared/places.ts';
import { ROLE_SLUGS } from './company-pages.ts';
import type { MenuItem, PageEvidence } from './evidence.ts';
import { isService, NO_SERVICE } from './no-services.ts';
import { isGroupOfServices, isProductsLabel, isTeachingLabel, SERVICES } from './offer-words.ts';

export type FoundServices = { readonly value: NonNullable<CompanyInfo['services']>; readonly source: string };
/** True for a page that readers may be led to. */
export type MayShow = (url: string) => boolean;

const SOURCE = 'main menu';

/** Entries of the main menu under `Servicios` or the like, with those of the groups among them. */
export function fromMenu(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const parents = parentsIn(sampled);
  const isNamed = (is: (slug: string) => boolean) => parents.filter(({ name }) => is(toSlug(name)));
  const named = isNamed((slug) => SERVICES.test(slug));
  const sure = named.filter(({ name }) => !/^service$/i.test(name));
  // `Removals`, with the address of the services page.
  const ways = [sure, named, isNamed(isGroupOfServices), isNamed(isTeachingLabel), parents.filter(isAtServicesPage)];
  return { value: firstFound(ways, mayShow), source: SOURCE };
}

/** The categories of a shop, or entries of the main menu under `Products` or the like: for sites that tell no services. */
export function fromMenuOfProducts(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const shown = sampled.flatMap(({ groups = [] }) => groups.flatMap(({ entries }) => entries));
  const items = [...sampled.flatMap(({ menu }) => menu), ...shown.map(({ name, url }) => ({ name, url, below: [] }))];
  const categories = categoriesIn(items);
  const shop = categories.length >= FEWEST_CATEGORIES ? [{ name: '', url: '', below: categories }] : [];
  const parents = parentsIn(sampled).filter(({ name }) => isProductsLabel(toSlug(name)));
  return { value: firstFound([shop, parents], mayShow), source: SOURCE };
}

/** The entries of a menu that have others below them, at any depth. */
function parentsIn(sampled: readonly PageEvidence[]): readonly MenuItem[] {
  const withBelow = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => (item.below.length > 0 ? [item, ...withBelow(item.below)] : []));
  return withBelow(sampled.flatMap(({ menu }) => menu));
}

/** The services below the first of these groups of entries that have any. */
function firstFound(ways: readonly (readonly MenuItem[])[], mayShow: MayShow): FoundServices['value'] {
  return ways.map((parents) => servicesBelow(parents, mayShow)).find((found) => found.length > 0) ?? [];
}

function servicesBelow(parents: readonly MenuItem[], mayShow: MayShow): FoundServices['value'] {
  const own = new Set(parents.map(({ url }) => url));
  const named = parents
    .flatMap(({ below }) => below.flatMap(entriesOf))
    .filter(({ name, url }) => url !== '' && isService(toSlug(name)) && !isOfAnotherRole(url) && mayShow(url));
  return [...Map.groupBy(named, ({ url }) => url)].flatMap(([url, its]) => {
    const names = [...new Set(its.map(({ name }) => name))];
    const told = names.length >= FEWEST_SECTIONS ? names : own.has(url) ? [] : names.slice(0, 1);
    return told.map((name) => ({ name, url }));
  });
}

/** As many entries with one address lead to sections of its page: `/servicios/#toldos`. */
const FEWEST_SECTIONS = 3;

/** An entry, and those of its own menu: a group may have a page or be a heading alone. */
function entriesOf(item: MenuItem): MenuItem[] {
  const below = item.below.flatMap(entriesOf);
  return below.length > 0 && CUSTOMERS.test(toSlug(item.name)) ? below : [item, ...below];
}

/** For whom services are, where they are grouped by that. */
const CUSTOMERS =
  /^(?:(?:for-|para-|fur-|pour-(?:les-)?|per-(?:le-)?|voor-|dla-)?(?:residential|commercial|industrial|domestic|trade|home(?:s|owners)?|business(?:es)?|individuals|particulares|empresas|hogar|negocios|comunidades|privatkunden|geschaftskunden|gewerbekunden|firmenkunden|particuliers|professionnels|entreprises|privati|aziende|imprese|particulieren|bedrijven|zakelijk|firm|klientow-indywidualnych|privat|foretag|erhverv|bedrift))$/;

/** True for the address of a contact page, of one for a request or of a language, whatever a menu calls it. */
function isOfAnotherRole(url: string): boolean {
  const path = new URL(url).pathname.replace(/\/+$/, '');
  const slug = slugOf(path);
  return LANGUAGE.test(path) || NO_SERVICE.test(slug) || OTHER_ROLES.some((slugs) => slugs.test(slug));
}
const LANGUAGE = /^\/[a-z]{2}(?:-[a-z]{2})?$/;
const OTHER_ROLES = Object.values(ROLE_SLUGS).filter((slugs) => slugs !== SERVICES);

const isAtServicesPage = ({ url }: MenuItem): boolean => url !== '' && SERVICES.test(slugOfUrl(url));

/** The categories of a shop, the uppermost of each menu. */
function categoriesIn(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) =>
    item.url !== '' && CATEGORY.test(new URL(item.url).pathname)
      ? [{ name: item.name, url: item.url, below: [] }]
      : categoriesIn(item.below),
  );
}
/** The address of a category of WooCommerce, as its translations write it. */
const CATEGORY =
  /\/(?:(?:product|produkt|vare|urun)-?(?:categorie|category|kategorie?|cat)|(?:categor(?:ia|ie)|kategori[ae])-(?:de-)?produ?[a-z]+|tuote-osasto|termekkategoria)\//;
const FEWEST_CATEGORIES = 3;
