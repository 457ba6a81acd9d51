import { emailAffinity, isForeign } from './contact/email-affinity.ts';
import type { ContactField, Evidence, PageEvidence, PageRole, Place } from './evidence.ts';
import { agreesOnHours } from './hours/clock-times.ts';
import { isSamePlace } from './address/same-place.ts';

// Evidence with its page and weight.
type Sighting = Pick<Evidence, 'value' | 'key' | 'place' | 'how' | 'strength' | 'further'> & {
  readonly path: string;
  // Addresses of the pages with the value.
  readonly pages: readonly string[];
  readonly weight: number;
};

/** All sightings of a value, with their total score. */
export type Candidate = { readonly key: string; readonly sightings: readonly Sighting[]; readonly score: number };

// Weights of sightings: structured data and links are explicit, but text may concern a third party.
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
// Hours on the page about hours.
const HOURS_THERE = 1.5;
// An e-mail address in a legal notice, where it is mandatory. Addresses at foreign hosts are of agencies, hosting
// companies and services.
const EMAIL_OF_NOTICE = { own: 0.5, foreign: -0.5 } as const;
// The address in a legal notice, where it is mandatory.
const ADDRESS_OF_NOTICE = 0.5;
// Repeated in the header or footer of every sampled page.
const REPEATED = 0.75;
const MOST_REPEATS = 3;
// A value without a competing value.
const ONLY_ONE = 1;
// "24/7" beside weekly hours concerns emergencies or the site itself.
const BESIDE_WEEK = 6;
// After the first contact of a line.
const FURTHER = 0.8;
// A page with at least this number of values is a directory of third parties or of branches.
const DIRECTORY = 5;
const IN_DIRECTORY = 0.2;
// Structured data of pages that are not about the company may describe a branch.
const OTHER_SCHEMA = 0.4;

/** Returns the values of a field, or of third parties, by descending score. `ownHosts` contains the hosts of the site. */
export function candidatesFor(
  field: ContactField,
  pages: readonly PageEvidence[],
  ownHosts: readonly string[],
  { others = false } = {},
): readonly Candidate[] {
  const sightings = settled(field, pages, ownHosts).flatMap((page) => sightingsOn(page, field, { others, ownHosts }));
  const groups = groupsOf(field, sightings);
  const order = new Map(sightings.map((sighting, at) => [sighting, at]));
  const orderOf = (candidate: Candidate) =>
    Math.min(...candidate.sightings.map((sighting) => order.get(sighting) ?? 0));
  const first = groups.filter((group) => !group.sightings.every(({ further }) => further));
  const isOnly = (key: string) => (first.length > 0 ? first : groups).every((group) => group.key === key);
  const hasWeek = field === 'hours' && groups.some(({ key }) => /\d:/.test(key));
  return groups
    .map(({ key, sightings: its }): Candidate => ({
      key,
      sightings: its,
      score:
        scoreOf(its) +
        (field === 'email' ? emailAffinity(key, ownHosts) : 0) +
        (isOnly(key) ? ONLY_ONE : 0) -
        (hasWeek && key === '24h' ? BESIDE_WEEK : 0),
    }))
    .toSorted((a, b) => b.score - a.score || placeRank(a) - placeRank(b) || orderOf(a) - orderOf(b));
}

// Assigns values with the verdict `perhaps` to the company if it has no further value of the field; otherwise to third
// parties.
function settled(
  field: ContactField,
  pages: readonly PageEvidence[],
  ownHosts: readonly string[],
): readonly PageEvidence[] {
  const isOpen = (item: Evidence) => item.field === field && item.others === 'perhaps';
  if (!pages.some(({ evidence }) => evidence.some(isOpen))) return pages;
  const settledAs = (others: boolean) =>
    pages.map((page) => ({
      ...page,
      evidence: page.evidence.map((item) => (isOpen(item) ? { ...item, others } : item)),
    }));
  const ofCompany = settledAs(false);
  const sightings = ofCompany.flatMap((page) => sightingsOn(page, field, { others: false, ownHosts }));
  return groupsOf(field, sightings).length === 1 ? ofCompany : settledAs(true);
}

function sightingsOn(
  { url, role, evidence }: PageEvidence,
  field: ContactField,
  { others, ownHosts }: { readonly others: boolean; readonly ownHosts: readonly string[] },
): Sighting[] {
  const its = evidence.filter((item) => item.field === field && (item.others ?? false) === others);
  const ofMain = new Set(its.filter(({ place }) => place === 'main').map(({ key }) => key));
  const isDirectory = field !== 'hours' && ofMain.size >= DIRECTORY;
  const path = new URL(url).pathname;
  return its.map(({ value, key, place, how, strength, further, pages = [url] }) => {
    const isOfNotice = field === 'email' && role === 'legal';
    const inMain = isOfNotice
      ? EMAIL_OF_NOTICE[isForeign(key, ownHosts) ? 'foreign' : 'own']
      : weightByRole(field, role);
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

// Groups sightings of the same value: addresses and hours have several spellings.
function groupsOf(
  field: ContactField,
  sightings: readonly Sighting[],
): { readonly key: string; readonly sightings: Sighting[] }[] {
  const isSame = SAME[field];
  const groups: { key: string; sightings: Sighting[] }[] = [];
  // `Emailinfo@casa.es` contains a label before the address.
  const isGlued = (key: string) =>
    field === 'email' && sightings.some((sighting) => sighting.key !== key && key.endsWith(sighting.key));
  // The longest key comes first, so that a part of it joins its group.
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
  // Some chats of Mexico and Argentina have an additional digit in mobile numbers.
  whatsapp: (a, b) => chatKey(a) === chatKey(b),
  address: isSamePlace,
  hours: agreesOnHours,
};

const chatKey = (address: string): string =>
  address.replace(/^https:\/\/wa\.me\/(?:521(?=\d{10}$)|549(?=\d{10}$))/, (start) => start.slice(0, -1));

// Each type of place counts once, by its best sighting. Headers and footers gain a bonus for repetition on several
// pages.
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

/** Rank of a value that occurs only in main text. */
export const MAIN = RANK.main;

/** Returns the rank of the best place of a value; 0 is a header. */
export const placeRank = ({ sightings }: Pick<Candidate, 'sightings'>): number =>
  Math.min(...sightings.map(({ place }) => RANK[place]));
