import type { ContactField, Evidence, PageEvidence, PageRole, Place } from './evidence.ts';
import { agreesOnHours } from './hours-text.ts';
import { isSamePlace } from './postal-address.ts';

/** A value that may be right, for the owner to look at. */
export type Doubt = { readonly field: string; readonly value: string; readonly why: string };

/** Verdict of all pages on a field, with what remains open. */
export type Decision = {
  readonly fact: { readonly value: string; readonly source: string } | undefined;
  readonly doubts: readonly Doubt[];
};

type Sighting = Pick<Evidence, 'value' | 'key' | 'place' | 'how' | 'strength'> & {
  readonly path: string;
  readonly weight: number;
};
type Candidate = { readonly key: string; readonly sightings: readonly Sighting[]; readonly score: number };

/** Weight of a sighting: structured data and links are meant for others to read, text may tell of anybody. */
const LINK: Readonly<Record<Place, number>> = { schema: 4, header: 4, footer: 3.5, widget: 3, main: 2 };
const TEXT: Readonly<Record<Place, number>> = { schema: 4, header: 3.5, footer: 3, widget: 3, main: 1 };
const BY_ROLE: Readonly<Record<PageRole, number>> = {
  contact: 1.5,
  front: 0.5,
  about: 0,
  prices: 0,
  services: 0,
  legal: 0,
  other: -0.5,
};
/** In a header or footer of every page that was looked at. */
const REPEATED = 0.75;
const MOST_REPEATS = 3;
/** A value that is told only once, with nothing beside it. */
const ONLY_ONE = 1;
const ENOUGH: Readonly<Record<ContactField, number>> = {
  phone: 2.5,
  email: 2.5,
  whatsapp: 2,
  address: 2.5,
  hours: 2.5,
};
/** A page that tells as many different ones is a list of other people, or of branches. */
const DIRECTORY = 5;
const IN_DIRECTORY = 0.2;
/** Structured data of pages that are not about the company may be a branch's. */
const OTHER_SCHEMA = 0.4;
const MOST_DOUBTS = 4;

/** Weighs what all pages tell of a field. `own` are hosts of the site, which its e-mail addresses often share. */
export function decide(field: ContactField, pages: readonly PageEvidence[], own: readonly string[]): Decision {
  const sightings = pages.flatMap((page) => sightingsOn(page, field));
  const groups = groupsOf(field, sightings);
  const candidates = groups
    .map(({ key, sightings: its }): Candidate => ({
      key,
      sightings: its,
      score: scoreOf(its) + affinity(field, key, own) + (groups.length === 1 ? ONLY_ONE : 0),
    }))
    .toSorted((a, b) => b.score - a.score || placeRank(a) - placeRank(b));
  const [best, ...others] = candidates;
  if (!best) return { fact: undefined, doubts: [] };
  const why = objection(field, best, others);
  const open = why === undefined ? others : candidates;
  return {
    fact: why === undefined ? { value: written(field, best), source: sourceOf(best) } : undefined,
    doubts: open
      .filter(({ score }) => score > 0)
      .slice(0, MOST_DOUBTS)
      .map((candidate) => ({
        field,
        value: written(field, candidate),
        why: `${sourceOf(candidate)}${candidate === best && why !== undefined ? `; ${why}` : ''}`,
      })),
  };
}

function sightingsOn({ url, role, evidence }: PageEvidence, field: ContactField): Sighting[] {
  const its = evidence.filter((one) => one.field === field);
  const inMain = new Set(its.filter(({ place }) => place === 'main').map(({ key }) => key));
  const isDirectory = field !== 'hours' && inMain.size >= DIRECTORY;
  const path = new URL(url).pathname;
  return its.map(({ value, key, place, how, strength }) => {
    const byRole = place === 'main' ? BY_ROLE[role] : 0;
    const share =
      place === 'main' && isDirectory ? IN_DIRECTORY : place === 'schema' && role === 'other' ? OTHER_SCHEMA : 1;
    const weight = ((how === 'text' ? TEXT : LINK)[place] + byRole) * strength * share;
    return { value, key, place, how, strength, path, weight };
  });
}

