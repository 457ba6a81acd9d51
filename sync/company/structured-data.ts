import { whatsappTarget } from './contact/contacts.ts';
import type { Organisation } from './evidence.ts';
import { dayNames, openingHours } from './hours/schema-hours.ts';
import { type Node, isNode, list, textOf } from './json-ld.ts';

// Properties that link objects of the same company. Reviews, authors and manufacturers are excluded.
const LINKS = ['mainEntity', 'mainEntityOfPage', 'about', 'publisher', 'provider', 'isPartOf', 'copyrightHolder'];
const BRANCHES = ['department', 'subOrganization'];

const NOT_A_COMPANY = /Person|Page|WebSite|Article|Posting|Offer|Product|Event|Place|Address|Review|^Service$/;

/**
 * Returns the organisations in JSON-LD documents: the company before its departments, otherwise in the order of the
 * documents.
 */
export function organisationsIn(documents: readonly unknown[], language: string): Organisation[] {
  const found: { readonly node: Node; readonly branch: boolean }[] = [];
  const services: Node[] = [];
  const byId = new Map<string, Node>();
  const visited = new Set<unknown>();

  // An explicit stack: foreign documents may be nested deeply.
  const waiting = documents.map((value) => ({ value, branch: false })).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, branch } = next;
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    visited.add(value);
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) waiting.push({ value: item, branch });
      continue;
    }
    const node = value as Node;
    const id = textOf(node['@id']);
    if (id !== undefined && Object.keys(node).length > 1 && !byId.has(id)) byId.set(id, node);
    if (isOrganisation(node) && (id === undefined || byId.get(id) === node)) found.push({ node, branch });
    else if (typesOf(node).some((type) => SERVICE.test(type)) || node['serviceType'] !== undefined) services.push(node);
    for (const name of BRANCHES) waiting.push({ value: node[name], branch: true });
    for (const name of [...LINKS, '@graph'].toReversed()) waiting.push({ value: node[name], branch });
  }

  const resolve = (value: unknown): unknown => {
    const id = isNode(value) && Object.keys(value).length === 1 ? textOf(value['@id']) : undefined;
    return id === undefined ? value : (byId.get(id) ?? value);
  };
  const graph: Graph = { resolve, days: dayNames(language), countryNamed: countryNames(language) };
  const organisations = found
    .toSorted((a, b) => Number(a.branch) - Number(b.branch))
    .map(({ node }, index) => describe(node, index === 0 ? services : [], graph));
  // Most pages of a site repeat the same organisation.
  return [...new Map(organisations.map((organisation) => [JSON.stringify(organisation), organisation])).values()];
}

function isOrganisation(node: Node): boolean {
  const types = typesOf(node);
  if (types.length === 0) return false;
  if (types.some((type) => /Organization$|Business$|Corporation$/.test(type))) return true;
  if (types.some((type) => NOT_A_COMPANY.test(type))) return false;
  // LocalBusiness has too many subtypes to list (Bakery, Dentist…); a field identifies each type.
  return ['telephone', 'openingHours', 'openingHoursSpecification', 'vatID', 'taxID', 'legalName', 'priceRange'].some(
    (name) => node[name] !== undefined,
  );
}

function typesOf(node: Node): readonly string[] {
  return list(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^.*[/:]/, ''));
}

type Graph = {
  // Returns the object of a reference; returns every different value unchanged.
  readonly resolve: (value: unknown) => unknown;
  // Days of the week in the language of the site.
  readonly days: readonly string[];
  // Returns the country name of an ISO 3166-1 code (`ES`: España); returns every different string unchanged.
  readonly countryNamed: (text: string) => string;
};

function countryNames(language: string): Graph['countryNamed'] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return (text) => (/^[a-z]{2}$/i.test(text) ? names.of(text.toUpperCase()) : undefined) ?? text;
}

