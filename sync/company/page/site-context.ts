import { attribute } from '../../markdown/parse/html.ts';
import { emailOf, emailsIn, telephoneOf, whatsappTarget } from '../contact/contacts.ts';
import { countriesByName, countriesOf } from '../country.ts';
import type { SiteEvidence } from '../evidence.ts';
import { ownNames, type OwnNames } from './own-names.ts';
import type { ParsedPage } from './parsed-page.ts';
import { addressCountriesIn, organisationsIn } from '../structured-data.ts';

/** Facts of the site that are needed to parse its pages. */
export type SiteSigns = { readonly home: string; readonly language: string; readonly hosts: readonly string[] };

/** Facts of all pages that are needed to parse each page. */
export type Context = Pick<SiteEvidence, 'countries' | 'countryIsCertain' | 'own'> & {
  readonly language: string;
  /** Country names in English and the languages of the site, in lower case. */
  readonly countryNames: ReadonlySet<string>;
  readonly names: OwnNames;
};

/** Collects the facts of all pages: hosts, countries and names. */
export function contextOf(pages: readonly ParsedPage[], site: SiteSigns): Context {
  const links = pages.flatMap(({ lines }) => lines.flatMap((line) => line.links.map(({ href }) => href)));
  const lines = pages.flatMap((page) => page.lines);
  const heads = pages.flatMap(({ elements }) => elements.filter(({ name }) => /^(?:html|meta|link)$/.test(name)));
  const metadata = (name: string, value: string, wanted: string) =>
    heads
      .filter((element) => attribute(element, name) === value)
      .map((element) => attribute(element, wanted))
      .filter((text) => text !== '');
  const addresses = [
    site.home,
    ...site.hosts.map((host) => `https://${host}`),
    ...metadata('rel', 'canonical', 'href'),
    ...metadata('property', 'og:url', 'content'),
  ];
  const own = [...new Set(addresses.flatMap((address) => URL.parse(address)?.hostname.replace(/^www\./, '') ?? []))];
  const numbers = [
    ...links.flatMap((link) => telephoneOf(link) ?? []),
    ...links.flatMap((link) => chatNumber(link) ?? []),
    ...lines.flatMap(({ text }) => /\+\s?\(?\d[\d\s().-]{7,20}/.exec(text.slice(0, 500))?.[0] ?? []),
  ];
  const named = own.map((host) => `https://${host}`).find((address) => !/\d$|localhost$/.test(address));
  const languages = [site.language, ...metadata('property', 'og:locale', 'content')];
  const { countries, isCertain } = countriesOf({
    home: named ?? site.home,
    languages,
    addressCountries: addressCountriesIn(pages.flatMap(({ documents }) => documents)),
    numbers: numbers.slice(0, 200),
    emails: [
      ...links.flatMap((link) => emailOf(link) ?? []),
      ...lines.flatMap(({ text }) => emailsIn(text.slice(0, 300))),
    ].slice(0, 50),
    text: lines
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 200_000),
  });
  const countryNames = new Set(countriesByName(languages).keys());
  const organisations = organisationsIn(
    pages.flatMap(({ documents }) => documents),
    site.language,
  );
  const names = ownNames(own, pages, organisations);
  return { language: site.language, countries, countryIsCertain: isCertain, own, countryNames, names };
}

function chatNumber(link: string): string | undefined {
  const target = whatsappTarget(link);
  return target && 'number' in target ? `+${target.number.replace(/^\+?0*/, '')}` : undefined;
}
