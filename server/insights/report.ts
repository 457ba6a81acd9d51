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
      calls: sumOf(calls, (call) => call.calls),
      questions: sumOf(asked, (question) => question.asked),
      unanswered: sumOf(asked, unansweredIn),
      reads: sumOf(days, readsOf),
      refused: sumOf(calls, (call) => (call.quota === 'refused' ? call.calls : 0)),
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
      const used = (quota: string) =>
        sumOf(calls, (call) => (call.caller === caller && call.quota === quota ? call.calls : 0));
      return { caller, low: used('low'), high: used('high'), refused: used('refused') };
    }),
    trend: days.map((day) => ({
      day: day.day,
      calls: sumOf(day.calls, (call) => call.calls),
      questions: sumOf(day.questions, (question) => question.asked),
      unanswered: sumOf(day.questions, unansweredIn),
      reads: readsOf(day),
    })),
  };
}

// The same question has the same response until the next publication.
const unansweredIn = ({ empty, unmatched }: Pick<LedgerQuestion, 'empty' | 'unmatched'>): number =>
  Math.max(empty, unmatched);

const readsOf = ({ reads }: LedgerDay): number => sumOf([...reads.values()], Number);

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
  const shown = new Map<string, number>();
  const read = new Map<string, number>();
  for (const day of days) {
    for (const { path, use, times } of day.pages) if (use === 'shown') add(shown, path, times);
    for (const [path, times] of day.reads) add(read, path, times);
  }
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
  const services = new Map<string, number>();
  const cities = new Map<string, number>();
  if (!index) return { services: ranked(services), cities: ranked(cities) };
  const addresses = createAddresses(index.site);
  const families = (index.company.services ?? []).flatMap(({ name, url }) => {
    const family = index.pageByPath(addresses.keyOf(url) ?? '')?.family;
    return family === undefined || family === '' ? [] : [[family, name] as const];
  });
  const serviceOf = new Map(families);
  const cityNames = new Map(index.cities.map(({ slug, name }) => [slug, name]));
  for (const { firstPage, city, asked: times } of asked) {
    const page = firstPage === undefined ? undefined : index.pageByPath(firstPage);
    const service = page && serviceOf.get(page.family);
    if (service !== undefined) add(services, service, times);
    const slug = city === ANY_CITY ? page?.city : city;
    if (slug) add(cities, cityNames.get(slug) ?? slug, times);
  }
  return { services: ranked(services), cities: ranked(cities) };
}

function callersOf(calls: LedgerDay['calls']) {
  return [...Map.groupBy(calls, ({ family }) => family)]
    .map(([family, group]) => {
      const faces = new Map<string, number>();
      for (const call of group) add(faces, call.api, call.calls);
      const identified = sumOf(group, (call) => (call.caller === 'identified' ? call.calls : 0));
      return { family, calls: sumOf(group, (call) => call.calls), identified, faces: Object.fromEntries(faces) };
    })
    .toSorted((a, b) => b.calls - a.calls);
}

function ranked(counts: ReadonlyMap<string, number>) {
  return [...counts]
    .map(([name, questions]) => ({ name, questions }))
    .toSorted((a, b) => b.questions - a.questions || inOrder(a.name, b.name))
    .slice(0, ROWS);
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : 1);

function add(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

function sumOf<Item>(items: readonly Item[], number: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + number(item), 0);
}