function describe(node: Node, services: readonly Node[], { resolve, days, countryNamed }: Graph): Organisation {
  const contacts = list(resolve(node['contactPoint'])).map(resolve).filter(isNode);
  const first = (name: string) =>
    textOf(node[name]) ?? contacts.map((contact) => textOf(contact[name])).find((value) => value !== undefined);
  const hours = openingHours(node, resolve, days);
  const ownOffers = offersOf(node, resolve);
  const types = [node, ...services].flatMap((offering) =>
    list(offering['serviceType']).flatMap((type) => textOf(type) ?? []),
  );
  return {
    type: typesOf(node).join(', '),
    name: textOf(node['name']),
    legal_name: textOf(node['legalName']),
    tax_id: textOf(node['vatID']) ?? textOf(node['taxID']),
    address:
      addressOf(list(node['address']).map(resolve)[0], countryNamed) ??
      // Rank Math has the address in the `location` object.
      addressOf(resolve(list(node['location']).map(resolve).find(isNode)?.['address']), countryNamed),
    phone: first('telephone')?.replace(/^tel:/i, ''),
    email: first('email')?.replace(/^mailto:/i, ''),
    whatsapp: [node, ...contacts]
      .flatMap((part) => list(part['sameAs']).concat(list(part['url'])))
      .filter((link) => typeof link === 'string')
      .find((link) => whatsappTarget(link)),
    hours,
    hoursAreDefault: hours === `${days[0]}–${days[6]} 09:00–17:00`,
    coverage: namesOf(list(node['areaServed']).map(resolve), countryNamed),
    services: ownOffers.length > 0 ? ownOffers : services.flatMap((service) => offersOf(service, resolve)),
    ...(types.length > 1 && { service_types: types }),
  };
}

function addressOf(value: unknown, countryNamed: Graph['countryNamed']): string | undefined {
  if (!isNode(value)) return textOf(value);
  const country = countryOf(value);
  const town = [textOf(value['postalCode']), textOf(value['addressLocality'])].filter((part) => part).join(' ');
  const parts = [
    textOf(value['streetAddress']),
    town,
    textOf(value['addressRegion']),
    country && countryNamed(country),
  ];
  // An address without a street is the service area.
  if (!parts[0] || !(town || parts[0].includes(','))) return undefined;
  return [...new Set(parts)].filter((part) => part && !town.endsWith(` ${part}`)).join(', ');
}

// Returns the country of a `PostalAddress`: its name or code.
function countryOf({ addressCountry: country }: Node): string | undefined {
  return isNode(country) ? textOf(country['name']) : textOf(country);
}

const MOST_OFFERS = 60;

const SERVICE =
  /^(?:Service|Medical(?:Procedure|Therapy|Test)|(?:Surgical|Therapeutic|Diagnostic)Procedure|PhysicalTherapy)$/;

// Returns the services of an organisation, or of a service: its catalogue, or the service itself. Products also have
// offers, but are not services.
function offersOf(offering: Node, resolve: (value: unknown) => unknown): Organisation['services'] {
  const found: { name: string; url: string | undefined }[] = [];
  const waiting = [offering['hasOfferCatalog'], offering['makesOffer'], offering['availableService']].flatMap(list);
  for (let seen = 0; seen < waiting.length && seen < MOST_OFFERS; seen++) {
    const value = resolve(waiting[seen]);
    if (!isNode(value)) continue;
    const name = textOf(value['name']);
    if (typesOf(value).some((type) => SERVICE.test(type)) && name !== undefined)
      found.push({ name, url: textOf(value['url']) });
    const inside = [value['itemListElement'], value['itemOffered'], value['item']];
    waiting.push(...inside.flatMap((item) => list(item).slice(0, MOST_OFFERS)));
  }
  const name = textOf(offering['name']);
  const isAlone = found.length === 0 && typesOf(offering).some((type) => SERVICE.test(type)) && name !== undefined;
  return isAlone ? [{ name, url: textOf(offering['url']) }] : found;
}

function namesOf(values: readonly unknown[], countryNamed: Graph['countryNamed']): string | undefined {
  const names = values.map((value) => (isNode(value) ? textOf(value['name']) : textOf(value)));
  return names.flatMap((name) => (name === undefined ? [] : [countryNamed(name)])).join(', ') || undefined;
}

const MOST_NODES = 5_000;

/** Returns the country field of each address in the documents: a code or a name. */
export function addressCountriesIn(documents: readonly unknown[]): readonly string[] {
  const found: string[] = [];
  const waiting = [...documents];
  for (let seen = 0; waiting.length > 0 && seen < MOST_NODES; seen++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const country = isNode(value) ? countryOf(value) : undefined;
    if (country !== undefined) found.push(country);
    waiting.push(...Object.values(value).slice(0, MOST_NODES));
  }
  return found;
}
