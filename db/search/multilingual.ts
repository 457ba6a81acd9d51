import type { Found, Search } from './search.ts';

/** Asks for the pages of all languages at once. */
export const ALL_LANGUAGES = 'all';

type Request = {
  readonly query: string;
  readonly city: string | undefined;
  /** Primary subtag of a language, or `ALL_LANGUAGES`. */
  readonly language: string;
  readonly offset: number;
  readonly limit: number;
};

/** Familiarity of a language that knows no word of a query: what it finds comes last. */
const LEAST_FAMILIARITY = 0.05;

/**
 * Search over the languages of one index, each searched by itself, for their scores cannot be compared. The answers of
 * several are merged by their reciprocal rank times the language's familiarity with the query: its own language leads.
 */
export function createMultilingualSearch(searches: ReadonlyMap<string, Search>) {
  /** The matching pages from `offset` on, with the hits in each; `more` when others follow. */
  return function find({ query, city, language, offset, limit }: Request): { found: readonly Found[]; more: boolean } {
    const wanted = offset + limit + 1;
    if (language !== ALL_LANGUAGES) {
      const question = searches.get(language)?.ask(query);
      const ranked = question?.rankFirst(city, wanted) ?? [];
      return { found: question?.locate(ranked.slice(offset, offset + limit)) ?? [], more: ranked.length >= wanted };
    }
    const ranked = [...searches.values()].flatMap((search) => {
      const question = search.ask(query);
      const share = Math.max(LEAST_FAMILIARITY, search.familiarity(query));
      return question.rankFirst(city, wanted).map((page, rank) => ({ question, page, score: share / (rank + 1) }));
    });
    ranked.sort((a, b) => b.score - a.score);
    const found = ranked.slice(offset, offset + limit).flatMap(({ question, page }) => question.locate([page]));
    return { found, more: ranked.length >= wanted };
  };
}
