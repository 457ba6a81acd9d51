/** Queue of the urgent runs of a site during a long run. */
export type UrgentRuns = {
  /** Waits for a step of the long run, and performs urgent runs meanwhile. Resolves after both. */
  readonly during: <Done>(step: Promise<Done>) => Promise<Done>;
  /** Ids of the pages that urgent runs have committed: the mirror is newer than the results of the long run. */
  readonly pages: ReadonlySet<number>;
  /** Returns the ids of the pages committed since the last call. */
  readonly take: () => ReadonlySet<number>;
  /** Passages that these pages have lost, by id; further pages of the long run may still show them. */
  readonly withdrawn: ReadonlyMap<number, readonly string[]>;
};

/** No urgent run pre-empts the run. */
export const NO_URGENT_RUNS: UrgentRuns = {
  during: (step) => step,
  pages: new Set(),
  take: () => new Set(),
  withdrawn: new Map(),
};

/**
 * Creates the queue of the urgent runs that pre-empt a run: first in, first out, one at a time. A run consists of steps, and the
 * queue works during steps that wait for the site or for a thread. It never works during a commit.
 */
export function createUrgentQueue() {
  const pages = new Set<number>();
  let latest = new Set<number>();
  const withdrawn = new Map<number, readonly string[]>();
  const waiting = new Set<{ readonly begin: () => Promise<void>; readonly refuse: () => void }>();
  let isOpen = false;
  let current: Promise<void> | undefined;

  function advance(): void {
    const [next] = waiting;
    if (!isOpen || current || !next) return;
    waiting.delete(next);
    current = next.begin().finally(() => {
      current = undefined;
      advance();
    });
  }

  async function during<Done>(step: Promise<Done>): Promise<Done> {
    isOpen = true;
    advance();
    try {
      return await step;
    } finally {
      isOpen = false;
      await current;
    }
  }

  // Performs an urgent run during the next step. Returns `undefined` if no further step follows.
  async function add<Done>(perform: () => Promise<Done>): Promise<Done | undefined> {
    const ended = Promise.withResolvers<Done | undefined>();
    const begin = async () => await perform().then(ended.resolve, ended.reject);
    waiting.add({ begin, refuse: () => ended.resolve(undefined) });
    advance();
    return await ended.promise;
  }

  return {
    during,
    add,
    pages,
    take: (): ReadonlySet<number> => {
      const taken = latest;
      latest = new Set();
      return taken;
    },
    withdrawn,
    onPreempted: (committed: ReadonlySet<number>, lost: UrgentRuns['withdrawn']): void => {
      for (const id of committed) {
        pages.add(id);
        latest.add(id);
      }
      for (const [id, passages] of lost) withdrawn.set(id, [...(withdrawn.get(id) ?? []), ...passages]);
    },
    /** Refuses the waiting runs at the end of the run. */
    [Symbol.dispose]: (): void => {
      for (const { refuse } of waiting) refuse();
      waiting.clear();
    },
  };
}
export type UrgentQueue = ReturnType<typeof createUrgentQueue>;
