import type { StatedBy } from '../../shared/company.ts';
import { isSamePlace } from './address/address.ts';
import { emailAffinity, isForeign } from './contact/placeholders.ts';
import type { ContactField, Evidence, PageEvidence, PageRole, Place } from './evidence.ts';
import { agreesOnHours } from './hours/times.ts';
import { isOfSeason } from './hours/written-hours.ts';

/** An uncertain value of a field, for the owner to confirm. */
export type Doubt = { readonly field: string; readonly value: string; readonly why: string };

/** The value of a field by the evidence of all pages, and uncertain values. */
export type Decision = {
  readonly fact: { readonly value: string; readonly source: string; readonly statedBy: StatedBy } | undefined;
  readonly doubts: readonly Doubt[];
};

const ENOUGH: Readonly<Record<ContactField, number>> = {
  phone: 2.5,
  email: 2.5,
  whatsapp: 2,
  address: 2.5,
  hours: 2.5,
};
const MOST_DOUBTS = 4;

/** Decides on the value of a field. */
export function decide(field: ContactField, pages: readonly PageEvidence[], ownHosts: readonly string[]): Decision {
  const candidates = candidatesFor(field, pages, ownHosts);
  const [best, ...others] = candidates;
  const thirdParty = candidatesFor(field, pages, ownHosts, { others: true });
  const why =
    best &&
    (objection(field, best, others) ??
      branchObjection(field, candidates, pages, ownHosts) ??
      (field === 'hours' && best.sightings.every(({ value }) => isOfSeason(value)) ? 'of one season' : undefined));
  const open = why === undefined ? others : candidates;
  const ofThirdParties = thirdParty.filter(({ key }) => !candidates.some((candidate) => candidate.key === key));
  return {
    fact:
      best && why === undefined
        ? {
            value: written(field, best),
            source: sourceOf(best),
            statedBy: [best.sightings.flatMap(({ pages: its }) => its)],
          }
        : undefined,
    doubts: [
      ...open.filter(isLikely).map((candidate) => doubt(field, candidate, candidate === best ? why : undefined)),
      ...ofThirdParties.filter(isLikely).map((candidate) => doubt(field, candidate, 'probably of a third party')),
    ].slice(0, MOST_DOUBTS),
  };
}

// Returns an objection if there are as many contacts as branches, and none has priority.
function branchObjection(
  field: ContactField,
  [best, second]: readonly Candidate[],
  pages: readonly PageEvidence[],
  ownHosts: readonly string[],
): string | undefined {
  if (!best || !second || field === 'address' || field === 'hours') return undefined;
  const isAsGood =
    second.score >= ENOUGH[field] && second.score >= best.score - 0.5 && placeRank(second) === placeRank(best);
  const [place, ...places] = candidatesFor('address', pages, ownHosts);
  return isAsGood && place && objection('address', place, places) === EQUAL ? EQUAL : undefined;
}

const isLikely = ({ score }: Candidate): boolean => score > 0;
const EQUAL = 'a second value has equal evidence';

function doubt(field: ContactField, candidate: Candidate, why: string | undefined): Doubt {
  const source = sourceOf(candidate);
  return { field, value: written(field, candidate), why: why === undefined ? source : `${source}; ${why}` };
}

// Returns the reason to reject the best candidate; `undefined` to accept it.
function objection(field: ContactField, best: Candidate, [second]: readonly Candidate[]): string | undefined {
  if (best.score < ENOUGH[field]) return 'found in too few places';
  if (second === undefined || second.score < best.score - 0.5 || second.score < ENOUGH[field]) return undefined;
  // Two telephone numbers are both of the company. Two addresses or opening hours may be of two places.
  return field === 'hours' || (field === 'address' && placeRank(best) === placeRank(second)) ? EQUAL : undefined;
}

// Evidence with its page and weight.
type Sighting = Pick<Evidence, 'value' | 'key' | 'place' | 'how' | 'strength' | 'further'> & {
  readonly path: string;
  // Addresses of the pages with the value.
  readonly pages: readonly string[];
  readonly weight: number;
};

// All sightings of a value, with their total score.
type Candidate = { readonly key: string; readonly sightings: readonly Sighting[]; readonly score: number };