/** Sightings of one value; addresses and hours are written in more ways than one. */
function groupsOf(
  field: ContactField,
  sightings: readonly Sighting[],
): { readonly key: string; readonly sightings: Sighting[] }[] {
  const isSame = SAME[field];
  const groups: { key: string; sightings: Sighting[] }[] = [];
  // `Emailinfo@casa.es` is what stands before the address, and the address.
  // The longest first, so that a part of it joins it and not it the part.
  const glued =
    field === 'email'
      ? (key: string) => sightings.some((one) => one.key !== key && key.endsWith(one.key))
      : () => false;
  for (const sighting of sightings.filter(({ key }) => !glued(key)).toSorted((a, b) => b.key.length - a.key.length)) {
    const group = groups.find(({ key }) => key === sighting.key || isSame(key, sighting.key));
    if (group) group.sightings.push(sighting);
    else groups.push({ key: sighting.key, sightings: [sighting] });
  }
  return groups;
}

const isEqual = (a: string, b: string): boolean => a === b;
const SAME: Readonly<Record<ContactField, (a: string, b: string) => boolean>> = {
  phone: isEqual,
  email: isEqual,
  // Mobile numbers of Mexico and Argentina have a digit more in some chats.
  whatsapp: (a, b) => chatKey(a) === chatKey(b),
  address: isSamePlace,
  hours: agreesOnHours,
};

const chatKey = (address: string): string =>
  address.replace(/^https:\/\/wa\.me\/(?:521(?=\d{10}$)|549(?=\d{10}$))/, (start) => start.slice(0, -1));

/** Each kind of place counts once, by its best sighting; headers and footers count for their other pages too. */
function scoreOf(sightings: readonly Sighting[]): number {
  const kinds = Map.groupBy(sightings, ({ place, how }) => `${place} ${how}`);
  return [...kinds.values()].reduce((sum, its) => {
    const pages = new Set(its.map(({ path }) => path)).size;
    const repeats = /^(?:header|footer|widget)$/.test(its[0]?.place ?? '')
      ? REPEATED * Math.min(MOST_REPEATS, pages - 1)
      : 0;
    return (
      sum + Math.max(...its.map(({ weight }) => weight)) + repeats * Math.max(...its.map(({ strength }) => strength))
    );
  }, 0);
}

const FREE_MAIL =
  /@(?:gmail|googlemail|hotmail|outlook|live|yahoo|ymail|icloud|me|msn|aol|gmx|web|t-online|freenet|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|alice|sapo|telefonica|terra|btinternet|btconnect|sky|proton|protonmail|mail|zoho|hotmail\.\w+|yahoo\.\w+)\.[a-z.]{2,6}$/;
const OFFICE =
  /^(?:info|contact[oe]?|hola|hello|office|oficina|kontakt|contatti|contato|geral|mail|admin|administracion|atencion\w*|ventas|clientes|enquiries|inquiries|hallo|bonjour|accueil|segreteria|comercial|recepcion|reception)@/;
/** Written to about one thing only. */
const ONE_THING =
  /^(?:privac\w*|dpo|rgpd|gdpr|lopd|datos|protecciond\w*|proteccion-\w*|datenschutz|legal|abuse|no-?reply|webmaster|postmaster|hostmaster|rrhh|empleo|jobs?|career\w*|cv|bewerbung\w*|lavoro|recrutement|press|prensa|newsletter|unsubscribe|denuncia\w*|canal\w*)@/;
