import type { Found, Search } from './search.ts';

type Request = {
  readonly query: string;
  readonly city: string | undefined;
  /** Primary subtag of a language of the index; all of them without. */
  readonly language: string | undefined;
  readonly offset: number;
  readonly limit: number;
};

type Answer = {
  readonly found: readonly Found[];
  /** True when others follow. */
  readonly more: boolean;
  /** The language of the query, where it is another than the one that was searched. */
  readonly queryLanguage: string | undefined;
};

/** Familiarity of a language that knows no word of a query: what it finds comes last. */
const LEAST_FAMILIARITY = 0.05;
/** A query of which the searched language knows less, and another one every word, is in that one. */
const FOREIGN_BELOW = 0.5;

/**
 * Search over the languages of one index. Each is searched by itself, for their scores cannot be compared. The answers of
 * several are merged by their reciprocal rank times the language's familiarity with the query: its own language leads.
 */
export function createMultilingualSearch(searches: ReadonlyMap<string, Search>) {
  /** The matching pages of one language from `offset` on, with the hits in each. */
  function inOne(language: string, { query, city, offset, limit }: Request): Answer {
    const question = searches.get(language)?.ask(query);
    if (!question) return { found: [], more: false, queryLanguage: undefined };
    const wanted = offset + limit + 1;
    const ranked = question.rankFirst(city, wanted);
    return {
      found: question.locate(ranked.slice(offset, offset + limit)),
      more: ranked.length >= wanted,
      queryLanguage:
        question.familiarity < FOREIGN_BELOW ? (knowing(query) ?? question.otherLanguage) : question.otherLanguage,
    };
  }

  /** The language of the index that knows every word of a query. */
  function knowing(query: string): string | undefined {
    if (searches.size === 1) return undefined;
    for (const [language, search] of searches) if (search.familiarityWith(query) === 1) return language;
    return undefined;
  }

  function inAll({ query, city, offset, limit }: Request): Answer {
    const wanted = offset + limit + 1;
    const ranked = [...searches.values()].flatMap((search) => {
      const question = search.ask(query);
      const share = Math.max(LEAST_FAMILIARITY, question.familiarity);
      return question.rankFirst(city, wanted).map((page, rank) => ({ question, page, score: share / (rank + 1) }));
    });
    ranked.sort((a, b) => b.score - a.score);
    const found = ranked.slice(offset, offset + limit).flatMap(({ question, page }) => question.locate([page]));
    return { found, more: ranked.length >= wanted, queryLanguage: undefined };
  }

  return (request: Request): Answer =>
    request.language === undefined ? inAll(request) : inOne(request.language, request);
}
