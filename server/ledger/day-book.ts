import { createHmac } from 'node:crypto';
import { writeEntry, type Caller, type Entry, type Noted, type Question, type QuestionFact } from './entries.ts';
import { comparable, mayBePersonal, storableText, type KnownWords } from './question-text.ts';
import { markDigest, marksOf, questionDigest, type UnrelatedCallers } from './unrelated-callers.ts';
import { familyOf, type Family } from './user-agents.ts';

// A question of the day, by its hash.
type QuestionRecord = {
  isPersonal: boolean;
  hasText: boolean;
};

// Distinct questions and entries of a day per process.
const MOST_QUESTIONS = 5000;
const MOST_ENTRIES = 30_000;
// Pages of an answer that are counted.
const COUNTED_PAGES = 5;

const HOUR_MS = 3_600_000;

type Options = {
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly knownWords: () => KnownWords;
  // Callers of the last days.
  readonly unrelatedCallers: UnrelatedCallers;
};

/**
 * Counts the calls of a day. Questions and callers are in memory as hashes under a key that ends with the day. Later,
 * the ledger only has digests: of questions, and of 12 bits for a caller (unrelated-callers.ts).
 */
export function createDayBook({ now, monotonicNow, randomBytes, knownWords, unrelatedCallers }: Options) {
  const key = createDayKey(randomBytes);
  const questions = new Map<string, QuestionRecord>();
  const entries = new Set<string>();
  const searches = createRecentSearches(monotonicNow);
  let counts = new Map<string, number>();

  function count(entry: Entry, times = 1): void {
    if (times <= 0) return;
    let stored = writeEntry(entry);
    if (!entries.has(stored)) {
      if (entries.size < MOST_ENTRIES) entries.add(stored);
      else stored = writeEntry(['left_out', 'full']);
    }
    counts.set(stored, (counts.get(stored) ?? 0) + times);
  }

  function recordOf(hash: string): QuestionRecord | undefined {
    const known = questions.get(hash);
    if (known || questions.size >= MOST_QUESTIONS) return known;
    const record = { isPersonal: false, hasText: false };
    questions.set(hash, record);
    return record;
  }

  function takeQuestion(question: Question, caller: Caller): void {
    const text = comparable(question.query);
    const hash = key.hash(text);
    const record = recordOf(hash);
    if (!record) return count(['left_out', 'full']);
    const family = familyOf(caller.userAgent);
    record.isPersonal ||= mayBePersonal(question.query);
    if (!record.isPersonal && !record.hasText && areEnough(text, caller, family)) {
      const stored = storableText(question.query, knownWords());
      record.hasText = stored !== undefined;
      record.isPersonal = stored === undefined;
      if (stored !== undefined) count(['text', hash, stored]);
    }
    countQuestion(record.isPersonal ? '' : hash, question);
    if (record.isPersonal) return count(['left_out', 'personal']);
    for (const path of question.pages.slice(0, COUNTED_PAGES)) count(['page', hash, path, 'shown']);
    const { city, language, hasUnmatched, pages } = question;
    const isLacking = hasUnmatched || pages.length === 0;
    const isOfMany = family.isHosted && caller.clientId === undefined;
    const search = { question: hash, city, language, pages: new Set(pages), isLacking, isOfMany };
    searches.add(nameOf(caller, family), search);
  }

  // Adds the caller of a question; returns true after enough unrelated callers.
  function areEnough(text: string, caller: Caller, family: Family): boolean {
    const digest = questionDigest(text);
    const marks = marksOf(caller, family, Math.floor(now().getTime() / HOUR_MS)).map((mark) => markDigest(text, mark));
    if (unrelatedCallers.add(digest, marks)) count(['asker', digest, marks.join(' ')]);
    return unrelatedCallers.areEnough(digest);
  }

  function countQuestion(hash: string, question: Question): void {
    const { city, language, pages, hasUnmatched, isCorrected } = question;
    if (!question.isFirstPart) return;
    const fact = (name: QuestionFact, times: number) => count(['question', hash, city, language, name], times);
    fact('asked', 1);
    fact('empty', Number(pages.length === 0));
    fact('unmatched', Number(hasUnmatched));
    fact('corrected', Number(isCorrected));
    fact('results', pages.length);
  }

  function takeRead(path: string, caller: Caller): void {
    count(['read', path]);
    const found = searches.read(nameOf(caller, familyOf(caller.userAgent)), path);
    if (!found) return;
    const { question, city, language } = found;
    count(['question', question, city, language, 'read']);
    count(['page', question, path, 'read']);
    if (found.before) count(['next', found.before.question, question]);
  }

  // Identifies the caller for a few minutes. Searches and reads of an assistant may come from two networks, so the name
  // of the assistant identifies it.
  function nameOf({ client, clientId }: Caller, { name, isHosted }: Family): string {
    return key.hash(clientId ?? (isHosted ? `assistant ${name}` : client.key));
  }

  return {
    count,
    take(noted: Noted, caller: Caller): void {
      if (noted.kind === 'question') takeQuestion(noted, caller);
      else takeRead(noted.path, caller);
    },
    /** Starts a new day after midnight (UTC). Call `drain` before, so that counts get the right date. */
    turn(): void {
      if (!key.turn(now())) return;
      questions.clear();
      entries.clear();
      searches.clear();
    },
    day: key.day,
    /** Returns and resets the counts. */
    drain(): ReadonlyMap<string, number> {
      searches.expire();
      const drained = counts;
      counts = new Map();
      return drained;
    },
    destroy(): void {
      key.destroy();
      searches.clear();
    },
  };
}

