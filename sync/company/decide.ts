import type { StatedBy } from '../../shared/company.ts';
import { isSamePlace } from './address/address.ts';
import { emailAffinity, isForeign } from './contact/placeholders.ts';
import type { Evidence, EvidenceField, PageEvidence, PageRole, Place } from './evidence.ts';
import { agreesOnHours } from './hours/times.ts';
import { isOfSeason } from './hours/written-hours.ts';
import { isTaxId } from './tax-ids.ts';

/** An uncertain value of a field, for the owner to confirm. */
export type Doubt = { readonly field: string; readonly value: string; readonly why: string };

/** The value of a field by the evidence of all pages, and uncertain values. */
export type Decision = {
  readonly fact: { readonly value: string; readonly source: string; readonly statedBy: StatedBy } | undefined;
  readonly doubts: readonly Doubt[];
};

type Weights = {
  // Minimum score of a published value.
  readonly enough: number;
  // Structured data and links are explicit, but text may concern a third party.
  readonly link: Readonly<Record<Place, number>>;
  readonly text: Readonly<Record<Place, number>>;
  // Added in the main part of a page with this role.
  readonly roles: Readonly<Partial<Record<PageRole, number>>>;
  // Added to a value without a competing value.
  readonly only: number;
  // Added for each further page with the value in its header or footer, up to `MOST_REPEATS`.
  readonly repeated: number;
  // Places of a value add to its score. Otherwise only places of the site's exact name do, up to `enough`: the name of a
  // sister company in the text and the footer is not the operator.
  readonly adds: boolean;
  // A second value within this distance of the best is an objection: `texts` unless the best is in structured data,
  // `branches` if the addresses are also equal.
  readonly conflict: { readonly within: number; readonly of: 'any place' | 'texts' | 'equal places' | 'branches' };
  readonly isSame: (a: string, b: string) => boolean;
};

const ROLES = { contact: 1.5, front: 0.5, other: -0.5 } as const;
const CONTACT: Weights = {
  enough: 2.5,
  link: { schema: 4, header: 4, footer: 3.5, widget: 3, main: 2 },
  text: { schema: 4, header: 3.5, footer: 3, widget: 3, main: 1 },
  roles: ROLES,
  only: 1,
  repeated: 0.75,
  adds: true,
  // Two telephone numbers are both of the company. Two addresses or opening hours may be of two places.
  conflict: { within: 0.5, of: 'branches' },
  isSame: (a, b) => a === b,
};
// The parser of legal facts weighs their text.
const LEGAL: Weights = {
  ...CONTACT,
  enough: 1.75,
  text: { schema: 4, header: 1, footer: 1, widget: 1, main: 1 },
  roles: {},
  only: 0,
  // For each text with the value, up to `MOST_TEXTS`: less than the difference between two ranks of tax numbers.
  repeated: 0.0005,
  adds: false,
  // Structured data of two pages may differ in the legal form: the first is that of the front page.
  conflict: { within: 0.0001, of: 'texts' },
};
// Addresses are mandatory in a legal notice.
const OF_NOTICE = { ...ROLES, legal: 0.5 } as const;
const WEIGHTS: Readonly<Record<EvidenceField, Weights>> = {
  phone: CONTACT,
  email: { ...CONTACT, roles: OF_NOTICE },
  // Some chats of Mexico and Argentina have an additional digit in mobile numbers.
  whatsapp: { ...CONTACT, enough: 2, isSame: (a, b) => chatKey(a) === chatKey(b) },
  address: { ...CONTACT, roles: OF_NOTICE, conflict: { within: 0.5, of: 'equal places' }, isSame: isSamePlace },
  hours: { ...CONTACT, conflict: { within: 0.5, of: 'any place' }, isSame: agreesOnHours },
  legal_name: LEGAL,
  tax_id: { ...LEGAL, enough: 0.7 },
  coverage: LEGAL,
};
const MOST_REPEATS = 3;
const MOST_TEXTS = 9;
// A telephone number that is also the number of the chat, if no number has enough evidence.
const ALSO_CHAT = 1;
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
const MOST_DOUBTS = 4;
const EQUAL = 'a second value has equal evidence';

