import type { Readings } from './query/readings.ts';
import type { Confidence } from './confidence.ts';
import type { Found, Search } from './search.ts';

type Request = {
  readonly query: string;
  readonly city: string | undefined;
  /** Primary subtag of a language of the index; all of them without. */
  readonly language: string | undefined;
  readonly offset: number;
  readonly limit: number;
};

type Answer = Readings & {
  readonly found: readonly Found[];
  /** True when others follow. */
  readonly more: boolean;
  /** The language of the query, where it is another than the one that was searched. */
  readonly queryLanguage: string | undefined;
  /** Whether the first page of the answer is about the query. */
  readonly confidence: Confidence;
  /** Words that no searched language holds, folded. */
  readonly unmatched: readonly string[];
};

type Question = ReturnType<Search['ask']>;

/** A matching page: a number that only its question understands, and a score that can be compared with those of others. */
type Ranked = { readonly question: Question; readonly page: number; readonly score: number };

const NONE: ReadonlySet<number> = new Set();

/** Familiarity of a language that knows no word of a query: what it finds comes last. */
const LEAST_FAMILIARITY = 0.05;
/** A query of which the searched language knows less, and another one every word, is in that one. */
const FOREIGN_BELOW = 0.5;

/**
 * Search over the languages of one index. Each is searched by itself, for their scores cannot be compared. The answers of
 * several are merged by their reciprocal rank times the language's familiarity with the query: its own language leads. Of the
 * translations of one page, which have the same number in `originals`, an answer holds the first.
 */
export function createMultilingualSearch(
  searches: ReadonlyMap<string, Search>,
  originals: ReadonlyMap<number, number>,
  withheld: () => ReadonlySet<number> = () => NONE,
) {
  const isWithheld = (id: number): boolean => withheld().has(id);

  /** True unless only pages that are withheld hold a word. */
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

  /** The first of the translations of each page, without pages that are withheld. */
  function withoutTranslations(all: readonly Ranked[]): readonly Ranked[] {
    const ranked = all.filter(({ question, page }) => !isWithheld(question.idOf(page)));
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

  /** At least so many pages, when so many match. */
  function rankDistinct(questions: readonly Question[], city: string | undefined, wanted: number): readonly Ranked[] {
    for (let depth = wanted; ; depth *= 2) {
      const ranked = rank(questions, city, depth);
      // What follows may be behind pages that were not asked for.
      const distinct = withoutTranslations(ranked.slice(0, depth));
      if (distinct.length >= wanted || ranked.length < depth) return distinct;
    }
  }

  /** The language of the index that knows every word of a query. */
  function knowing(query: string): string | undefined {
    if (searches.size === 1) return undefined;
    for (const [language, search] of searches) if (search.familiarityWith(query) === 1) return language;
    return undefined;
  }

  /** The matching pages from `offset` on, with the hits in each. */
  return function find({ query, city, language, offset, limit }: Request): Answer {
    const asked = language === undefined ? [...searches.values()] : [searches.get(language) ?? []].flat();
    const questions = asked.map((search) => search.ask(query));
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
    return (familiarity < FOREIGN_BELOW ? knowing(query) : undefined) ?? otherLanguage;
  }
}

/** Of equal scores, the language first that holds the words as they were typed: *contact* is a form of *contacto*, too. */
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || b.question.exactness() - a.question.exactness();

const locateOne = ({ question, page }: Ranked): readonly Found[] => question.locate([page]);

const mostFamiliar = (questions: readonly Question[]): Question | undefined =>
  questions.toSorted((a, b) => b.familiarity - a.familiarity)[0];
