import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { createDayBook } from './day-book.ts';
import { readEntry, type Caller, type ContentApi, type QuotaUse, type Noted } from './entries.ts';
import { createCommonWords } from './common-words.ts';
import type { SiteWords } from './question-text.ts';
import { ASKERS_DAYS, createUnrelatedCallers } from './unrelated-callers.ts';
import { familyOf, type Family } from './user-agents.ts';

// Searches and reads that wait to be recorded. Above this number they are only counted.
const MOST_WAITING = 200;
// Items that are recorded, and entries that are written, per turn of the event loop.
const TAKEN_AT_ONCE = 20;
const WRITTEN_AT_ONCE = 100;

const DAY_MS = 86_400_000;
const USES = ['low', 'high', 'refused'] as const satisfies readonly QuotaUse[];
// Counted kinds of calls; those of identified clients follow.
const CALLS = (['anonymous', 'identified'] as const).flatMap((caller) => USES.map((use) => ({ caller, use })));

type Options = {
  readonly state: {
    readonly ledger: State['ledger'];
    // False while the disk has too little space for the ledger.
    readonly hasRoom: () => Promise<boolean>;
  };
  // Days in the ledger. With 0 nothing is recorded, and existing days are removed.
  readonly keepDays: number;
  // Interval between writes, in milliseconds.
  readonly everyMs: number;
  // Another process removes expired days, so the first write waits for a count.
  readonly isTidied?: boolean;
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly knownWords: () => SiteWords;
  readonly log: Log;
};

// Counts a call of an operation through an API.
type CallCounter = (userAgent: string | undefined, isIdentified: boolean, use: QuotaUse) => void;

/** The ledger of the request path: neither call waits, throws or grows without bound. */
export type Ledger = {
  readonly callsOf: (api: ContentApi, operation: string) => CallCounter;
  readonly note: (noted: Noted, caller: Caller) => void;
};

/**
 * Keeps the ledger until it is disposed of. A request only queues a reference; counts are written at each interval. A failed
 * write loses the counts of that interval and logs a warning.
 */
export function openLedger(options: Options): Ledger & AsyncDisposable {
  const { state, keepDays, everyMs, isTidied = false, log } = options;
  const warn = (error: unknown) => log.warn({ err: error }, 'server.ledger.lost');
  if (keepDays === 0) {
    const removing = isTidied ? Promise.resolve() : state.ledger.removeBefore('9999-12-31').catch(warn);
    return { callsOf: () => () => undefined, note: () => undefined, [Symbol.asyncDispose]: () => removing };
  }
  const unrelatedCallers = createUnrelatedCallers();
  const common = createCommonWords();
  const knownWords = () => ({ ...options.knownWords(), isCommon: common.has });
  const book = createDayBook({ ...options, knownWords, unrelatedCallers });
  const calls = createCallCounts();
  let waiting: { readonly noted: Noted; readonly caller: Caller }[] = [];
  let missed = 0;
  let isFailing = false;
  let begun = '';

  async function write(): Promise<void> {
    try {
      book.turn();
      if (isTidied && begun === '' && waiting.length === 0 && calls.isEmpty() && missed === 0) return;
      if (begun !== book.day()) await beginDay();
      const taken = waiting;
      waiting = [];
      if (taken.length > 0) await common.load(options.knownWords().languages);
      for (const [at, { noted, caller }] of taken.entries()) {
        if (at % TAKEN_AT_ONCE === 0) await nextTurn();
        book.take(noted, caller);
      }
      for (const [entry, count] of calls.drain()) book.count(entry, count);
      book.count(['left_out', 'busy'], missed);
      missed = 0;
      await store(book.drain());
      isFailing = false;
    } catch (error) {
      if (!isFailing) warn(error);
      isFailing = true;
    }
  }

  async function store(counts: ReadonlyMap<string, number>): Promise<void> {
    if (counts.size === 0) return;
    if (!(await state.hasRoom())) throw new Error('The disk has too little space for the ledger');
    const all = [...counts];
    for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
      await state.ledger.add(book.day(), new Map(all.slice(from, from + WRITTEN_AT_ONCE)), keepDays);
      await nextTurn();
    }
  }

  // Removes expired days, and reads the unrelated callers of the last days.
  async function beginDay(): Promise<void> {
    await state.ledger.removeBefore(dayBefore(book.day(), keepDays - 1));
    unrelatedCallers.clear();
    const first = dayBefore(book.day(), ASKERS_DAYS - 1);
    for (const day of await state.ledger.days()) {
      if (day < first) continue;
      for (const stored of (await state.ledger.read(day)).keys()) takeAsker(stored);
      await nextTurn();
    }
    begun = book.day();
  }

  function takeAsker(stored: string): void {
    const entry = stored.startsWith('["asker"') ? readEntry(stored) : undefined;
    if (entry?.[0] === 'asker') unrelatedCallers.add(entry[1], entry[2].split(' '));
  }

  let writing = isTidied ? Promise.resolve() : write();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs);

  return {
    callsOf: calls.of,
    note(noted, caller) {
      if (familyOf(caller.userAgent).isOwn) return;
      if (waiting.length < MOST_WAITING) waiting.push({ noted, caller });
      else missed += 1;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await writing;
      await write();
      book.destroy();
    },
  };
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

// Calls by operation, API, family, caller and quota: a bounded number of counters.
function createCallCounts() {
  type Operation = { readonly api: ContentApi; readonly operation: string; readonly byFamily: Map<Family, number[]> };
  const operations = new Map<string, Operation>();

  function of(api: ContentApi, operation: string): CallCounter {
    const name = `${api} ${operation}`;
    const { byFamily } = operations.get(name) ?? { byFamily: new Map<Family, number[]>() };
    operations.set(name, { api, operation, byFamily });
    return (userAgent, isIdentified, use) => {
      const family = familyOf(userAgent);
      if (family.isOwn) return;
      let counts = byFamily.get(family);
      if (!counts) byFamily.set(family, (counts = CALLS.map(() => 0)));
      const at = Number(isIdentified) * USES.length + USES.indexOf(use);
      counts[at] = (counts[at] ?? 0) + 1;
    };
  }

  function* drain() {
    for (const { api, operation, byFamily } of operations.values()) {
      for (const [family, counts] of byFamily) {
        for (const [at, { caller, use }] of CALLS.entries()) {
          const count = counts[at] ?? 0;
          if (count > 0) yield [['call', operation, api, family.name, caller, use], count] as const;
        }
      }
      byFamily.clear();
    }
  }

  const isEmpty = (): boolean => [...operations.values()].every(({ byFamily }) => byFamily.size === 0);

  return { of, drain, isEmpty };
}