/** Decides on the value of a field. `ownHosts` contains the hosts of the site. */
export function decide(field: EvidenceField, pages: readonly PageEvidence[], ownHosts: readonly string[]): Decision {
  const question = { field, pages, ownHosts };
  const candidates = candidatesFor(question);
  const [best] = candidates;
  const why =
    objection(question, candidates) ??
    (field === 'hours' && best?.sightings.every(({ value }) => isOfSeason(value)) ? 'of one season' : undefined);
  const fact = why === undefined ? best : undefined;
  const isInvalid = ({ sightings }: Candidate) => field === 'tax_id' && !sightings.some(({ value }) => isTaxId(value));
  const keys = new Set(candidates.map(({ key }) => key));
  const ofThirdParties = candidatesFor({ ...question, others: true }).filter(({ key }) => !keys.has(key));
  const doubts = [
    ...candidates.map((candidate) => ({
      candidate,
      reason: isInvalid(candidate) ? 'not a valid tax number of any country' : candidate === best ? why : undefined,
    })),
    ...ofThirdParties.map((candidate) => ({ candidate, reason: 'probably of a third party' })),
  ];
  return {
    fact: fact && {
      value: written(field, fact),
      source: sourceOf(fact),
      statedBy: [fact.sightings.flatMap((sighting) => sighting.pages)],
    },
    doubts: doubts
      .filter(({ candidate }) => candidate !== fact && candidate.score > 0)
      .slice(0, MOST_DOUBTS)
      .map(({ candidate, reason }) => ({
        field,
        value: written(field, candidate),
        why: [sourceOf(candidate), reason].filter((part) => part !== undefined).join('; '),
      })),
  };
}

// Returns the reason to reject the best candidate; `undefined` to accept it.
function objection(question: Question, [best, second]: readonly Candidate[]): string | undefined {
  const { enough, conflict } = WEIGHTS[question.field];
  if (best === undefined) return undefined;
  if (best.score < enough) return 'found in too few places';
  if (!second || second.score < Math.max(enough, best.score - conflict.within)) return undefined;
  if (conflict.of === 'texts') return best.sightings.some(({ how }) => how === 'schema') ? undefined : EQUAL;
  if (conflict.of !== 'any place' && placeRank(best) !== placeRank(second)) return undefined;
  // As many contacts as branches, and none has priority.
  const addresses = { ...question, field: 'address' } as const;
  const isObjection = conflict.of !== 'branches' || objection(addresses, candidatesFor(addresses)) === EQUAL;
  return isObjection ? EQUAL : undefined;
}

// Evidence with the path of its page, the addresses of the pages with the value, and its weight.
type Sighting = Evidence & { readonly path: string; readonly pages: readonly string[]; readonly weight: number };

// A field, and the evidence for its value. `others`: for values of third parties instead.
type Question = {
  readonly field: EvidenceField;
  readonly pages: readonly PageEvidence[];
  readonly ownHosts: readonly string[];
  readonly others?: boolean;
};

// All sightings of a value, with their total score.
type Candidate = { readonly key: string; readonly sightings: readonly Sighting[]; readonly score: number };

