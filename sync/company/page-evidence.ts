import { allElements, attribute, parseDocument, textOf } from '../markdown/parse/html.ts';
import type { HtmlElement } from '../markdown/parse/tree.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { findHidden } from '../markdown/clean/visibility/hidden.ts';
import { readStyleSheets } from '../markdown/clean/visibility/style-sheets.ts';
import { contact, fromLink, schemaEvidence, type Origin } from './contact-evidence.ts';
import { emailOf, telephoneOf, whatsappTarget } from './contact-links.ts';
import { countriesOf } from './country.ts';
import { withoutCredits } from './credits.ts';
import { emailsIn } from './email-text.ts';
import type { Evidence, PageEvidence, PageRole, Place, SiteEvidence } from './evidence.ts';
import { hoursIn } from './hours-text.ts';
import { jsonLdIn } from './json-ld-scripts.ts';
import { isMap, readLines, type Line } from './page-lines.ts';
import { isPlaceholderAddress } from './placeholders.ts';
import { addressesIn, addressKey } from './postal-address.ts';
import { coverageIn, pricesIn, taxIn } from './prices.ts';
import { cardsIn, mainMenu } from './menu.ts';
import { addressCountriesIn, organisationsIn } from './structured-data.ts';
import { telephonesIn } from './telephone.ts';
import { widgetContacts } from './widgets.ts';

/** A page whose HTML is searched. */
export type SampledPage = { readonly url: string; readonly role: PageRole; readonly html: string };

/** The site as far as it helps to read its pages. */
export type SiteSigns = { readonly home: string; readonly language: string; readonly hosts: readonly string[] };

/** JSON-LD of the site that came another way than in the HTML of a page. */
type Schema = { readonly url: string; readonly document: unknown };

/** No page is read further, in UTF-16 units: what tells of the company stands in the first megabytes, or at the end. */
const LONGEST_PAGE = 3 * 1024 * 1024;
/** Text with digits in it, in which telephone numbers are looked for: 100 KB of digits would take seconds. */
const DIGIT_TEXT = 40_000;
const MOST_EVIDENCE = 400;

type ParsedPage = Pick<SampledPage, 'url' | 'role'> & {
  readonly lines: readonly Line[];
  readonly elements: readonly HtmlElement[];
  readonly documents: readonly unknown[];
};

/** Evidence of each of some pages of a site. */
export function collectEvidence(
  pages: readonly SampledPage[],
  site: SiteSigns,
  schemas: readonly Schema[] = [],
): SiteEvidence {
  const parsed = pages.map((page) =>
    parsePage(
      page,
      schemas.filter(({ url }) => url === page.url).map(({ document }) => document),
    ),
  );
  const context = contextOf(parsed, site);
  const { countries, countryIsCertain, own } = context;
  return { countries, countryIsCertain, own, pages: parsed.map((page) => evidenceOf(page, context)) };
}

function parsePage({ url, role, html }: SampledPage, schemas: readonly unknown[]): ParsedPage {
  const text = html.length <= LONGEST_PAGE ? html : html.slice(0, LONGEST_PAGE / 2) + html.slice(-LONGEST_PAGE / 2);
  const { head, body } = parseDocument(text);
  const shown = allElements(body);
  const elements = [...allElements(head), ...shown];
  const hidden = findHidden(body, shown, readStyleSheets([head, body]));
  return {
    url,
    role,
    lines: withoutCredits(readLines(body, hidden)),
    elements,
    documents: [...jsonLdIn(elements), ...schemas],
  };
}

type Context = Pick<SiteEvidence, 'countries' | 'countryIsCertain' | 'own'> & { readonly language: string };

