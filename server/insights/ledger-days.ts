import type { State } from '../../db/state/state.ts';
import { readEntry, type Entry, type QuestionFact } from '../ledger/entries.ts';

/** A day of the ledger. */
export type LedgerDay = ReturnType<typeof ledgerDay>;
/** A question with its city and language, and the counts of its facts; `text` is missing if it is not stored. */
export type LedgerQuestion = LedgerDay['questions'][number];

/** Reads the days of a ledger in order. */
export async function readLedgerDays(ledger: State['ledger']): Promise<readonly LedgerDay[]> {
  const days: LedgerDay[] = [];
  for (const day of await ledger.days()) days.push(ledgerDay(day, await ledger.read(day)));
  return days;
}

type Counted<Kind extends Entry[0]> = readonly [entry: Extract<Entry, readonly [Kind, ...unknown[]]>, count: number];

function ledgerDay(day: string, counts: ReadonlyMap<string, number>) {
  const entries = [...counts].flatMap(([stored, count]) => {
    const entry = readEntry(stored);
    return entry ? [[entry, count] as const] : [];
  });
  const of = <Kind extends Entry[0]>(kind: Kind) =>
    entries.filter(([entry]) => entry[0] === kind) as readonly unknown[] as readonly Counted<Kind>[];
  const texts = new Map(of('text').map(([[, hash, text]]) => [hash, text]));
  const pages = of('page');
  // The page of each question with the most impressions: in a Map, the last entry counts.
  const shown = pages.filter(([[, , , use]]) => use === 'shown').toSorted((a, b) => b[1] - a[1]);
  const firstPages = new Map(shown.toReversed().map(([[, hash, path]]) => [hash, path]));
  return {
    day,
    calls: of('call').map(([[, , api, family, caller, quota], calls]) => ({ api, family, caller, quota, calls })),
    questions: questionsOf(of('question')).map((question) =>
      Object.assign(question, { text: texts.get(question.hash), firstPage: firstPages.get(question.hash) }),
    ),
    /** Pages that were shown or read after each question. */
    pages: pages.map(([[, hash, path, use], times]) => ({ text: texts.get(hash), path, use, times })),
    reads: new Map(of('read').map(([[, path], times]) => [path, times])),
    /** Questions after a question without results, if a page of their results was read. */
    next: of('next').flatMap(([[, first, second], times]) => {
      const [from, to] = [texts.get(first), texts.get(second)];
      return from === undefined || to === undefined ? [] : [{ from, to, times }];
    }),
    leftOut: Object.fromEntries(of('left_out').map(([[, why], times]) => [why, times])),
  };
}

function questionsOf(counted: readonly Counted<'question'>[]) {
  const groups = Map.groupBy(counted, ([[, hash, city, language]]) => JSON.stringify([hash, city, language]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const [, hash, city, language] = first[0];
    const facts: Record<QuestionFact, number> = { asked: 0, empty: 0, unmatched: 0, corrected: 0, read: 0, results: 0 };
    for (const [[, , , , fact], count] of group) facts[fact] += count;
    return [{ hash, city, language, ...facts }];
  });
}
