import type { Index } from '../../db/index/reader.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import { createAddresses } from '../../shared/addresses.ts';
import { comparable } from '../ledger/question-text.ts';
import type { LedgerQuestion, LedgerDay } from './ledger-days.ts';
import { createProposals, type Proposal } from './proposals.ts';

// Rows of each table.
const ROWS = 25;
// Minimum count before unread results are reported.
const ENOUGH_ASKED = 3;

// A question of several callers, over the whole period.
type ReportedQuestion = {
  readonly question: string;
  readonly asked: number;
  // Counts without results, with an unmatched word, and of either.
  readonly empty: number;
  readonly unmatched: number;
  readonly unanswered: number;
  readonly corrected: number;
  readonly read: number;
};

/** A question without a good answer, with a proposal for the owner. */
export type Gap = ReportedQuestion & { readonly proposal: Proposal };

type Named = { readonly name: string; readonly questions: number };

/** Questions and calls of agents, as `--json` prints them. */
export type Report = {
  readonly from: string | null;
  readonly to: string | null;
  readonly totals: Readonly<
    Record<'calls' | 'questions' | 'unanswered' | 'reads' | 'refused' | 'without_text', number>
  >;
  readonly left_out: Readonly<Record<'personal' | 'busy' | 'full', number>>;
  readonly not_found: readonly Gap[];
  /** Number of unanswered questions that `not_found` omits, because their text is not stored. */
  readonly not_found_without_text: number;
  readonly not_read: readonly Gap[];
  readonly questions: readonly ReportedQuestion[];
  readonly pages: readonly {
    readonly path: string;
    readonly title: string;
    readonly shown: number;
    readonly read: number;
  }[];
  readonly services: readonly Named[];
  readonly cities: readonly Named[];
  readonly callers: readonly {
    readonly family: string;
    readonly calls: number;
    readonly identified: number;
    readonly faces: Readonly<Record<string, number>>;
  }[];
  readonly quota: readonly {
    readonly caller: string;
    readonly low: number;
    readonly high: number;
    readonly refused: number;
  }[];
  readonly trend: readonly {
    readonly day: string;
    readonly calls: number;
    readonly questions: number;
    readonly unanswered: number;
    readonly reads: number;
  }[];
};

/** Creates the report of these days; without an index, pages have no titles and questions no service. */
export function makeReport(days: readonly LedgerDay[], index: Index | undefined): Report {
  const asked = days.flatMap(({ questions }) => questions);
  const calls = days.flatMap((day) => day.calls);
  const questions = reportedQuestions(asked);
  const propose = createProposals(days, index);
  const withProposal = (question: ReportedQuestion): Gap => ({ ...question, proposal: propose(question) });
  const notFound = questions
    .filter((question) => question.unanswered > 0)
    .toSorted((a, b) => b.unanswered - a.unanswered);
  const notRead = questions.filter(
    (question) => question.asked >= ENOUGH_ASKED && question.unanswered === 0 && question.read === 0,
  );
  const withoutText = asked.filter(({ text }) => text === undefined);
  return {
    from: days[0]?.day ?? null,
    to: days.at(-1)?.day ?? null,
    totals: {
      calls: sumOf(calls, (call) => call.calls),
      questions: sumOf(asked, (question) => question.asked),
      unanswered: sumOf(asked, unansweredIn),
      reads: sumOf(days, ({ reads }) => sumOf([...reads.values()], Number)),
      refused: sumOf(calls, (call) => (call.quota === 'refused' ? call.calls : 0)),
      without_text: sumOf(withoutText, (question) => question.asked),
    },
    left_out: {
      personal: sumOf(days, ({ leftOut }) => leftOut['personal'] ?? 0),
      busy: sumOf(days, ({ leftOut }) => leftOut['busy'] ?? 0),
      full: sumOf(days, ({ leftOut }) => leftOut['full'] ?? 0),
    },
    not_found: notFound.slice(0, ROWS).map(withProposal),
    not_found_without_text: sumOf(withoutText, unansweredIn),
    not_read: notRead.slice(0, ROWS).map(withProposal),
    questions: questions.slice(0, ROWS),
    pages: pagesOf(days, index).slice(0, ROWS),
    ...subjectsOf(asked, index),
    callers: callersOf(days),
    quota: quotaOf(days),
    trend: days.map(trendOf),
  };
}