/** Knowledge of the whole site without which none of its pages is understood. */
function contextOf(pages: readonly ParsedPage[], site: SiteSigns): Context {
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
    ...links.flatMap(
      (link) => chatNumber(link) ?? /[?&]phone=(?:%2B|\+)?(\d{10,15})\b/.exec(link)?.[1]?.replace(/^/, '+') ?? [],
    ),
    ...lines.flatMap(({ text }) => /\+\s?\(?\d[\d\s().-]{7,20}/.exec(text.slice(0, 500))?.[0] ?? []),
  ];
  const named = own.map((host) => `https://${host}`).find((address) => !/\d$|localhost$/.test(address));
  const { countries, isCertain } = countriesOf({
    home: named ?? site.home,
    languages: [site.language, ...metadata('property', 'og:locale', 'content')],
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
  return { language: site.language, countries, countryIsCertain: isCertain, own };
}

function chatNumber(link: string): string | undefined {
  const target = whatsappTarget(link);
  return target && 'number' in target ? `+${target.number.replace(/^\+?0*/, '')}` : undefined;
}

function evidenceOf(page: ParsedPage, context: Context): PageEvidence {
  const { url, role, lines, elements } = page;
  const organisations = organisationsIn(page.documents, context.language);
  const evidence = [
    ...organisations.flatMap((organisation, index) => schemaEvidence(organisation, index, context)),
    ...microdata(elements, context),
    ...widgetContacts(elements).flatMap(({ kind, value }) =>
      contact(kind, value, { place: 'widget', how: 'widget' }, context),
    ),
    ...lines.flatMap((line) => linkEvidence(line, context)),
    ...textEvidence(lines, context),
    ...mapEvidence(elements),
  ];
  const general = role === 'front' || role === 'services' || role === 'prices';
  return {
    url,
    role,
    evidence: distinct(evidence).slice(0, MOST_EVIDENCE),
    organisations,
    menu: role === 'front' ? mainMenu(elements, url) : [],
    cards: role === 'services' ? cardsIn(lines, url) : [],
    prices: general ? pricesIn(lines) : [],
    tax: general ? taxIn(lines) : [],
    coverage: role === 'legal' ? [] : coverageIn(lines),
  };
}

/** `itemprop` of contact widgets, as Jetpack's and those of old themes. */
function microdata(elements: readonly HtmlElement[], context: Context): Evidence[] {
  const origin: Origin = { place: 'schema', how: 'schema', strength: 0.6 };
  return elements.flatMap((element) => {
    const property = attribute(element, 'itemprop');
    if (property !== 'telephone' && property !== 'email') return [];
    const value = attribute(element, 'content') || cleanLine(textOf(element).slice(0, 200));
    return contact(property === 'telephone' ? 'phone' : 'email', value.replace(/^tel:/i, ''), origin, context);
  });
}

function linkEvidence(line: Line, context: Context): Evidence[] {
  if (line.foreign) return [];
  return line.links.flatMap(({ href, label }) =>
    fromLink(href, { place: line.part, how: 'link' }, context).flatMap((evidence) =>
      withLabel(evidence, label, context),
    ),
  );
}

/** The number as visitors see it, when the words of its link are one; a link that leads to another is a leftover of the theme. */
function withLabel(evidence: Evidence, label: string, { countries }: Context): Evidence[] {
  if (evidence.field !== 'phone') return [evidence];
  const numbers = telephonesIn(label.slice(0, 200), countries);
  const seen = numbers.find(({ number }) => number === evidence.key);
  return seen ? [{ ...evidence, value: seen.written }] : numbers.length > 0 ? [] : [evidence];
}

const WHATSAPP = /whats\s?app|wsp\b|wasap|guasap/i;

function textEvidence(lines: readonly Line[], context: Context): Evidence[] {
  const visible = lines.filter((line) => !line.foreign && line.text !== '');
  const order: Readonly<Record<Line['part'], number>> = { header: 0, footer: 1, main: 2 };
  let room = DIGIT_TEXT;
  const withDigits = visible
    .filter(({ text }) => text.replaceAll(/\D/g, '').length >= 6)
    .toSorted((a, b) => order[a.part] - order[b.part]);
  const numbers: Evidence[] = [];
  for (const line of withDigits) {
    const text = line.text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, ' ').slice(0, room);
    room -= text.length;
    const origin: Origin = { place: line.part, how: 'text' };
    for (const { written, number } of telephonesIn(text, context.countries)) {
      numbers.push(...contact('phone', written, origin, context));
      const at = text.indexOf(written);
      const mayDial = context.countryIsCertain || written.startsWith('+');
      if (mayDial && WHATSAPP.test(text.slice(Math.max(0, at - 40), at)))
        numbers.push(...contact('whatsapp', number, origin, context));
    }
  }
  const emails = visible.flatMap((line) =>
    emailsIn(line.text.slice(0, 2_000)).flatMap((address) =>
      contact('email', address, { place: line.part, how: 'text' }, context),
    ),
  );
  const written = lines.filter(({ text }) => text !== '');
  const addresses = addressesIn(written).flatMap(({ text, whole, line }) =>
    contact('address', text, { place: line.part, how: 'text', strength: whole ? 1 : 0.6 }, context),
  );
  const hours = hoursIn(written).flatMap(({ text, labelled, line }) =>
    contact('hours', text, { place: line.part, how: 'text', strength: labelled ? 1.2 : 1 }, context),
  );
  return [...numbers, ...emails, ...addresses, ...hours];
}

/** The address that a map on the page is asked for. */
function mapEvidence(elements: readonly HtmlElement[]): Evidence[] {
  return elements.flatMap((element) => {
    const source = attribute(element, 'src') || attribute(element, 'data-src') || attribute(element, 'href');
    if (!/^(?:iframe|a)$/.test(element.name) || !isMap(source)) return [];
    const url = URL.parse(source, 'https://maps.google.com');
    const asked = cleanLine(
      url?.searchParams.get('q') ?? url?.searchParams.get('query') ?? url?.searchParams.get('daddr') ?? '',
    );
    if (!/\d/.test(asked) || /^[-\d.,\s]+$/.test(asked) || isPlaceholderAddress(asked)) return [];
    const place: Place = 'main';
    return [
      {
        field: 'address',
        value: asked.slice(0, 200),
        key: addressKey(asked),
        place,
        how: 'link',
        strength: 0.4,
      } satisfies Evidence,
    ];
  });
}

function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [
    ...new Map(
      evidence.map((one) => [JSON.stringify([one.field, one.key, one.place, one.how, one.value]), one]),
    ).values(),
  ];
}
