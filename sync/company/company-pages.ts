import type { Addresses } from '../../shared/addresses.ts';
import { slugOf } from '../../shared/addresses.ts';
import { toSlug } from '../../shared/places.ts';
import type { PageRole } from './evidence.ts';
import { SERVICES } from './offer-words.ts';

const CONTACT = String.raw`contact[oae]?s?|contacta(?:r|nos|-nos|-con-nosotros)?|contacto-y-\S+|pagina-de-contacto|datos-de-contacto|contactenos|contact-us|contactez-nous|nous-contacter|kontakt|kontakt(?:ieren|formular)\S*|contatti|contattaci|contatto|contatos?|contacte-nos|fale-conosco|contacteaza-ne|contacteu|contactar|get-in-touch|reach-us|kontakt(?:y|i|e|ai|id|ua)|kontakta-oss|contact-(?:info|information|details)|kontaktujte-nas|elerhetoseg(?:ek|eink)?|контакт[иы]?|επικοινωνια|联系我们|聯絡我們|연락처|اتصل-بنا|צור-קשר|kontakt-(?:oss|os|(?:und-)?(?:anfahrt|o?offnungszeiten|oeffnungszeiten|standort|impressum))|ota-yhteytta|yhteystiedot|kapcsolat|iletisim|kontak|hubungi-kami|lien-he|epikoinonia|toiawase|inquiry|お問い合わせ|お問合せ`;

/** A contact page that says when and where too: `ubicacion-contacto`, `horario-y-contacto`. */
const CONTACT_AND_MORE = (() => {
  const contact = 'contact[oae]?s?|contactenos|kontakt|contatt[io]|contatos?';
  const more = [
    'horarios?|ubicacion|localizacion|direccion|donde-estamos|como-llegar|mapa|reservas?|citas?|tienda',
    '(?:opening-)?hours|location|directions|find-us|map|visit(?:-us)?|bookings?|about(?:-us)?',
    'horaires|acces|plan(?:-d-acces)?|orari|dove-siamo|mappa|onde-estamos|localizacao',
    'oe?ffnungszeiten|anfahrt|standort|lageplan|impressum|openingstijden|route|harta|program',
  ].join('|');
  const and = '(?:-(?:y|e|i|si|and|und|et|en|og|och))?-';
  return `(?:${more})${and}(?:${contact})|(?:${contact})${and}(?:${more})`;
})();

/** Slugs that pages of a role have, in the languages of many sites; the map `pages` of the company goes by the first three. */
export const ROLE_SLUGS = {
  contact: new RegExp(`^(?:${CONTACT}|${CONTACT_AND_MORE})$`),
  legal:
    /^(?:aviso-legal\S*|nota-legal|informacion-legal|legal(?:-notice)?|impressum|imprint|mentions-legales|note-legali|avis-legal|aviso-legal-y-\S+|termeni-si-conditii|colofon|juridische-informatie|kunye)$/,
  about:
    /^(?:nosotros|sobre-nosotros|quienes-somos|la-empresa|empresa|conocenos|about|about-us|uber-uns|ueber-uns|a-propos|qui-sommes-nous|chi-siamo|sobre-nos|quem-somos|sobre|despre-noi|qui-som|o-nas|o-firmie|over-ons|om-oss|om-os|meista|rolunk|hakk[ıi]m[ıi]zda|tentang-kami|gioi-thieu|company|会社概要)$/,
  services: SERVICES,
  prices:
    /^(?:tarifas?|precios?|prices?|pricing|preise|tarifs?|prix|prezzi|listino(?:-prezzi)?|precos|preturi|tarife|preus|tarieven|prijzen|cennik|cenik|priser|hinnasto|arak|fiyatlar|rates|fees|料金)$/,
  visit:
    /^(?:visit(?:-us)?|(?:how-to-)?find-us|where-to-find-us|where-we-are|our-location|location|directions|getting-here|donde-estamos|donde-encontrarnos|como-llegar|encuentranos|visitanos|ubicacion|localizacion|onde-estamos|como-chegar|localizacao|dove-siamo|come-(?:arrivare|raggiungerci)|(?:ou-)?nous-trouver|plan-d-acces|anfahrt|so-finden-sie-uns|on-som|com-arribar|find-vej|hitta-hit|route(?:beschrijving)?|アクセス)$/,
  hours:
    /^(?:(?:nuestros?-|our-|nos-|unsere-|i-nostri-|onze-|nasze-)?(?:horarios?|(?:opening|business|office|store|shop|clinic|trading)-(?:hours|times)|hours(?:-of-operation)?|horaires?|heures-d-ouverture|orar(?:i|io)|oe?ffnungszeiten|sprechzeiten|sprechstunden?|ordination(?:s?zeiten)?|openingstijden|openingsuren|spreekuur|spreekuren|godziny-(?:otwarcia|pracy|przyjec)|oteviraci-(?:doba|hodiny)|ordinacni-(?:doba|hodiny)|otvaracie-hodiny|oppettider|apningstider|abningstider|aukioloajat|nyitvatartas|calisma-saatleri|radno-vrijeme|radno-vreme|delovni-cas|jam-(?:buka|operasional)|営業時間|診療時間|режим-работы|график-работы)(?:-(?:de-)?(?:atencion|apertura|d-ouverture|di-apertura|de-funcionamento|de-atendimento|y-tarifas|et-tarifs|e-tariffe|und-preise))?)$/,
} as const satisfies Record<string, RegExp>;
type Kind = Exclude<keyof typeof ROLE_SLUGS, 'hours'>;

