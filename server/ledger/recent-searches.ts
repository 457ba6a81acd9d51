/** A search whose pages may still be read. */
export type Search = {
  /** The hash of its question. */
  readonly question: string;
  readonly city: string;
  readonly language: string;
  readonly pages: ReadonlySet<string>;
  /** No results, or results that differ from the query. */
  readonly isLacking: boolean;
  /** Its caller stands for many people, so its next question is unrelated. */
  readonly isOfMany: boolean;
};

type Kept = Search & { readonly at: number; isRead: boolean; readonly before: Search | undefined };

// Milliseconds after a search; a page that is read later does not count for it.
const READ_WITHIN = 10 * 60_000;
// Cached callers, and searches of each.
const MOST_CALLERS = 2000;
const MOST_SEARCHES = 4;

/** Recent searches by the hash of their caller, in memory only, to count which pages are read afterwards. */
export function createRecentSearches(monotonicNow: () => number) {
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
    /** Returns the caller's last search that showed the page, and `before` if this is the first page that is read. */
    read(caller: string, path: string): { readonly search: Search; readonly before?: Search | undefined } | undefined {
      const found = current(caller).findLast(({ pages }) => pages.has(path));
      if (!found) return undefined;
      const first = !found.isRead;
      found.isRead = true;
      return first ? { search: found, before: found.before } : undefined;
    },
    /** Removes expired searches. */
    expire(): void {
      for (const caller of byCaller.keys()) if (current(caller).length === 0) byCaller.delete(caller);
    },
    clear: (): void => byCaller.clear(),
  };
}