// Weights of sightings: structured data and links are explicit, but text may concern a third party.
const LINK: Readonly<Record<Place, number>> = { schema: 4, header: 4, footer: 3.5, widget: 3, main: 2 };
const TEXT: Readonly<Record<Place, number>> = { schema: 4, header: 3.5, footer: 3, widget: 3, main: 1 };
const BY_ROLE: Readonly<Partial<Record<PageRole, number>>> = { contact: 1.5, front: 0.5, other: -0.5 };
// An e-mail address in a legal notice, where it is mandatory. Addresses at foreign hosts are of agencies, hosting
// companies and services.
const EMAIL_OF_NOTICE = { own: 0.5, foreign: -0.5 } as const;
// Address and telephone number of the operator in a legal notice, where they are mandatory.
const OF_NOTICE = 0.5;
// A telephone number that is also the number of the chat, if no number has enough evidence.
const ALSO_CHAT = 1;
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
// A value of the head office; values of a branch beside it.
const OF_HEAD = 1.5;
const OF_BRANCH = 0.3;
// Structured data of pages that are not about the company may describe a branch.
const OTHER_SCHEMA = 0.4;

// Returns the values of a field, or of third parties, by descending score. `ownHosts` contains the hosts of the site.
function candidatesFor(
  field: ContactField,
  pages: readonly PageEvidence[],
  ownHosts: readonly string[],
  { others = false } = {},
): readonly Candidate[] {
  const hasOffices = OFFICES.every((office) =>
    pages.some(({ role, evidence }) =>
      evidence.some((item) => item.field === field && officeIn(item, role) === office),
    ),
  );
  const sightings = pages.flatMap((page) => sightingsOn(page, field, { others, ownHosts, hasOffices }));
  const groups = groupsOf(field, sightings);
  const order = new Map(sightings.map((sighting, at) => [sighting, at]));
  const orderOf = (candidate: Candidate) =>
    Math.min(...candidate.sightings.map((sighting) => order.get(sighting) ?? 0));
  const first = groups.filter((group) => !group.sightings.every(({ further }) => further));
  const isOnly = (key: string) => (first.length > 0 ? first : groups).every((group) => group.key === key);
  const chats = new Set(
    field === 'phone' ? pages.flatMap(({ evidence }) => evidence.flatMap((item) => chatNumber(item) ?? [])) : [],
  );
  const hasWeek = field === 'hours' && groups.some(({ key }) => /\d:/.test(key));
  const scores = new Map(
    groups.map(({ key, sightings: its }) => [
      key,
      scoreOf(its) +
        (field === 'email' ? emailAffinity(key, ownHosts) : 0) +
        (isOnly(key) ? ONLY_ONE : 0) -
        (hasWeek && key === '24h' ? BESIDE_WEEK : 0),
    ]),
  );
  const isOpen = [...scores.values()].every((score) => score < ENOUGH[field]);
  const scoreFor = (key: string) => (scores.get(key) ?? 0) + (isOpen && chats.has(key) ? ALSO_CHAT : 0);
  return groups
    .map(({ key, sightings: its }): Candidate => ({ key, sightings: its, score: scoreFor(key) }))
    .toSorted((a, b) => b.score - a.score || placeRank(a) - placeRank(b) || orderOf(a) - orderOf(b));
}

function sightingsOn(
  { url, role, evidence }: PageEvidence,
  field: ContactField,
  {
    others,
    ownHosts,
    hasOffices,
  }: { readonly others: boolean; readonly ownHosts: readonly string[]; readonly hasOffices: boolean },
): Sighting[] {
  const its = evidence.filter((item) => item.field === field && (item.others ?? false) === others);
  const ofMain = new Set(its.filter(({ place }) => place === 'main').map(({ key }) => key));
  const isDirectory = field !== 'hours' && ofMain.size >= DIRECTORY;
  const path = new URL(url).pathname;
  return its.map((item) => {
    const { value, key, place, how, strength, further, ofOperator, pages = [url] } = item;
    const office = hasOffices ? officeIn(item, role) : undefined;
    const isOfNotice = field === 'email' && role === 'legal';
    const inMain = isOfNotice
      ? EMAIL_OF_NOTICE[isForeign(key, ownHosts) ? 'foreign' : 'own']
      : weightByRole(field, role, ofOperator);
    const byRole = (place === 'main' ? inMain : 0) + (office === 'head' ? OF_HEAD : 0);
    const share =
      place === 'main' && isDirectory && office !== 'head'
        ? IN_DIRECTORY
        : office === 'branch'
          ? OF_BRANCH
          : place === 'schema' && role === 'other'
            ? OTHER_SCHEMA
            : 1;
    const weight = ((how === 'text' ? TEXT : LINK)[place] + byRole) * strength * share * (further ? FURTHER : 1);
    return { value, key, place, how, strength, further, path, pages, weight };
  });
}

