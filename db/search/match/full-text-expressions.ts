import type { Lexicon } from '../storage/lexicon.ts';
import type { Pass, QueryTerm } from '../types.ts';

/** Returns the token of a stem in the FTS5 index. */
export function stemToken(language: string, stem: string): string {
  return `${language}-${stem}`;
}

/** Returns the token of a city, or of no city, in the FTS5 column `city`. Stems do not contain a hyphen. */
export function cityToken(language: string, slug: string): string {
  return `${language}-city-${slug}`;
}

/** Returns FTS5 expressions for the pages with a term of a pass, and for pages without a term if they match as well. */
export function expressionsOf(pass: Pass, lexicon: Lexicon, language: string): readonly string[] {
  const known = pass.terms
    .map((term) => termExpression(term, lexicon, language))
    .filter((expression) => expression !== undefined);
  const any = known.length > 0 ? known.join(' OR ') : undefined;
  const expressions: string[] = [];
  if (any !== undefined) expressions.push(inCities(pass, language, any));
  if (pass.everyPage && pass.cities && 'only' in pass.cities) {
    const all = `city : ${quote(cityToken(language, pass.cities.only))}`;
    expressions.push(any === undefined ? all : `(${all}) NOT (${any})`);
  }
  return expressions;
}

function termExpression({ alternatives }: QueryTerm, lexicon: Lexicon, language: string): string | undefined {
  if (alternatives.length === 0) return undefined;
  return `(${alternatives.map(({ stem }) => quote(stemToken(language, lexicon.stemText(stem)))).join(' OR ')})`;
}

function inCities({ cities }: Pass, language: string, expression: string): string {
  if (!cities) return expression;
  const city = `city : ${quote(cityToken(language, 'only' in cities ? cities.only : cities.except))}`;
  return 'only' in cities ? `(${city}) AND (${expression})` : `(${expression}) NOT (${city})`;
}

function quote(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