// Returns the values of a field by descending score.
function candidatesFor(question: Question): readonly Candidate[] {
  const { field, pages, ownHosts } = question;
  const { enough, only } = WEIGHTS[field];
  const sightings = sightingsOf(question);
  const groups = groupsOf(field, sightings);
  const first = groups.filter((group) => group.some(({ further }) => !further));
  const rivals = first.length > 0 ? first : groups;
  const hasWeek = field === 'hours' && sightings.some(({ key }) => /\d:/.test(key));
  const scored = groups.map((group): Candidate => {
    const key = group[0]?.key ?? '';
    const affinity = field === 'email' ? emailAffinity(key, ownHosts) : 0;
    const alone = rivals.every((rival) => rival === group) ? only : 0;
    const score = scoreOf(group, field) + affinity + alone - (hasWeek && key === '24h' ? BESIDE_WEEK : 0);
    return { key, sightings: group, score };
  });
  const isOpen = field === 'phone' && scored.every(({ score }) => score < enough);
  const chats = new Set(isOpen ? pages.flatMap(({ evidence }) => evidence.flatMap(chatNumber)) : []);
  return scored
    .map((candidate) =>
      Object.assign(candidate, { score: candidate.score + (chats.has(candidate.key) ? ALSO_CHAT : 0) }),
    )
    .toSorted((a, b) => b.score - a.score || placeRank(a) - placeRank(b));
}

function sightingsOf({ field, pages, ownHosts, others: ofThirdParties = false }: Question): readonly Sighting[] {
  const { link, text, roles, adds } = WEIGHTS[field];
  const all = pages.flatMap((page) =>
    page.evidence.flatMap((item) => (item.field === field ? [{ item, page, office: officeIn(item, page.role) }] : [])),
  );
  const hasOffices = ['head', 'branch'].every((kind) => all.some(({ office }) => office === kind));
  // A labelled name on a legal page is the operator; the footer may name a different company.
  const isLabelled = all.some(({ item }) => item.labelled);
  const its = all.filter(
    ({ item: { others = false, labelled, place, how } }) =>
      others === ofThirdParties && !(isLabelled && !labelled && place !== 'main' && how === 'text'),
  );
  const inMain = Map.groupBy(its, ({ item, page }) => (item.place === 'main' ? page : undefined));
  const valuesIn = (page: PageEvidence) => new Set(inMain.get(page)?.map(({ item }) => item.key)).size;
  const directories = new Set(field === 'hours' || !adds ? [] : pages.filter((page) => valuesIn(page) >= DIRECTORY));
  return its.map(({ item, page: { url, role }, page, office }) => {
    const { place, how, strength, further, key, pages: stating = [url] } = item;
    const isMain = place === 'main';
    const [isHead, isBranch] = [hasOffices && office === 'head', hasOffices && office === 'branch'];
    // Addresses at foreign hosts are of agencies, hosting companies and services.
    const isOfHost = field === 'email' && role === 'legal' && isForeign(key, ownHosts);
    const byRole = isOfHost ? -OF_NOTICE.legal : (roles[role] ?? 0);
    const base = (how === 'text' ? text : link)[place] + (isMain ? byRole : 0) + (isHead ? OF_HEAD : 0);
    const share = isMain && directories.has(page) && !isHead ? IN_DIRECTORY : isBranch ? OF_BRANCH : 1;
    const weight = base * strength * share * (further ? FURTHER : 1);
    return Object.assign({ path: new URL(url).pathname, weight }, item, { pages: stating });
  });
}

// Returns the office of a value. In the text of pages that are not about contacts, a head office may be a supplier's.
const officeIn = ({ office, place }: Evidence, role: PageRole): Evidence['office'] =>
  office === 'head' && role !== 'contact' && place === 'main' ? undefined : office;

// Groups sightings of the same value, in their order: addresses and hours have several spellings.
function groupsOf(field: EvidenceField, sightings: readonly Sighting[]): readonly (readonly Sighting[])[] {
  const { isSame } = WEIGHTS[field];
  const groups: Sighting[][] = [];
  // The longest key comes first, so that a part of it joins its group.
  for (const sighting of sightings.toSorted((a, b) => b.key.length - a.key.length)) {
    const group = groups.find(
      ([longest]) => longest && (longest.key === sighting.key || isSame(longest.key, sighting.key)),
    );
    if (group) group.push(sighting);
    else groups.push([sighting]);
  }
  const order = new Map(sightings.map((sighting, at) => [sighting, at]));
  const orderOf = (group: readonly Sighting[]) => Math.min(...group.map((sighting) => order.get(sighting) ?? 0));
  return groups.toSorted((a, b) => orderOf(a) - orderOf(b));
}

