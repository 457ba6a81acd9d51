import { slugOf } from '../../shared/addresses.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { toSlug } from '../../shared/places.ts';
import { ROLE_SLUGS } from './company-pages.ts';
import type { MenuItem, PageEvidence } from './evidence.ts';
import { isService, NO_SERVICE } from './no-services.ts';

export type FoundServices = { readonly value: NonNullable<CompanyInfo['services']>; readonly source: string };
type MayShow = (url: string) => boolean;

const SOURCE = 'main menu';

/** Entries of the main menu under `Servicios` or the like, with those of the groups among them. */
export function fromMenu(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const parents = parentsIn(sampled);
  const isNamed = (slugs: RegExp) => parents.filter(({ name }) => slugs.test(toSlug(name)));
  const named = isNamed(ROLE_SLUGS.services);
  const sure = named.filter(({ name }) => !/^service$/i.test(name));
  // `Removals`, with the address of the services page.
  const ways = [sure, named, parents.filter(isGroupOfServices), isNamed(TEACHING), parents.filter(isAtServicesPage)];
  return { value: firstFound(ways, mayShow), source: SOURCE };
}

/** Entries of the main menu under `Products` or the like, or the categories of a shop: for sites that tell no services. */
export function fromMenuOfProducts(sampled: readonly PageEvidence[], mayShow: MayShow): FoundServices {
  const items = sampled.flatMap(({ menu }) => menu);
  const categories = categoriesIn(items);
  const shop = categories.length >= FEWEST_CATEGORIES ? [{ name: '', url: '', below: categories }] : [];
  const parents = parentsIn(sampled).filter(({ name }) => PRODUCTS.test(toSlug(name)));
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
  /^(?:(?:for-|para-|fur-|pour-(?:les-)?|per-(?:le-)?|voor-|dla-)?(?:residential|commercial|industrial|domestic|home(?:s|owners)?|business(?:es)?|individuals|particulares|empresas|hogar|negocios|comunidades|privatkunden|geschaftskunden|gewerbekunden|firmenkunden|particuliers|professionnels|entreprises|privati|aziende|imprese|particulieren|bedrijven|zakelijk|firm|klientow-indywidualnych|privat|foretag|erhverv|bedrift))$/;

/** `Legal services`, `Servicios jurídicos`, `Praxisleistungen`: of a menu, where services stand below it. */
const isGroupOfServices = ({ name }: MenuItem): boolean =>
  GROUP.test(toSlug(name)) && !CUSTOMER_CARE.test(toSlug(name));
const GROUP =
  /^(?:(?:nuestr[oa]s-|nos-|noss[oa]s-)?(?:servicios|services|prestations|servizi|servicos|servicii|serveis|servizos|tratamientos|tratamentos|trattamenti|traitements)-\S+|\S+-(?:services|treatments|therapies|layanan)|(?:unsere-)?\p{L}+(?:leistungen|behandlungen|diensten|tjanster|palvelut))$/u;
const CUSTOMER_CARE = /^(?:customer|client|guest|online|other|after-sales|self|community|church)-services$/;

/** True for the address of a contact page, of one for a request or of a language, whatever a menu calls it. */
function isOfAnotherRole(url: string): boolean {
  const path = new URL(url).pathname.replace(/\/+$/, '');
  const slug = slugOf(path);
  return LANGUAGE.test(path) || NO_SERVICE.test(slug) || OTHER_ROLES.some((slugs) => slugs.test(slug));
}
const LANGUAGE = /^\/[a-z]{2}(?:-[a-z]{2})?$/;
const OTHER_ROLES = Object.values(ROLE_SLUGS).filter((slugs) => slugs !== ROLE_SLUGS.services);

const isAtServicesPage = ({ url }: MenuItem): boolean =>
  url !== '' && ROLE_SLUGS.services.test(slugOf(new URL(url).pathname.replace(/\/+$/, '')));

/** What a school calls its services, where no menu is called so. */
const TEACHING =
  /^(?:(?:our-|nuestros-|nos-|unsere-|onze-|nasze-)?(?:courses|classes|lessons|subjects|training|cursos|clases|cours|formations|kurse|kursangebot|corsi|lezioni|aulas|cursuri|cursussen|kursy|kurser))$/;

/** The categories of a shop, the uppermost of each menu. */
function categoriesIn(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) =>
    item.url !== '' && CATEGORY.test(new URL(item.url).pathname) ? [{ ...item, below: [] }] : categoriesIn(item.below),
  );
}
/** The address of a category of WooCommerce, as its translations write it. */
const CATEGORY =
  /\/(?:(?:product|produkt|vare|urun)-?(?:categorie|category|kategorie?|cat)|(?:categor(?:ia|ie)|kategori[ae])-(?:de-)?produ?[a-z]+|tuote-osasto|termekkategoria)\//;
const FEWEST_CATEGORIES = 3;

/** What is offered that is no service by its name, where nothing else is. */
const PRODUCTS = (() => {
  const our =
    '(?:nuestr[oa]s|our|nos|unsere?|i-nostri|le-nostre|(?:as-|os-)?noss[oa]s|onze|ons|nasz[ea]?|vara|v[aå]re|vores)';
  const words = [
    'products|shop|solutions|program(?:me)?s|activities|tours|trips|rooms|accommodations?|rentals|packages|capabilities|expertise',
    'productos|tienda|soluciones|programas|actividades|excursiones|habitaciones|alojamientos|catalogo|productes|botiga|activitats',
    'produkte|sortiment|losungen|angebote?|aktivitaten|touren|zimmer|unterkunfte|ferienwohnungen|kompetenzen|geschaftsfelder',
    'produits|boutique|activites|chambres|hebergements|gites|catalogue|savoir-faire|offres?|competences',
    'prodotti|soluzioni|attivita|escursioni|camere|alloggi|lavorazioni|produtos|solucoes|atividades|passeios|quartos|loja|pacotes',
    'producten|assortiment|aanbod|oplossingen|activiteiten|kamers|winkel|webshop|produkty|sklep|rozwiazania|pokoje|asortyment',
    'nabidka|reseni|obchod|e-shop|produkter|losningar|l[oø]sninger|butikk?|aktiviteter|v[aæ]relser|tuotteet|termekek|szobak',
    'produse|solutii|magazin|urunler(?:imiz)?|cozumler|odalar|produk(?:-kami)?|san-pham|proizvodi|sobe|προιοντα|δωματια',
    'товары|продукция|каталог|решения|направления|产品|產品|产品中心|商品',
  ].join('|');
  return new RegExp(`^(?:${our}-)?(?:${words})$`, 'u');
})();
