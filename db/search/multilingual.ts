import type { Readings } from './query/readings.ts';
import type { Confidence } from './confidence.ts';
import type { Found, Search } from './search.ts';

type Request = {
  readonly query: string;
  readonly city: string | undefined;
  // Primary subtag; the default is all languages of the index.
  readonly language: string | undefined;
  readonly offset: number;
  readonly limit: number;
};

type Answer = Readings & {
  readonly found: readonly Found[];
  // True if further pages follow.
  readonly more: boolean;
  // The language of the query, if it differs from the searched language.
  readonly queryLanguage: string | undefined;
  readonly confidence: Confidence;
  // Folded words without a match in any searched language.
  readonly unmatched: readonly string[];
};

type Question = ReturnType<Search['ask']>;

// A matching page: a number that only its query can resolve, and a score that is comparable across languages.
type Ranked = { readonly question: Question; readonly page: number; readonly score: number };

const NONE: ReadonlySet<number> = new Set();

// Familiarity of a language that contains no word of the query: its results come last.
const LEAST_FAMILIARITY = 0.05;
// Below this familiarity, a query is treated as a query in a language that contains all of its words.
const FOREIGN_BELOW = 0.5;

/**
 * Creates a search over the languages of an index. Scores of two languages are not comparable: results are merged by
 * their reciprocal rank times the familiarity of the language with the query. Of the translations of a page, which have
 * the same number in `originals`, a response contains the first.
 */
export function createMultilingualSearch(
  searches: ReadonlyMap<string, Search>,
  originals: ReadonlyMap<number, number>,
  withheld: () => ReadonlySet<number> = () => NONE,
) {
  // True unless a word occurs only in withheld pages.
  const isPublic = (word: string): boolean =>
    withheld().size === 0 ||
    rankDistinct(
      [...searches.values()].map((search) => search.ask(word)),
      undefined,
      1,
    ).length > 0;

  function rank(questions: readonly Question[], city: string | undefined, wanted: number): readonly Ranked[] {
    const ranked = questions.flatMap((question) => {
      const share = Math.max(LEAST_FAMILIARITY, question.familiarity);
      return question.rankFirst(city, wanted).map((page, at) => ({ question, page, score: share / (at + 1) }));
    });
    return questions.length === 1 ? ranked : ranked.toSorted(byScore);
  }

  // Removes withheld pages and all but the first translation of each page.
  function withoutTranslations(all: readonly Ranked[]): readonly Ranked[] {
    const hidden = withheld();
    const ranked = hidden.size === 0 ? all : all.filter(({ question, page }) => !hidden.has(question.idOf(page)));
    if (originals.size === 0) return ranked;
    const seen = new Set<number>();
    return ranked.filter(({ question, page }) => {
      const original = originals.get(question.idOf(page));
      if (original === undefined) return true;
      if (seen.has(original)) return false;
      seen.add(original);
      return true;
    });
  }

  // Returns at least `wanted` pages if as many match.
  function rankDistinct(questions: readonly Question[], city: string | undefined, wanted: number): readonly Ranked[] {
    for (let depth = wanted; ; depth *= 2) {
      const ranked = rank(questions, city, depth);
      // `rank` may return more pages than `depth`, and their order is not final.
      const distinct = withoutTranslations(ranked.slice(0, depth));
      if (distinct.length >= wanted || ranked.length < depth) return distinct;
    }
  }

  // Returns the language of the index that contains every word of a query.
  function fullyFamiliarLanguage(query: string): string | undefined {
    if (searches.size === 1) return undefined;
    for (const [language, search] of searches) if (search.familiarityWith(query) === 1) return language;
    return undefined;
  }

  /** Returns the matching pages from `offset` on, with the hits in each. */
  return function find({ query, city, language, offset, limit }: Request): Answer {
    const selected = language === undefined ? [...searches.values()] : [searches.get(language) ?? []].flat();
    const questions = selected.map((search) => search.ask(query));
    const ranked = rankDistinct(questions, city, offset + limit + 1);
    const shown = ranked.slice(offset, offset + limit);
    const [only] = questions;
    const familiar = mostFamiliar(questions);
    return {
      found: questions.length === 1 ? (only?.locate(shown.map(({ page }) => page)) ?? []) : shown.flatMap(locateOne),
      more: ranked.length > offset + limit,
      confidence: ranked[0]?.question.confidence() ?? 'low',
      corrected: familiar?.corrected.filter(({ readAs }) => isPublic(readAs)) ?? [],
      placeReadAs: familiar?.placeReadAs,
      alsoSearched: (familiar?.alsoSearched ?? []).flatMap(({ typed, words }) => {
        const known = words.filter(isPublic);
        return known.length > 0 ? [{ typed, words: known }] : [];
      }),
      unmatched: only?.unmatched.filter((word) => questions.every(({ unmatched }) => unmatched.includes(word))) ?? [],
      queryLanguage: questions.length === 1 && only ? foreignLanguage(only, query) : undefined,
    };
  };

  function foreignLanguage({ familiarity, otherLanguage }: Question, query: string): string | undefined {
    return (familiarity < FOREIGN_BELOW ? fullyFamiliarLanguage(query) : undefined) ?? otherLanguage;
  }
}

// Equal scores are ordered by the share of words found as typed: *contact* is also a form of *contacto*.
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || b.question.exactness() - a.question.exactness();

const locateOne = ({ question, page }: Ranked): readonly Found[] => question.locate([page]);

const mostFamiliar = (questions: readonly Question[]): Question | undefined =>
  questions.toSorted((a, b) => b.familiarity - a.familiarity)[0];