// Characters of a hash, sufficient to distinguish the questions of a day.
const HASH_LENGTH = 16;

// The key of a day (UTC), in memory only. It is overwritten at the end of the day, so that its hashes cannot be compared.
function createDayKey(randomBytes: (size: number) => Buffer) {
  let day = '';
  const key = Buffer.alloc(32);
  return {
    day: () => day,
    /** Creates a new key on a new day; returns true if it did. */
    turn(now: Date): boolean {
      const today = now.toISOString().slice(0, 10);
      if (today === day) return false;
      day = today;
      randomBytes(key.length).copy(key);
      return true;
    },
    hash: (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, HASH_LENGTH),
    destroy: (): void => {
      key.fill(0);
    },
  };
}

// A search whose pages may still be read.
type Search = {
  // The hash of its question.
  readonly question: string;
  readonly city: string;
  readonly language: string;
  readonly pages: ReadonlySet<string>;
  // No results, or results that differ from the query.
  readonly isLacking: boolean;
  // Its caller stands for many people, so its next question is unrelated.
  readonly isOfMany: boolean;
};

type Kept = Search & { readonly at: number; isRead: boolean; readonly before: Search | undefined };

// Milliseconds after a search; a page that is read later does not count for it.
const READ_WITHIN = 10 * 60_000;
// Cached callers, and searches of each.
const MOST_CALLERS = 2000;
const MOST_SEARCHES = 4;

// Recent searches by the hash of their caller, in memory only, to count which pages are read afterwards.
function createRecentSearches(monotonicNow: () => number) {
  const byCaller = new Map<string, Kept[]>();

  function current(caller: string): Kept[] {
    const oldest = monotonicNow() - READ_WITHIN;
    return (byCaller.get(caller) ?? []).filter(({ at }) => at > oldest);
  }

  return {
    /** Caches a search. After an unsatisfying search, the next search may repeat the question with different words. */
    add(caller: string, search: Search): void {
      const known = current(caller);
      const last = known.at(-1);
      const before =
        last && last.isLacking && !last.isRead && !last.isOfMany && last.question !== search.question
          ? last
          : undefined;
      byCaller.delete(caller);
      byCaller.set(caller, [
        ...known.slice(1 - MOST_SEARCHES),
        { ...search, at: monotonicNow(), isRead: false, before },
      ]);
      const [first] = byCaller.keys();
      if (byCaller.size > MOST_CALLERS && first !== undefined) byCaller.delete(first);
    },
    /** Returns the caller's last search that showed the page, if this is the first page that is read. */
    read(caller: string, path: string): Kept | undefined {
      const found = current(caller).findLast(({ pages }) => pages.has(path));
      if (!found || found.isRead) return undefined;
      found.isRead = true;
      return found;
    },
    /** Removes expired searches. */
    expire(): void {
      for (const caller of byCaller.keys()) if (current(caller).length === 0) byCaller.delete(caller);
    },
    clear: (): void => byCaller.clear(),
  };
}
