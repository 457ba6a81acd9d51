import type { GoldenQuery } from '../../db/operator-settings.ts';
import type { Index } from '../../db/index/reader.ts';
import { createAddresses, type Addresses } from '../../shared/addresses.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import { ALL_LANGUAGES } from '../../shared/languages.ts';
import type { LedgerDay } from './ledger-days.ts';

// Compared results, and a rank beyond them.
const COMPARED = 10;

/** A query to repeat, and its expected first page if known. */
export type Replayed = {
  readonly query: string;
  readonly city: string;
  readonly language: string;
  /** Key of the page (shared/addresses.ts). */
  readonly page: string | undefined;
  readonly origin: 'golden' | 'asked';
};

// Number of results, first result, and rank of the expected page.
type Answer = {
  readonly results: number;
  readonly first: string | null;
  readonly rank: number | null;
  // Words of the query that match nothing on the site.
  readonly unmatched: readonly string[];
};

/** A replayed query with a different response; `other` if neither response is better. */
export type Difference = {
  readonly query: string;
  readonly origin: Replayed['origin'];
  readonly verdict: 'better' | 'worse' | 'other';
  readonly before: Answer;
  readonly after: Answer;
};

/** Outcome of a trial of synonyms, as `--json` prints it. */
export type Trial = {
  readonly synonyms: readonly (readonly [unknown: string, known: string])[];
  readonly replayed: number;
  readonly golden: number;
  /** Golden queries with the expected page first, before and after. */
  readonly golden_first: readonly [before: number, after: number];
  readonly differences: readonly Difference[];
};

/** Returns the golden queries of the owner, and stored questions with the page that was read after each. */
export function replayedOf(
  index: Index,
  days: readonly LedgerDay[],
  queries: readonly GoldenQuery[],
): readonly Replayed[] {
  const addresses = createAddresses(index.site);
  const golden = queries.map(({ query, page }): Replayed => {
    return { query, city: ANY_CITY, language: '', page: addresses.keyOf(page) ?? page, origin: 'golden' };
  });
  const read = new Map<string, string>();
  for (const { text, path, use } of days.flatMap(({ pages }) => pages)) {
    if (use === 'read' && text !== undefined) read.set(text, path);
  }
  const asked = new Map<string, Replayed>();
  for (const { text, city, language } of days.flatMap(({ questions }) => questions)) {
    if (text === undefined) continue;
    const key = JSON.stringify([text, city, language]);
    asked.set(key, { query: text, city, language, page: read.get(text), origin: 'asked' });
  }
  return [...golden, ...asked.values()];
}

/** Runs the queries on both indexes and compares the responses. */
export function compareAnswers(queries: readonly Replayed[], before: Index, after: Index): Omit<Trial, 'synonyms'> {
  const addresses = createAddresses(before.site);
  const answered = queries.map((replayed) => ({
    ...replayed,
    before: answerOf(before, addresses, replayed),
    after: answerOf(after, addresses, replayed),
  }));
  const golden = answered.filter(({ origin }) => origin === 'golden');
  const isFirst = ({ rank }: Answer) => rank === 1;
  return {
    replayed: answered.length,
    golden: golden.length,
    golden_first: [
      golden.filter((entry) => isFirst(entry.before)).length,
      golden.filter((entry) => isFirst(entry.after)).length,
    ],
    differences: answered.flatMap(({ query, origin, before: was, after: is }) => {
      const verdict = verdictOn(was, is);
      return verdict === 'same' ? [] : [{ query, origin, verdict, before: was, after: is }];
    }),
  };
}

function answerOf(index: Index, addresses: Addresses, { query, city, language, page }: Replayed): Answer {
  const all = ALL_LANGUAGES.some((entry) => entry === language) ? 'all' : language;
  const { hits, unmatched = [] } = index.search({
    query,
    city: city === ANY_CITY ? undefined : city,
    language: all === '' ? undefined : all,
    limit: COMPARED,
    offset: 0,
  });
  const paths = hits.map(({ url }) => addresses.keyOf(url) ?? '');
  const at = page === undefined ? -1 : paths.indexOf(page);
  return { results: paths.length, first: paths[0] ?? null, rank: at < 0 ? null : at + 1, unmatched };
}

// Compares the rank of the expected page. If the ranks are equal, results are better than no results, and fewer
// unmatched words are better.
function verdictOn(before: Answer, after: Answer): Difference['verdict'] | 'same' {
  const beyond = COMPARED + 1;
  const gained = (before.rank ?? beyond) - (after.rank ?? beyond);
  if (gained !== 0) return gained > 0 ? 'better' : 'worse';
  if (before.results === 0 || after.results === 0) {
    if (before.results === after.results) return 'same';
    return before.results === 0 ? 'better' : 'worse';
  }
  const understood = before.unmatched.length - after.unmatched.length;
  if (understood !== 0) return understood > 0 ? 'better' : 'worse';
  return before.first === after.first ? 'same' : 'other';
}
