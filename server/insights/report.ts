import type { Index } from '../../db/index/reader.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import { createAddresses } from '../../shared/addresses.ts';
import { comparable } from '../ledger/question-text.ts';
import type { LedgerQuestion, LedgerDay } from './ledger-days.ts';
import { createProposals } from './proposals.ts';

// Rows of each table.
const ROWS = 25;
// Minimum count before unread results are reported.
const ENOUGH_ASKED = 3;

/** Questions and calls of agents, as `--json` prints them. */
export type Report = ReturnType<typeof makeReport>;
/** A question without a good answer, with a proposal for the owner. */
export type Gap = Report['not_found'][number];

/** Creates the report of these days; without an index, pages have no titles and questions no service. */
export function makeReport(days: readonly LedgerDay[], index: Index | undefined) {
  const asked = days.flatMap(({ questions }) => questions);
  const calls = days.flatMap((day) => day.calls);
  const callsWith = (use: string, by = calls) => callCount(by.filter(({ quota }) => quota === use));
  const questions = reportedQuestions(asked);
  const propose = createProposals(days, index);
  const withProposals = (rows: typeof questions) =>
    rows.slice(0, ROWS).map((question) => Object.assign({}, question, { proposal: propose(question) }));
  const unanswered = questions.filter((row) => row.unanswered > 0).toSorted((a, b) => b.unanswered - a.unanswered);
  const unread = questions.filter((row) => row.asked >= ENOUGH_ASKED && row.unanswered === 0 && row.read === 0);
  const withoutText = asked.filter(({ text }) => text === undefined);
  const leftOut = (reason: string) => sumOf(days, (day) => day.leftOut[reason] ?? 0);
  return {
    from: days[0]?.day ?? null,
    to: days.at(-1)?.day ?? null,
    totals: {
      ...figuresOf(days),
      refused: callsWith('refused'),
      without_text: sumOf(withoutText, (question) => question.asked),
    },
    left_out: { personal: leftOut('personal'), busy: leftOut('busy'), full: leftOut('full') },
    not_found: withProposals(unanswered),
    /** Number of unanswered questions that `not_found` omits, because their text is not stored. */
    not_found_without_text: sumOf(withoutText, unansweredIn),
    not_read: withProposals(unread),
    questions: questions.slice(0, ROWS),
    pages: pagesOf(days, index).slice(0, ROWS),
    ...subjectsOf(asked, index),
    callers: callersOf(calls),
    quota: ['anonymous', 'identified'].map((caller) => {
      const by = calls.filter((call) => call.caller === caller);
      return { caller, low: callsWith('low', by), high: callsWith('high', by), refused: callsWith('refused', by) };
    }),
    trend: days.map((day) => ({ day: day.day, ...figuresOf([day]) })),
  };
}

function figuresOf(days: readonly LedgerDay[]) {
  const asked = days.flatMap(({ questions }) => questions);
  return {
    calls: callCount(days.flatMap(({ calls }) => calls)),
    questions: sumOf(asked, (question) => question.asked),
    unanswered: sumOf(asked, unansweredIn),
    reads: sumOf(days, ({ reads }) => sumOf([...reads.values()], Number)),
  };
}

const callCount = (calls: LedgerDay['calls']): number => sumOf(calls, (call) => call.calls);

// The same question has the same response until the next publication.
const unansweredIn = ({ empty, unmatched }: Pick<LedgerQuestion, 'empty' | 'unmatched'>): number =>
  Math.max(empty, unmatched);

// Questions of several callers with stored text, over the whole period, most frequent first.
function reportedQuestions(asked: readonly LedgerQuestion[]) {
  const withText = asked.flatMap(({ text, ...facts }) => (text === undefined ? [] : [{ text, ...facts }]));
  const groups = Map.groupBy(withText, ({ text }) => comparable(text));
  const reported = [...groups.values()].map((group) => ({
    question: group[0]?.text ?? '',
    asked: sumOf(group, (entry) => entry.asked),
    // Counts without results, with an unmatched word, and of either.
    empty: sumOf(group, ({ empty }) => empty),
    unmatched: sumOf(group, ({ unmatched }) => unmatched),
    unanswered: sumOf(group, unansweredIn),
    corrected: sumOf(group, ({ corrected }) => corrected),
    read: sumOf(group, ({ read }) => read),
  }));
  return reported.toSorted((a, b) => b.asked - a.asked || inOrder(a.question, b.question));
}

function pagesOf(days: readonly LedgerDay[], index: Index | undefined) {
  const uses = days.flatMap(({ pages }) => pages).filter(({ use }) => use === 'shown');
  const shown = tallyOf(uses.map(({ path, times }) => [path, times]));
  const read = tallyOf(days.flatMap(({ reads }) => [...reads]));
  return [...new Set([...read.keys(), ...shown.keys()])]
    .map((path) => ({
      path,
      title: index?.pageByPath(path)?.title ?? '',
      shown: shown.get(path) ?? 0,
      read: read.get(path) ?? 0,
    }))
    .toSorted((a, b) => b.read - a.read || b.shown - a.shown || inOrder(a.path, b.path));
}

// By the requested city, or by city and service of the page with the most impressions.
function subjectsOf(asked: readonly LedgerQuestion[], index: Index | undefined) {
  if (!index) return { services: [], cities: [] };
  const addresses = createAddresses(index.site);
  const families = (index.company.services ?? []).flatMap(({ name, url }) => {
    const family = index.pageByPath(addresses.keyOf(url) ?? '')?.family;
    return family === undefined || family === '' ? [] : [[family, name] as const];
  });
  const serviceOf = new Map(families);
  const cityNames = new Map(index.cities.map(({ slug, name }) => [slug, name]));
  const found = asked.map(({ firstPage, city, asked: times }) => {
    const page = firstPage === undefined ? undefined : index.pageByPath(firstPage);
    const slug = city === ANY_CITY ? page?.city : city;
    return {
      service: page && serviceOf.get(page.family),
      city: slug ? (cityNames.get(slug) ?? slug) : undefined,
      times,
    };
  });
  return {
    services: ranked(found.map(({ service, times }) => [service, times])),
    cities: ranked(found.map(({ city, times }) => [city, times])),
  };
}

function callersOf(calls: LedgerDay['calls']) {
  return [...Map.groupBy(calls, ({ family }) => family)]
    .map(([family, group]) => {
      const identified = callCount(group.filter(({ caller }) => caller === 'identified'));
      const faces = tallyOf(group.map(({ api, calls: times }) => [api, times]));
      return { family, calls: callCount(group), identified, faces: Object.fromEntries(faces) };
    })
    .toSorted((a, b) => b.calls - a.calls);
}

function ranked(counted: readonly Counted[]) {
  return [...tallyOf(counted)]
    .map(([name, questions]) => ({ name, questions }))
    .toSorted((a, b) => b.questions - a.questions || inOrder(a.name, b.name))
    .slice(0, ROWS);
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : 1);

type Counted = readonly [name: string | undefined, times: number];

// Sums the counts of each name.
function tallyOf(counted: readonly Counted[]): ReadonlyMap<string, number> {
  const tally = new Map<string, number>();
  for (const [name, times] of counted) if (name !== undefined) tally.set(name, (tally.get(name) ?? 0) + times);
  return tally;
}

function sumOf<Item>(items: readonly Item[], number: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + number(item), 0);
}