const OFFICES = ['head', 'branch'] as const;

// Returns the office of a value. In the text of pages that are not about contacts, a head office may be a supplier's.
const officeIn = ({ office, place }: Evidence, role: PageRole): Evidence['office'] =>
  office === 'head' && role !== 'contact' && place === 'main' ? undefined : office;

const weightByRole = (field: ContactField, role: PageRole, ofOperator = false): number =>
  role === 'legal' && (field === 'address' || (field === 'phone' && ofOperator)) ? OF_NOTICE : (BY_ROLE[role] ?? 0);

// Groups sightings of the same value: addresses and hours have several spellings.
function groupsOf(
  field: ContactField,
  sightings: readonly Sighting[],
): { readonly key: string; readonly sightings: Sighting[] }[] {
  const isSame = SAME[field];
  const groups: { key: string; sightings: Sighting[] }[] = [];
  // The longest key comes first, so that a part of it joins its group.
  for (const sighting of sightings.toSorted((a, b) => b.key.length - a.key.length)) {
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

const chatNumber = ({ field, key, others }: Evidence): string | undefined =>
  field === 'whatsapp' && !others ? key.replace('https://wa.me/', '+') : undefined;

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

// Returns the rank of the best place of a value; 0 is a header.
const placeRank = ({ sightings }: Pick<Candidate, 'sightings'>): number =>
  Math.min(...sightings.map(({ place }) => RANK[place]));

// Returns the most frequent spelling of a value, preferably a visible one.
function written(field: ContactField, { sightings }: Candidate): string {
  const counts = new Map<string, number>();
  for (const { value, how, place, weight } of field === 'address' ? wholeOnes(sightings) : sightings)
    counts.set(value, (counts.get(value) ?? 0) + readability(field, value, how, place) + weight / 10);
  const [best = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best[0];
}

function readability(field: ContactField, value: string, how: Evidence['how'], place: Place): number {
  if (field === 'phone') return /\d[\s().-]+\d/.test(value) ? 3 : 0.5;
  if (field === 'address') return place === 'schema' ? 4 : how === 'text' ? 2 + Math.min(1, value.length / 100) : 0;
  // Visible hours are better than the settings of a plugin.
  if (field === 'hours') return how !== 'text' ? 1 : isProse(value) ? 2 : 3 + Math.min(2, value.length / 100);
  return 1;
}

// Opening hours have at least one digit per this number of characters; otherwise the text is a sentence.
const SIGNS_A_DIGIT = 14;

function isProse(hours: string): boolean {
  return (hours.match(/\d/g)?.length ?? 0) * SIGNS_A_DIGIT < hours.length;
}

// A post code, or a number of equal length, including its second half.
const POST_CODE =
  /\d{4,}(?:-\d{3,4})?|\d{3}-\d{4}|\d{2}\.?\d{3}-\d{3}|\d{2}-\d{3}|\d{3} \d{2,3}|[A-Z]{1,2}\d[A-Z\d]?(?: ?(?:\d[A-Z]{2}|\d[A-Z]\d|[A-Z\d]{4})(?![A-Z\d]))?/;

// Returns the sightings of an address with a post code, and preferably with a house number.
function wholeOnes<One extends Pick<Evidence, 'value' | 'how'>>(sightings: readonly One[]): readonly One[] {
  const whole = sightings.filter(({ value, how }) => how !== 'link' && POST_CODE.test(value));
  const ofHouse = whole.filter(({ value }) => /\d/.test(value.replace(POST_CODE, '')));
  return [ofHouse, whole].find((ones) => ones.length > 0) ?? sightings;
}

const MOST_NAMED = 3;

// Returns the source of a value: `JSON-LD of /; tel: link in the header of / and /contacto/`.
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
