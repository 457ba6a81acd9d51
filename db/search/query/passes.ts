import type { Pass, QueryTerm } from '../types.ts';
import type { InterpretedQuery } from './interpreter.ts';
import { termOfStems } from './query-terms.ts';

// Weight of the name of a part of a city against the subject of a query.
const PART_WEIGHT = 0.02;

/**
 * Returns the passes of a query, best first; a page is in a single pass. The pages of a named city are the first pass.
 * The `city` parameter excludes the pages of all remaining cities. For a place outside the service area only general
 * pages remain.
 */
export function passesOf(query: InterpretedQuery, city: string | undefined): readonly Pass[] {
  const { terms, cityTerms, namedCity, place } = query;
  const words = query.words.filter(({ role }) => role !== 'city').map(({ word }) => word);
  const isPart = place?.kind === 'part';
  // A query that names only a part of a city searches pages about that part.
  const isOfPart = isPart && terms.length === 0;
  const subject = isOfPart ? cityTerms.filter(isHeld) : terms;
  const all = isPart ? subject : [...subject, ...cityTerms];
  const named = isPart ? cityTerms.map(lightened) : terms.length === 0 ? cityTerms : [];
  const inNamed: Pass = {
    cities: { only: namedCity ?? '' },
    terms: isOfPart ? subject : [...terms, ...named],
    subjects: subject.length,
    words,
    everyPage: true,
    generalOnly: false,
  };
  const others = { words, subjects: all.length, everyPage: false, generalOnly: false };
  if (city !== undefined && city === namedCity) return [inNamed];
  if (city !== undefined) return [{ cities: { only: city }, terms: all, ...others }];
  if (place?.kind === 'elsewhere') return [{ cities: undefined, terms: subject, ...others, generalOnly: true }];
  if (namedCity === undefined) return [{ cities: undefined, terms: all, ...others }];
  return [inNamed, { cities: { except: namedCity }, terms: all, ...others }];
}

const isHeld = ({ alternatives }: QueryTerm): boolean => alternatives.length > 0;

// Every page of a city may list its parts: the name only orders pages of equal score.
function lightened({ text, alternatives, idf }: QueryTerm): QueryTerm {
  const light = alternatives.map(({ stem, weight, origin }) => ({ stem, weight: weight * PART_WEIGHT, origin }));
  return termOfStems(text, light, idf * PART_WEIGHT);
}