const AUTHORITY =
  /@(?:[\w-]+\.)*(?:aepd\.es|agpd\.es|cnil\.fr|ico\.org\.uk|garanteprivacy\.it|gpdp\.it|dataprotection\.ro|cnpd\.pt|datenschutz[\w-]*\.de|bfdi\.bund\.de|europa\.eu|gob\.es|gov\.uk|inai\.org\.mx|aaip\.gob\.ar|google\.com|facebook\.com|apple\.com|microsoft\.com|automattic\.com|wordpress\.org|wordpress\.com)$/;

/** Points for and against an e-mail address by itself. */
function affinity(field: ContactField, address: string, own: readonly string[]): number {
  if (field !== 'email') return 0;
  if (AUTHORITY.test(address)) return -20;
  const domain = address.slice(address.indexOf('@') + 1);
  const isOwn = own.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));
  const byDomain = isOwn ? 2 : FREE_MAIL.test(address) || isRelated(domain, own) ? 0 : -1.5;
  return byDomain + (OFFICE.test(address) ? 0.5 : 0) - (ONE_THING.test(address) ? 4 : 0);
}

/** `casa.es` and `casa.com`, `fontaneros-casa.es` and `fontaneroscasa.net`: names of one company. */
function isRelated(domain: string, own: readonly string[]): boolean {
  const name = (host: string) =>
    host
      .replace(/^www\./, '')
      .split('.')[0]
      ?.replaceAll('-', '') ?? '';
  return own.some(
    (host) =>
      name(host).length >= 4 &&
      (name(host).includes(name(domain)) || name(domain).includes(name(host))) &&
      name(domain).length >= 4,
  );
}

const RANK: Readonly<Record<Place, number>> = { header: 0, schema: 1, footer: 2, widget: 3, main: 4 };
const placeRank = ({ sightings }: Candidate): number => Math.min(...sightings.map(({ place }) => RANK[place]));

/** Why the best candidate is not to be believed; `undefined` when it is. */
function objection(field: ContactField, best: Candidate, [second]: readonly Candidate[]): string | undefined {
  if (best.score < ENOUGH[field]) return 'told in too few places';
  if (second === undefined || second.score < best.score - 0.5 || second.score < ENOUGH[field]) return undefined;
  // Of two telephones either is the company's; two addresses or two times of opening may be those of two places.
  return field === 'hours' || (field === 'address' && placeRank(best) === placeRank(second))
    ? 'another one has as much for it'
    : undefined;
}

/** The value as most sightings write it, a visible one before a link's. */
function written(field: ContactField, { sightings }: Candidate): string {
  const counts = new Map<string, number>();
  for (const { value, how, place, weight } of sightings)
    counts.set(value, (counts.get(value) ?? 0) + readability(field, value, how, place) + weight / 10);
  const [best = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best[0];
}

function readability(field: ContactField, value: string, how: Evidence['how'], place: Place): number {
  if (field === 'phone') return /\d[\s().-]+\d/.test(value) ? 3 : 0.5;
  if (field === 'address') return place === 'schema' ? 4 : how === 'text' ? 2 + Math.min(1, value.length / 100) : 0;
  // What visitors read says more than what a plugin was told.
  if (field === 'hours') return how === 'text' ? 3 + Math.min(2, value.length / 100) : 1;
  return 1;
}

const MOST_NAMED = 3;

/** `JSON-LD of /; tel: link in the header of / and /contacto/`. */
function sourceOf({ sightings }: Candidate): string {
  const kinds = Map.groupBy(
    sightings.toSorted((a, b) => b.weight - a.weight),
    ({ place, how }) =>
      how === 'schema'
        ? 'JSON-LD'
        : how === 'widget'
          ? 'chat or call button'
          : `${how} in the ${place === 'main' ? 'text' : place}`,
  );
  return [...kinds]
    .slice(0, MOST_NAMED)
    .map(([kind, its]) => {
      const paths = [...new Set(its.map(({ path }) => path))];
      return `${kind} of ${paths.slice(0, MOST_NAMED).join(', ')}${paths.length > MOST_NAMED ? '…' : ''}`;
    })
    .join('; ');
}
