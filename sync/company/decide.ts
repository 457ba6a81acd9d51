import type { StatedBy } from '../../shared/company.ts';
import { countriesByName, countryOfHost } from './country.ts';
import type { ContactField, PageEvidence } from './evidence.ts';
import { isOfSeason } from './hours/hours-words.ts';
import { parseTelephone } from './contact/telephone.ts';
import { candidatesFor, MAIN, placeRank, type Candidate } from './weigh.ts';
import { sourceOf, written } from './wording.ts';

/** A value that may be right, for the owner to look at. */
export type Doubt = { readonly field: string; readonly value: string; readonly why: string };

/** Verdict of all pages on a field, with what remains open. */
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

/** Weighs what all pages tell of a field. `own` are hosts of the site, which its e-mail addresses often share. */
export function decide(field: ContactField, pages: readonly PageEvidence[], own: readonly string[]): Decision {
  const candidates = candidatesFor(field, pages, own);
  const [best, ...others] = candidates;
  const told = candidatesFor(field, pages, own, { others: true });
  const why =
    best &&
    (objection(field, best, others) ??
      branchObjection(field, candidates, pages, own) ??
      (isAbroad(field, candidates, own) ? 'of another country than the site' : undefined) ??
      (field === 'hours' && best.sightings.every(({ value }) => isOfSeason(value)) ? 'of one season' : undefined));
  const open = why === undefined ? others : candidates;
  const ofOthers = told.filter(({ key }) => !candidates.some((candidate) => candidate.key === key));
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
      ...ofOthers.filter(isLikely).map((candidate) => doubt(field, candidate, 'told of somebody else, it seems')),
    ].slice(0, MOST_DOUBTS),
  };
}

/** Why none of several contacts is the company's: they are told beside as many places, none of which comes first. */
function branchObjection(
  field: ContactField,
  [best, second, third]: readonly Candidate[],
  pages: readonly PageEvidence[],
  own: readonly string[],
): string | undefined {
  if (!best || !second || field === 'address' || field === 'hours') return undefined;
  const isAsGood = (other: Candidate) =>
    other.score >= ENOUGH[field] && other.score >= best.score - 0.5 && placeRank(other) === placeRank(best);
  if (!isAsGood(second)) return undefined;
  const [place, ...places] = candidatesFor('address', pages, own);
  const areBranches = place !== undefined && objection('address', place, places) === EQUAL;
  const areMany = third !== undefined && isAsGood(third) && placeRank(best) === MAIN;
  return areBranches || areMany ? EQUAL : undefined;
}

/** True for a number or address of another country than the site's host where another is of that country. */
function isAbroad(field: ContactField, [best, ...others]: readonly Candidate[], own: readonly string[]): boolean {
  const home = own.map(countryOfHost).find((country) => country !== undefined);
  if (!best || home === undefined || field === 'email' || field === 'hours') return false;
  const names = countriesByName([]);
  const countryOf = ({ key, sightings }: Candidate) =>
    field === 'address'
      ? (sightings.flatMap(({ value }) => names.get(value.split(', ').at(-1)?.toLowerCase() ?? '') ?? [])[0] ?? home)
      : parseTelephone(key.replace('https://wa.me/', '+'), [])?.country || home;
  return countryOf(best) !== home && others.some((other) => isLikely(other) && countryOf(other) === home);
}

const isLikely = ({ score }: Candidate): boolean => score > 0;
const EQUAL = 'another one has as much for it';

function doubt(field: ContactField, candidate: Candidate, why: string | undefined): Doubt {
  const source = sourceOf(candidate);
  return { field, value: written(field, candidate), why: why === undefined ? source : `${source}; ${why}` };
}

/** Why the best candidate is not to be believed; `undefined` when it is. */
function objection(field: ContactField, best: Candidate, [second]: readonly Candidate[]): string | undefined {
  if (best.score < ENOUGH[field]) return 'told in too few places';
  if (second === undefined || second.score < best.score - 0.5 || second.score < ENOUGH[field]) return undefined;
  // Of two telephones either is the company's; two addresses or two times of opening may be those of two places.
  return field === 'hours' || (field === 'address' && placeRank(best) === placeRank(second)) ? EQUAL : undefined;
}
