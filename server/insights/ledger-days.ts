import type { State } from '../../db/state/state.ts';
import { readEntry, type Entry, type QuestionFact } from '../ledger/entries.ts';

// Counts of each fact about a question.
type Facts = Readonly<Record<QuestionFact, number>>;

/** A question with its city and language; `text` is missing if it is not stored. */
export type LedgerQuestion = Facts & {
  readonly text: string | undefined;
  /** Values of the parameters. */
  readonly city: string;
  readonly language: string;
  /** Path of the page with the most views. */
  readonly firstPage: string | undefined;
};

type Call = {
  readonly operation: string;
  readonly api: string;
  readonly family: string;
  readonly caller: string;
  readonly quota: string;
  readonly calls: number;
};

/** A day of the ledger. */
export type LedgerDay = {
  readonly day: string;
  readonly calls: readonly Call[];
  readonly questions: readonly LedgerQuestion[];
  /** Pages that were shown or read after each question. */
  readonly pages: readonly {
    readonly text: string | undefined;
    readonly path: string;
    readonly use: string;
    readonly times: number;
  }[];
  readonly reads: ReadonlyMap<string, number>;
  /** Questions after a question without results, if a page of their results was read. */
  readonly next: readonly { readonly from: string; readonly to: string; readonly times: number }[];
  readonly leftOut: Readonly<Record<string, number>>;
};

/** Reads the days of a ledger in order. */
export async function readLedgerDays(ledger: State['ledger']): Promise<readonly LedgerDay[]> {
  const days: LedgerDay[] = [];
  for (const day of await ledger.days()) days.push(ledgerDay(day, await ledger.read(day)));
  return days;
}

type Counted<Kind extends Entry[0]> = readonly [entry: Extract<Entry, readonly [Kind, ...unknown[]]>, count: number];

function ledgerDay(day: string, counts: ReadonlyMap<string, number>): LedgerDay {
  const entries = [...counts].flatMap(([stored, count]) => {
    const entry = readEntry(stored);
    return entry ? [[entry, count] as const] : [];
  });
  const of = <Kind extends Entry[0]>(kind: Kind) =>
    entries.filter(([entry]) => entry[0] === kind) as readonly unknown[] as readonly Counted<Kind>[];
  const texts = new Map(of('text').map(([[, hash, text]]) => [hash, text]));
  const pages = of('page');
  return {
    day,
    calls: of('call').map(([[, operation, api, family, caller, quota], calls]) => ({
      operation,
      api,
      family,
      caller,
      quota,
      calls,
    })),
    questions: questionsOf(of('question'), texts, mostShown(pages)),
    pages: pages.map(([[, hash, path, use], times]) => ({ text: texts.get(hash), path, use, times })),
    reads: new Map(of('read').map(([[, path], times]) => [path, times])),
    next: of('next').flatMap(([[, from, to], times]) => {
      const [first, second] = [texts.get(from), texts.get(to)];
      return first === undefined || second === undefined ? [] : [{ from: first, to: second, times }];
    }),
    leftOut: Object.fromEntries(of('left_out').map(([[, why], times]) => [why, times])),
  };
}

function questionsOf(
  counted: readonly Counted<'question'>[],
  texts: ReadonlyMap<string, string>,
  firstPages: ReadonlyMap<string, string>,
): readonly LedgerQuestion[] {
  const found = new Map<string, Record<QuestionFact, number> & Omit<LedgerQuestion, QuestionFact>>();
  for (const [[, hash, city, language, fact], count] of counted) {
    const key = JSON.stringify([hash, city, language]);
    const question = found.get(key) ?? {
      text: texts.get(hash),
      city,
      language,
      firstPage: firstPages.get(hash),
      asked: 0,
      empty: 0,
      unmatched: 0,
      corrected: 0,
      read: 0,
      results: 0,
    };
    question[fact] += count;
    found.set(key, question);
  }
  return [...found.values()];
}

function mostShown(pages: readonly Counted<'page'>[]): ReadonlyMap<string, string> {
  const most = new Map<string, { readonly path: string; readonly times: number }>();
  for (const [[, hash, path, use], times] of pages) {
    if (use === 'shown' && times > (most.get(hash)?.times ?? 0)) most.set(hash, { path, times });
  }
  return new Map([...most].map(([hash, { path }]) => [hash, path]));
}
