import type { Lexicon } from '../storage/lexicon.ts';
import type { Pass, QueryTerm } from '../types.ts';

/** An FTS5 expression for one tier of a pass. */
type Tier = { readonly expression: string; readonly hasAllTerms: boolean };

/** The token of the full-text index that stands for a stem in a language. */
export function stemToken(language: string, stem: string): string {
  return `${language}-${stem}`;
}

/** The token that stands for a city in the column `city`, or for none; no stem has a hyphen. */
export function cityToken(language: string, slug: string): string {
  return `${language}-city-${slug}`;
}

/** FTS5 expressions for the tiers of a pass: pages with all the terms, with some, with extras alone, with none. No page is in two. */
export function tiersOf(pass: Pass, lexicon: Lexicon, language: string): readonly Tier[] {
  const expressions = pass.terms.map((term) => termExpression(term, lexicon, language));
  const known = expressions.filter((one) => one !== undefined);
  const extras = pass.extras.map((term) => termExpression(term, lexicon, language)).filter((one) => one !== undefined);
  const all = known.length === expressions.length && known.length > 0 ? known.join(' AND ') : undefined;
  const any = known.length > 0 ? known.join(' OR ') : undefined;
  const tiers: Tier[] = [];
  if (all !== undefined) tiers.push({ expression: inCities(pass, language, extras, all), hasAllTerms: true });
  if (any !== undefined && any !== all) {
    const some = all === undefined ? any : `(${any}) NOT (${all})`;
    tiers.push({ expression: inCities(pass, language, extras, some), hasAllTerms: false });
  }
  if (!pass.everyPage && extras.length > 0) {
    const alone = any === undefined ? extras.join(' OR ') : `(${extras.join(' OR ')}) NOT (${any})`;
    tiers.push({ expression: inCities(pass, language, extras, alone), hasAllTerms: expressions.length === 0 });
  }
  if (pass.everyPage) {
    tiers.push({ expression: inCities(pass, language, extras, undefined, any), hasAllTerms: expressions.length === 0 });
  }
  return tiers;
}

function termExpression({ alternatives }: QueryTerm, lexicon: Lexicon, language: string): string | undefined {
  if (alternatives.length === 0) return undefined;
  return `(${alternatives.map(({ stem }) => quote(stemToken(language, lexicon.stemText(stem)))).join(' OR ')})`;
}

/** Restricts an expression to the cities of a pass; extras may only add to the score, so they come as an option. */
function inCities(
  pass: Pass,
  language: string,
  extras: readonly string[],
  expression: string | undefined,
  none?: string,
): string {
  const slug = pass.cities && ('only' in pass.cities ? pass.cities.only : pass.cities.except);
  const city = slug === undefined ? undefined : `city : ${quote(cityToken(language, slug))}`;
  if (city === undefined) return expression ?? '""';
  if (pass.cities && 'except' in pass.cities) return `(${expression ?? '""'}) NOT (${city})`;
  const scored = [city, ...extras.map((extra) => `(${city} AND ${extra})`)].join(' OR ');
  if (expression !== undefined) return `(${scored}) AND (${expression})`;
  return none === undefined ? `(${scored})` : `(${scored}) NOT (${none})`;
}

function quote(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
