import type { Database } from '../sqlite.ts';
import type { Query } from './query.ts';

/** How much a word counts in the title, the headings, the body and the city. */
const WEIGHTS = '8.0, 2.0, 1.0, 4.0';

/** The token that stands for a city in the index. */
export function cityToken(slug: string): string {
  return `city-${slug}`;
}

/** The pages that match, by FTS5: exact about which pages match, and scored by its own `bm25`. */
export function createFullTextMatcher(db: Database) {
  const find = db
    .prepare<{ match: string; limit: number }, number>(
      `SELECT rowid FROM search
        WHERE search MATCH @match
        ORDER BY bm25(search, ${WEIGHTS}), rowid
        LIMIT @limit`,
    )
    .pluck();

  /** Ids of the first `limit` matching pages, best first. Asking for more never changes those before. */
  return function match(query: Query, city: string | undefined, limit: number): number[] {
    const ids: number[] = [];
    for (const expression of tiers(query, city)) {
      if (ids.length >= limit) break;
      ids.push(...find.all({ match: expression, limit: limit - ids.length }));
    }
    return ids;
  };
}

/** FTS5 expressions that share no page: those of the named city before the others, all words before any. */
function tiers(query: Query, city: string | undefined): string[] {
  const inCity = (slug: string) => `city : ${quote(cityToken(slug))}`;
  const { namedCity } = query;
  const wordsOf = (named: boolean) => {
    const concepts = query.terms
      .filter((term) => !named || !query.cityStems.has(term.stem))
      .map((term) => quote(term.stem));
    if (named) concepts.unshift(inCity(namedCity ?? ''));
    const any = concepts.map((concept) => `(${concept})`).join(' OR ');
    const all = concepts.map((concept) => `(${concept})`).join(' AND ');
    return concepts.length === 0 ? [] : concepts.length === 1 ? [any] : [all, `(${any}) NOT (${all})`];
  };
  if (city !== undefined) {
    const named = namedCity === city;
    return wordsOf(named).map((words) => `(${inCity(city)}) AND (${words})`);
  }
  if (namedCity === undefined) return wordsOf(false);
  return [
    ...wordsOf(true).map((words) => `(${inCity(namedCity)}) AND (${words})`),
    ...wordsOf(false).map((words) => `(${words}) NOT (${inCity(namedCity)})`),
  ];
}

function quote(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