function unansweredIn({ empty, unmatched }: Pick<LedgerQuestion, 'empty' | 'unmatched'>): number {
  // The same question has the same response until the next publication.
  return Math.max(empty, unmatched);
}

// Questions with stored text, most frequent first.
function reportedQuestions(asked: readonly LedgerQuestion[]): readonly ReportedQuestion[] {
  const withText = asked.flatMap(({ text, ...facts }) => (text === undefined ? [] : [{ text, ...facts }]));
  const groups = Map.groupBy(withText, ({ text }) => comparable(text));
  const reported = [...groups.values()].map((group) => ({
    question: group[0]?.text ?? '',
    asked: sumOf(group, (entry) => entry.asked),
    empty: sumOf(group, ({ empty }) => empty),
    unmatched: sumOf(group, ({ unmatched }) => unmatched),
    unanswered: sumOf(group, unansweredIn),
    corrected: sumOf(group, ({ corrected }) => corrected),
    read: sumOf(group, ({ read }) => read),
  }));
  return reported.toSorted((a, b) => b.asked - a.asked || (a.question < b.question ? -1 : 1));
}

function pagesOf(days: readonly LedgerDay[], index: Index | undefined): Report['pages'] {
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
    .toSorted((a, b) => b.read - a.read || b.shown - a.shown || (a.path < b.path ? -1 : 1));
}

// By the requested city, or by city and service of the page with the most views.
function subjectsOf(asked: readonly LedgerQuestion[], index: Index | undefined): Pick<Report, 'services' | 'cities'> {
  if (!index) return { services: [], cities: [] };
  const addresses = createAddresses(index.site);
  const families = (index.company.services ?? []).flatMap(({ name, url }) => {
    const family = index.pageByPath(addresses.keyOf(url) ?? '')?.family;
    return family === undefined || family === '' ? [] : [[family, name] as const];
  });
  const serviceOf = new Map(families);
  const cityNames = new Map(index.cities.map(({ slug, name }) => [slug, name]));
  const services = new Map<string, number>();
  const cities = new Map<string, number>();
  for (const { firstPage, city, asked: times } of asked) {
    const page = firstPage === undefined ? undefined : index.pageByPath(firstPage);
    const service = page && serviceOf.get(page.family);
    if (service !== undefined) add(services, service, times);
    const slug = city === ANY_CITY ? page?.city : city;
    if (slug) add(cities, cityNames.get(slug) ?? slug, times);
  }
  return { services: ranked(services), cities: ranked(cities) };
}

function callersOf(days: readonly LedgerDay[]): Report['callers'] {
  const groups = Map.groupBy(
    days.flatMap(({ calls }) => calls),
    ({ family }) => family,
  );
  return [...groups]
    .map(([family, calls]) => {
      const faces = new Map<string, number>();
      for (const call of calls) add(faces, call.api, call.calls);
      const identified = sumOf(calls, (call) => (call.caller === 'identified' ? call.calls : 0));
      return { family, calls: sumOf(calls, (call) => call.calls), identified, faces: Object.fromEntries(faces) };
    })
    .toSorted((a, b) => b.calls - a.calls);
}

function quotaOf(days: readonly LedgerDay[]): Report['quota'] {
  const calls = days.flatMap((day) => day.calls);
  return ['anonymous', 'identified'].map((caller) => {
    const matching = calls.filter((call) => call.caller === caller);
    const used = (quota: string) => sumOf(matching, (call) => (call.quota === quota ? call.calls : 0));
    return { caller, low: used('low'), high: used('high'), refused: used('refused') };
  });
}

function trendOf({ day, calls, questions, reads }: LedgerDay): Report['trend'][number] {
  return {
    day,
    calls: sumOf(calls, (call) => call.calls),
    questions: sumOf(questions, ({ asked }) => asked),
    unanswered: sumOf(questions, unansweredIn),
    reads: sumOf([...reads.values()], Number),
  };
}

function ranked(counts: ReadonlyMap<string, number>): readonly Named[] {
  return [...counts]
    .map(([name, questions]) => ({ name, questions }))
    .toSorted((a, b) => b.questions - a.questions || (a.name < b.name ? -1 : 1))
    .slice(0, ROWS);
}

function add(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

function sumOf<Item>(items: readonly Item[], number: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + number(item), 0);
}
