import { STRICT_TERMS, type Pass, type QueryTerm } from '../types.ts';
import type { InterpretedQuery } from './interpreter.ts';
import { termOfStems } from './query-terms.ts';

/** Weight of the name of a part of a city against the subject of a query. */
const PART_WEIGHT = 0.02;

/**
 * The passes of an answer, best first; no page is in two. Pages of a named city come before all others; a city that is
 * asked for leaves no others, and a place where the company does not work leaves the general pages: nobody is sent to another
 * place than the one that was asked for.
 */
export function passesOf(query: InterpretedQuery, city: string | undefined): readonly Pass[] {
  const { cityTerms, namedCity, place } = query;
  const namesNothingElse = query.terms.length === 0;
  // Who names nothing but a part of a city looks for the pages about it.
  const words = query.words.filter(({ role }) => role !== 'city').map(({ folded }) => folded);
  const { terms: telling, extras: general } = apart(query.terms);
  const terms = place === 'part' && namesNothingElse ? cityTerms.filter(isHeld) : telling;
  const all = place === 'part' ? terms : [...terms, ...cityTerms];
  const inNamed: Pass = {
    cities: { only: namedCity ?? '' },
    terms,
    extras: [...general, ...(place === 'part' ? cityTerms.map(lightened) : namesNothingElse ? cityTerms : [])],
    words,
    everyPage: true,
    generalOnly: false,
  };
  const others = { words, everyPage: false, generalOnly: false };
  if (city !== undefined && city === namedCity) return [inNamed];
  if (city !== undefined) return [{ cities: { only: city }, ...sought(all, general), ...others }];
  if (place === 'elsewhere') return [{ cities: undefined, ...sought(terms, general), ...others, generalOnly: true }];
  if (namedCity === undefined) return [{ cities: undefined, ...sought(all, general), ...others }];
  return [inNamed, { cities: { except: namedCity }, ...sought(all, general), ...others }];
}

/**
 * The terms that pages have to hold to come first, and those that add to a score alone: the words of a saying, and of a query so
 * short that pages with all of it come first, its general words.
 */
function apart(all: readonly QueryTerm[]): Pick<Pass, 'terms' | 'extras'> {
  const meant = all.filter(({ isSaid, isGuess }) => !isSaid && !isGuess);
  const isShort = meant.length <= STRICT_TERMS && meant.some((term) => isHeld(term) && !term.isGeneral);
  const isExtra = ({ isGeneral, isSaid, isGuess }: QueryTerm) => isSaid || isGuess || (isShort && isGeneral);
  return { terms: all.filter((term) => !isExtra(term)), extras: all.filter(isExtra) };
}

/** Required terms of a pass and its extras: the extras are the terms where no page holds any of those. */
function sought(terms: readonly QueryTerm[], extras: readonly QueryTerm[]): Pick<Pass, 'terms' | 'extras'> {
  return terms.some(isHeld) ? { terms, extras } : { terms: [...terms, ...extras], extras: [] };
}

const isHeld = ({ alternatives }: QueryTerm): boolean => alternatives.length > 0;

/** Every page of a city may list its parts: the name decides only between pages that are equal otherwise. */
function lightened({ text, alternatives, idf }: QueryTerm): QueryTerm {
  const light = alternatives.map(({ stem, weight, origin }) => ({ stem, weight: weight * PART_WEIGHT, origin }));
  return termOfStems(text, light, idf * PART_WEIGHT);
}
