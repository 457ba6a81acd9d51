import { emailAffinity, isForeign } from './contact/email-affinity.ts';
import type { ContactField, Evidence, PageEvidence, PageRole, Place } from './evidence.ts';
import { agreesOnHours } from './hours/clock-times.ts';
import { isSamePlace } from './address/same-place.ts';

/** Evidence with its page and what it counts there. */
type Sighting = Pick<Evidence, 'value' | 'key' | 'place' | 'how' | 'strength' | 'further'> & {
  readonly path: string;
  /** Addresses of the pages that have it. */
  readonly pages: readonly string[];
  readonly weight: number;
};

/** All sightings of one value, with what they count together. */
export type Candidate = { readonly key: string; readonly sightings: readonly Sighting[]; readonly score: number };

/** Weight of a sighting: structured data and links are meant for others to read, text may tell of anybody. */
const LINK: Readonly<Record<Place, number>> = { schema: 4, header: 4, footer: 3.5, widget: 3, main: 2 };
const TEXT: Readonly<Record<Place, number>> = { schema: 4, header: 3.5, footer: 3, widget: 3, main: 1 };
const BY_ROLE: Readonly<Record<PageRole, number>> = {
  contact: 1.5,
  hours: 0,
  front: 0.5,
  about: 0,
  prices: 0,
  services: 0,
  legal: 0,
  privacy: 0,
  other: -0.5,
};
/** Of the hours on the page that is about them. */
const HOURS_THERE = 1.5;
/** Of an e-mail address in a legal notice, which has to name one; those at foreign hosts are of agencies, hosts and services. */
const EMAIL_OF_NOTICE = { own: 0.5, foreign: -0.5 } as const;
/** Of the address in a legal notice, which has to name the operator's. */
const ADDRESS_OF_NOTICE = 0.5;
/** In a header or footer of every page that was looked at. */
const REPEATED = 0.75;
const MOST_REPEATS = 3;
/** A value that is told only once, with nothing beside it. */
const ONLY_ONE = 1;
/** Of "24/7", which is of emergencies or the site itself where a week has hours. */
const BESIDE_WEEK = 6;
/** Behind another in one line. */
const FURTHER = 0.8;
/** A page that tells as many different ones is a list of other people, or of branches. */
const DIRECTORY = 5;
const IN_DIRECTORY = 0.2;
/** Structured data of pages that are not about the company may be a branch's. */
const OTHER_SCHEMA = 0.4;

/** The values that pages tell of a field, or tell of others, the one with the most for it first. `own` are hosts of the site. */
export function candidatesFor(
  field: ContactField,
  pages: readonly PageEvidence[],
  own: readonly string[],
  { others = false } = {},
): readonly Candidate[] {
  const sightings = settled(field, pages, own).flatMap((page) => sightingsOn(page, field, { others, own }));
  const groups = groupsOf(field, sightings);
  const order = new Map(sightings.map((sighting, at) => [sighting, at]));
  const orderOf = (one: Candidate) => Math.min(...one.sightings.map((sighting) => order.get(sighting) ?? 0));
  const first = groups.filter((group) => !group.sightings.every(({ further }) => further));
  const isOnly = (key: string) => (first.length > 0 ? first : groups).every((group) => group.key === key);
  const hasWeek = field === 'hours' && groups.some(({ key }) => /\d:/.test(key));
  return groups
    .map(({ key, sightings: its }): Candidate => ({
      key,
      sightings: its,
      score:
        scoreOf(its) +
        (field === 'email' ? emailAffinity(key, own) : 0) +
        (isOnly(key) ? ONLY_ONE : 0) -
        (hasWeek && key === '24h' ? BESIDE_WEEK : 0),
    }))
    .toSorted((a, b) => b.score - a.score || placeRank(a) - placeRank(b) || orderOf(a) - orderOf(b));
}

/** The pages with what is perhaps told of others as the company's where it is all that is told of a field, else as others'. */
function settled(field: ContactField, pages: readonly PageEvidence[], own: readonly string[]): readonly PageEvidence[] {
  const isOpen = (one: Evidence) => one.field === field && one.others === 'perhaps';
  if (!pages.some(({ evidence }) => evidence.some(isOpen))) return pages;
  const settledAs = (others: boolean) =>
    pages.map((page) => ({
      ...page,
      evidence: page.evidence.map((one) => (isOpen(one) ? { ...one, others } : one)),
    }));
  const ofCompany = settledAs(false);
  const sightings = ofCompany.flatMap((page) => sightingsOn(page, field, { others: false, own }));
  return groupsOf(field, sightings).length === 1 ? ofCompany : settledAs(true);
}

function sightingsOn(
  { url, role, evidence }: PageEvidence,
  field: ContactField,
  { others, own }: { readonly others: boolean; readonly own: readonly string[] },
): Sighting[] {
  const its = evidence.filter((one) => one.field === field && (one.others ?? false) === others);
  const ofMain = new Set(its.filter(({ place }) => place === 'main').map(({ key }) => key));
  const isDirectory = field !== 'hours' && ofMain.size >= DIRECTORY;
  const path = new URL(url).pathname;
  return its.map(({ value, key, place, how, strength, further, pages = [url] }) => {
    const isOfNotice = field === 'email' && role === 'legal';
    const inMain = isOfNotice ? EMAIL_OF_NOTICE[isForeign(key, own) ? 'foreign' : 'own'] : weightByRole(field, role);
    const byRole = place === 'main' ? inMain : 0;
    const share =
      place === 'main' && isDirectory ? IN_DIRECTORY : place === 'schema' && role === 'other' ? OTHER_SCHEMA : 1;
    const weight = ((how === 'text' ? TEXT : LINK)[place] + byRole) * strength * share * (further ? FURTHER : 1);
    return { value, key, place, how, strength, further, path, pages, weight };
  });
}

const weightByRole = (field: ContactField, role: PageRole): number =>
  field === 'hours' && role === 'hours'
    ? HOURS_THERE
    : field === 'address' && role === 'legal'
      ? ADDRESS_OF_NOTICE
      : BY_ROLE[role];

/** Sightings of one value; addresses and hours are written in more ways than one. */
function groupsOf(
  field: ContactField,
  sightings: readonly Sighting[],
): { readonly key: string; readonly sightings: Sighting[] }[] {
  const isSame = SAME[field];
  const groups: { key: string; sightings: Sighting[] }[] = [];
  // `Emailinfo@casa.es` is what stands before the address, and the address.
  const isGlued = (key: string) =>
    field === 'email' && sightings.some((one) => one.key !== key && key.endsWith(one.key));
  // The longest first, so that a part of it joins it and not it the part.
  for (const sighting of sightings.filter(({ key }) => !isGlued(key)).toSorted((a, b) => b.key.length - a.key.length)) {
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

const RANK: Readonly<Record<Place, number>> = { header: 0, schema: 1, footer: 2, widget: 3, main: 4 };

/** Rank of what only the text of a page says. */
export const MAIN = RANK.main;

/** The best place in which a value stands; 0 is a header. */
export const placeRank = ({ sightings }: Pick<Candidate, 'sightings'>): number =>
  Math.min(...sightings.map(({ place }) => RANK[place]));