const chatNumber = ({ field, key, others }: Evidence): string[] =>
  field === 'whatsapp' && !others ? [key.replace('https://wa.me/', '+')] : [];

const chatKey = (address: string): string =>
  address.replace(/^https:\/\/wa\.me\/(?:521(?=\d{10}$)|549(?=\d{10}$))/, (start) => start.slice(0, -1));

// Each type of place counts once, by its best sighting. A header or footer gains a bonus for repetition on several
// pages.
function scoreOf(sightings: readonly Sighting[], field: EvidenceField): number {
  const { repeated, adds, enough } = WEIGHTS[field];
  const texts = sightings.filter(({ how }) => how === 'text').length;
  const kinds = Map.groupBy(
    adds ? sightings : sightings.filter(({ exact }) => exact),
    ({ place, how }) => `${place} ${how}`,
  );
  const total = [...kinds.values()].reduce((sum, its) => {
    const isRepeated = /^(?:header|footer|widget)$/.test(its[0]?.place ?? '');
    const pages = isRepeated ? new Set(its.map(({ path }) => path)).size : 1;
    const repeats = repeated * Math.min(MOST_REPEATS, pages - 1);
    const strongest = Math.max(...its.map(({ strength }) => strength));
    return sum + Math.max(...its.map(({ weight }) => weight)) + repeats * strongest;
  }, 0);
  const best = Math.max(...sightings.map(({ weight }) => weight));
  return adds ? total : Math.max(best, Math.min(total, enough)) + repeated * Math.min(MOST_TEXTS, texts);
}

const RANK: Readonly<Record<Place, number>> = { header: 0, schema: 1, footer: 2, widget: 3, main: 4 };

// Returns the rank of the best place of a value; 0 is a header.
const placeRank = ({ sightings }: Pick<Candidate, 'sightings'>): number =>
  Math.min(...sightings.map(({ place }) => RANK[place]));

// Returns the most frequent spelling of a value, preferably a visible one.
function written(field: EvidenceField, { sightings }: Candidate): string {
  const counts = new Map<string, number>();
  for (const { value, how, place, weight } of field === 'address' ? wholeOnes(sightings) : sightings)
    counts.set(value, (counts.get(value) ?? 0) + readability(field, value, how, place) + weight / 10);
  const [best = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best[0];
}

function readability(field: EvidenceField, value: string, how: Evidence['how'], place: Place): number {
  if (field === 'phone') return /\d[\s().-]+\d/.test(value) ? 3 : 0.5;
  if (field === 'address') return place === 'schema' ? 4 : how === 'text' ? 2 + Math.min(1, value.length / 100) : 0;
  // Visible hours are better than the config of a plugin.
  if (field === 'hours') return how === 'text' ? 3 + Math.min(2, value.length / 100) : 1;
  return 1;
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

const SOURCES: Readonly<Record<string, string>> = { schema: 'JSON-LD', widget: 'chat or call button' };
const MOST_NAMED = 3;

// Returns the source of a value: `JSON-LD of /; tel: link in the header of / and /contacto/`.
function sourceOf({ sightings }: Candidate): string {
  const kinds = Map.groupBy(
    sightings.toSorted((a, b) => b.weight - a.weight),
    ({ place, how }) => SOURCES[how] ?? `${how} in the ${place === 'main' ? 'text' : place}`,
  );
  return [...kinds]
    .slice(0, MOST_NAMED)
    .map(([kind, its]) => {
      const paths = [...new Set(its.map(({ path }) => path))];
      return `${kind} of ${paths.slice(0, MOST_NAMED).join(', ')}${paths.length > MOST_NAMED ? '…' : ''}`;
    })
    .join('; ');
}
