import type { Pass } from '../types.ts';
import type { InterpretedQuery } from './interpreter.ts';

/**
 * The passes of an answer, best first; no page is in two. Pages of a named city come before all others; a city that is
 * asked for leaves no others.
 */
export function passesOf({ terms, cityTerms, namedCity }: InterpretedQuery, city: string | undefined): readonly Pass[] {
  const all = [...terms, ...cityTerms];
  const inNamed: Pass = {
    cities: { only: namedCity ?? '' },
    terms,
    // Every page of a city names it; how often says something only when nothing else was asked.
    extras: terms.length === 0 ? cityTerms : [],
    everyPage: true,
  };
  if (city !== undefined && city === namedCity) return [inNamed];
  if (city !== undefined) return [{ cities: { only: city }, terms: all, extras: [], everyPage: false }];
  if (namedCity === undefined) return [{ cities: undefined, terms: all, extras: [], everyPage: false }];
  return [inNamed, { cities: { except: namedCity }, terms: all, extras: [], everyPage: false }];
}
