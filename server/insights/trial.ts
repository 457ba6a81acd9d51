import type { GoldenQuery } from '../../db/operator-settings.ts';
import type { Index } from '../../db/index/reader.ts';
import { createAddresses, type Addresses } from '../../shared/addresses.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import { ALL_LANGUAGES } from '../../shared/languages.ts';
import type { LedgerDay } from './ledger-days.ts';

// Compared results, and a rank beyond them.
const COMPARED = 10;

// A query to repeat, and the key of its expected first page if known.
type Replayed = {
  readonly query: string;
  readonly city: string;
  readonly language: string;
  readonly page: string | undefined;
  readonly origin: 'golden' | 'asked';
};

type Answer = ReturnType<typeof answerOf>;
/** Outcome of a trial of synonyms, as `--json` prints it. */
export type Trial = { readonly synonyms: readonly (readonly string[])[] } & ReturnType<typeof compareAnswers>;
/** A replayed query with a different response. */
export type Difference = Trial['differences'][number];

/** Returns the golden queries of the owner, and stored questions with the page that was read after each. */
export function replayedOf(index: Index, days: readonly LedgerDay[], queries: readonly GoldenQuery[]) {
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
export function compareAnswers(queries: readonly Replayed[], before: Index, after: Index) {
  const addresses = createAddresses(before.site);
  const answered = queries.map((replayed) => ({
    ...replayed,
    before: answerOf(before, addresses, replayed),
    after: answerOf(after, addresses, replayed),
  }));
  const golden = answered.filter(({ origin }) => origin === 'golden');
  const rightFirst = (side: 'before' | 'after') => golden.filter((entry) => entry[side].rank === 1).length;
  return {
    replayed: answered.length,
    golden: golden.length,
    /** Golden queries with the expected page first, before and after. */
    golden_first: [rightFirst('before'), rightFirst('after')] as const,
    differences: answered.flatMap(({ query, origin, before: was, after: is }) => {
      const verdict = verdictOn(was, is);
      return verdict === 'same' ? [] : [{ query, origin, verdict, before: was, after: is }];
    }),
  };
}

// Number of results, first result, rank of the expected page, and words that match nothing on the site.
function answerOf(index: Index, addresses: Addresses, { query, city, language, page }: Replayed) {
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

// Compares the rank of the expected page; then results are better than no results, and fewer unmatched words are better.
function verdictOn(before: Answer, after: Answer): 'better' | 'worse' | 'other' | 'same' {
  const beyond = COMPARED + 1;
  const areFound = before.results > 0 && after.results > 0;
  const gain = [
    (before.rank ?? beyond) - (after.rank ?? beyond),
    Number(after.results > 0) - Number(before.results > 0),
    areFound ? before.unmatched.length - after.unmatched.length : 0,
  ].find((value) => value !== 0);
  if (gain !== undefined) return gain > 0 ? 'better' : 'worse';
  return before.first === after.first ? 'same' : 'other';
}