/** A page that says where the company is tells what its contact page does. */
const roleOf = (kind: Kind): PageRole => (kind === 'visit' ? 'contact' : kind);

/** Pages that are read of a role, at most. */
const MOST: Readonly<Record<Kind, number>> = {
  contact: 2,
  legal: 1,
  about: 1,
  services: 1,
  prices: 1,
  visit: 1,
};
const KINDS = Object.keys(MOST) as readonly Kind[];
const LABELS: Readonly<Record<'contact' | 'services', RegExp>> = {
  contact: ROLE_SLUGS.contact,
  services: ROLE_SLUGS.services,
};

const BOOKING_SLUGS =
  /^(?:book(?:ings?|-now|-online|-a-table|-(?:an-)?appointment)?|(?:request-(?:an-)?|make-an-)?appointments?|reservations?|reserve|pid[ea]-(?:tu-)?cita|pedir-cita|cita(?:-previa)?|reservas?|reservar|prendre-rendez-vous|rendez-vous|reserver|termin(?:e|vereinbarung|-vereinbaren|-buchen)?|buchen|reservierung(?:en)?|prenota(?:re|-ora|-un-tavolo|zion[ei])?|marcacoes|marcar-consulta|agendamento|programar[ei]|rezerv[aă]r[ei]|afspraak(?:-maken)?|reserveren|rezerwacj[ae]|umow-wizyte|boka(?:-tid)?|bestill?-(?:time|tid|bord)|rezervace|objednavka|randevu)$/;

/** A page to read for company data. */
export type CompanyPage = { readonly url: string; readonly role: PageRole };

/** The role that a page's slug tells; one that is taken gets a number (`contacto-2`), and some sites add an ending. */
export function hasRole(slugs: RegExp, slug: string): boolean {
  const plain = slug.replace(/\.(?:html?|php|aspx?)$/, '');
  return slugs.test(plain) || slugs.test(plain.replace(/-\d$/, ''));
}

/** `contact-met-taller-sol` → `contact`, on tallersol.nl. */
function withoutOwnName(slug: string, url: string): string {
  const words = slug.split('-');
  const [name] = new URL(url).hostname
    .replace(/^www\./, '')
    .replaceAll('-', '')
    .split('.');
  const start = words.findIndex((_, at) => at > 0 && words.slice(at).join('') === name);
  if (start === -1) return slug;
  return words
    .slice(0, start)
    .join('-')
    .replace(/-(?:met|mit|with|con|com|avec|de|di|da|do|to|a)$/, '');
}

/**
 * The published pages that tell of the company: those of each role with the shortest addresses. What stands below the
 * prefix of a language is read where no page of that role stands without one.
 */
export function companyPages(links: readonly string[], { keyOf }: Pick<Addresses, 'keyOf'>): CompanyPage[] {
  const pages = links
    .map((url) => ({ url, key: keyOf(url) ?? '' }))
    .map(({ url, key }) => ({ url, key, slug: withoutOwnName(slugOf(key), url) }))
    .toSorted((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1));
  return KINDS.flatMap((kind) => {
    const found = pages.filter(({ slug }) => hasRole(ROLE_SLUGS[kind], slug));
    const general = found.filter(({ key }) => !/^\/[a-z]{2}(?:-[a-z]{2})?\//.test(key));
    return (general.length > 0 ? general : found).slice(0, MOST[kind]).map(({ url }) => ({ url, role: roleOf(kind) }));
  });
}

/** The page for bookings, which is the contact page of a site that has no other: of a restaurant, of a surgery. */
export const bookingPage = (links: readonly string[], addresses: Pick<Addresses, 'keyOf'>): CompanyPage | undefined =>
  shortestOf(BOOKING_SLUGS, 'contact', links, addresses);

/** The page that says when the company is open, and often nothing else. */
export const hoursPage = (links: readonly string[], addresses: Pick<Addresses, 'keyOf'>): CompanyPage | undefined =>
  shortestOf(ROLE_SLUGS.hours, 'hours', links, addresses);

function shortestOf(
  slugs: RegExp,
  role: PageRole,
  links: readonly string[],
  { keyOf }: Pick<Addresses, 'keyOf'>,
): CompanyPage | undefined {
  const [url] = links
    .filter((link) => hasRole(slugs, slugOf(keyOf(link) ?? '')))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return url === undefined ? undefined : { url, role };
}

/** The role of a page whose address does not tell it, by the words of a link to it: `Contacto`, `Nuestros servicios`. */
export function roleOfLabel(label: string): PageRole | undefined {
  const slug = toSlug(label.slice(0, 60));
  if (LABELS.contact.test(slug)) return 'contact';
  return LABELS.services.test(slug) ? 'services' : undefined;
}
