import type { Addresses } from '../../shared/addresses.ts';
import { slugOf } from '../../shared/addresses.ts';
import { toSlug } from '../../shared/places.ts';
import type { PageRole } from './evidence.ts';

/** Slugs that pages of a role have, in the languages of many sites; the map `pages` of the company goes by the first three. */
export const ROLE_SLUGS = {
  contact:
    /^(?:contact[oae]?s?|contacta(?:r|nos|-nos|-con-nosotros)?|contacto-y-\S+|pagina-de-contacto|datos-de-contacto|contactenos|contact-us|contactez-nous|nous-contacter|kontakt|kontakt(?:ieren|formular)\S*|contatti|contattaci|contatto|contatos?|contacte-nos|fale-conosco|contacteaza-ne|contacteu|contactar)$/,
  legal:
    /^(?:aviso-legal\S*|nota-legal|informacion-legal|legal(?:-notice)?|impressum|imprint|mentions-legales|note-legali|avis-legal|aviso-legal-y-\S+|termeni-si-conditii)$/,
  about:
    /^(?:nosotros|sobre-nosotros|quienes-somos|la-empresa|empresa|conocenos|about|about-us|uber-uns|ueber-uns|a-propos|qui-sommes-nous|chi-siamo|sobre-nos|quem-somos|sobre|despre-noi|qui-som)$/,
  services:
    /^(?:(?:nuestros-|our-|nos-|unsere-|i-nostri-)?(?:servicios?|services?|leistungen|prestations|servizi|servicos|servicii|serveis|servizos)|what-we-do|que-hacemos)$/,
  prices:
    /^(?:tarifas?|precios?|prices?|pricing|preise|tarifs?|prix|prezzi|listino(?:-prezzi)?|precos|preturi|tarife|preus)$/,
} as const satisfies Partial<Record<PageRole, RegExp>>;

/** Pages that are read of a role, at most. */
const MOST: Readonly<Record<keyof typeof ROLE_SLUGS, number>> = {
  contact: 2,
  legal: 1,
  about: 1,
  services: 1,
  prices: 1,
};
const LABELS: Readonly<Record<'contact' | 'services', RegExp>> = {
  contact: ROLE_SLUGS.contact,
  services: ROLE_SLUGS.services,
};

/** A page to read for company data. */
export type CompanyPage = { readonly url: string; readonly role: PageRole };

/** Which of a site's published pages tell of the company: those of each role with the shortest addresses. */
export function companyPages(links: readonly string[], { keyOf }: Pick<Addresses, 'keyOf'>): CompanyPage[] {
  const pages = links
    .map((url) => ({ url, key: keyOf(url) ?? '' }))
    .toSorted((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1));
  return Object.entries(ROLE_SLUGS).flatMap(([role, slugs]) =>
    pages
      .filter(({ key }) => slugs.test(slugOf(key)))
      .slice(0, MOST[role as keyof typeof ROLE_SLUGS])
      .map(({ url }) => ({ url, role: role as PageRole })),
  );
}

/** The role of a page whose address does not tell it, by the words of a link to it: `Contacto`, `Nuestros servicios`. */
export function roleOfLabel(label: string): PageRole | undefined {
  const slug = toSlug(label.slice(0, 60));
  if (LABELS.contact.test(slug)) return 'contact';
  return LABELS.services.test(slug) ? 'services' : undefined;
}
