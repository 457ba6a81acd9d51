import type { StatedBy } from '../../shared/company.ts';
import { countriesByName, countryOfHost } from './country.ts';
import type { ContactField, PageEvidence } from './evidence.ts';
import { isOfSeason } from './hours/hours-words.ts';
import { parseTelephone } from './contact/telephone.ts';
import { candidatesFor, MAIN, placeRank, type Candidate } from './weigh.ts';
import { sourceOf, written } from './wording.ts';

/** An uncertain value, for the owner to confirm. */
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

/** Decides on the value of a field. `ownHosts` contains the hosts of the site. */
export function decide(field: ContactField, pages: readonly PageEvidence[], ownHosts: readonly string[]): Decision {
  const candidates = candidatesFor(field, pages, ownHosts);
  const [best, ...others] = candidates;
  const thirdParty = candidatesFor(field, pages, ownHosts, { others: true });
  const why =
    best &&
    (objection(field, best, others) ??
      branchObjection(field, candidates, pages, ownHosts) ??
      (isAbroad(field, candidates, ownHosts) ? 'not of the country of the site' : undefined) ??
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
  [best, second, third]: readonly Candidate[],
  pages: readonly PageEvidence[],
  ownHosts: readonly string[],
): string | undefined {
  if (!best || !second || field === 'address' || field === 'hours') return undefined;
  const isAsGood = (other: Candidate) =>
    other.score >= ENOUGH[field] && other.score >= best.score - 0.5 && placeRank(other) === placeRank(best);
  if (!isAsGood(second)) return undefined;
  const [place, ...places] = candidatesFor('address', pages, ownHosts);
  const areBranches = place !== undefined && objection('address', place, places) === EQUAL;
  const areMany = third !== undefined && isAsGood(third) && placeRank(best) === MAIN;
  return areBranches || areMany ? EQUAL : undefined;
}

// True for a number or address of a foreign country, if a candidate of the country of the site's host exists.
function isAbroad(field: ContactField, [best, ...others]: readonly Candidate[], ownHosts: readonly string[]): boolean {
  const home = ownHosts.map(countryOfHost).find((country) => country !== undefined);
  if (!best || home === undefined || field === 'email' || field === 'hours') return false;
  const names = countriesByName([]);
  const countryOf = ({ key, sightings }: Candidate) =>
    field === 'address'
      ? (sightings.flatMap(({ value }) => names.get(value.split(', ').at(-1)?.toLowerCase() ?? '') ?? [])[0] ?? home)
      : parseTelephone(key.replace('https://wa.me/', '+'), [])?.country || home;
  return countryOf(best) !== home && others.some((other) => isLikely(other) && countryOf(other) === home);
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
