import type { Ending } from './outcome.ts';
import { createRunProcess, type Run, type RunProcess } from './run-process.ts';
import { createTurns, type Haste } from './turns.ts';

/** A run mostly waits for its site; each holds some megabytes meanwhile, and one that reads a whole site more. */
const LIMITS = { most: 64, mostPatient: 48, mostHeavy: 12 };

/** Of sites whose runs are made apart for what they may have done. */
const LIMITS_APART = { most: 2, mostPatient: 1, mostHeavy: 1 };

/** Why the runs of a site are made apart from those of others. */
type Apart = 'suspected' | 'guilty';

/**
 * Makes the runs of any number of sites, a bounded number at once: whoever has waited longest comes next, short runs that somebody
 * waits for before all others. They share one process, but for large sites and those that want their own. When it dies, the next run of each site
 * that was at work is made apart: so the one whose pages end it is found, and stays there until a run of it is done, and its
 * neighbours come back.
 */
export function createSiteRuns({ idleMs }: { readonly idleMs?: number } = {}) {
  const startProcess = () => createRunProcess(idleMs === undefined ? {} : { idleMs });
  const shared = startProcess();
  const own = new Map<string, RunProcess>();
  const ends = new Set<Promise<void>>();
  const apart = new Map<string, Apart>();
  /** Where the runs at work of a site are made: one that passes another shares its session. */
  const places = new Map<string, { readonly process: RunProcess; runs: number }>();
  const turns = createTurns(LIMITS);
  const turnsApart = createTurns(LIMITS_APART);

  /** Makes one run; never throws. `undefined`: it was interrupted before its turn came. */
  async function make(run: Run): Promise<Ending | undefined> {
    const { site } = run;
    const endTurn = await takeTurn(run);
    if (!endTurn) return undefined;
    const place = places.get(site.name) ?? { process: processOf(run), runs: 0 };
    places.set(site.name, place);
    place.runs += 1;
    try {
      const { ending, hasDied } = await place.process.make(run);
      judge(run, { hasDied, isDone: ending.code === 'done', wasShared: place.process === shared });
      return ending;
    } finally {
      place.runs -= 1;
      if (place.runs === 0) {
        places.delete(site.name);
        if (!site.hasOwnWorker) void end(site.name);
      }
      endTurn();
    }
  }

  /** Waits for the turn of a run; of those that are made apart, each has a process, and few are at work at once. */
  async function takeTurn(run: Run): Promise<(() => void) | undefined> {
    const { name, leaving } = run.site;
    const haste = hasteOf(run);
    // A short run of a site that was never read would be a whole one that nobody counts as heavy.
    const standsAside = places.size > 0 && haste !== 'urgent' && !run.extent?.readsAll;
    const goOn = standsAside ? run.standAside?.() : undefined;
    const endApart = apart.has(name) && !places.has(name) ? await turnsApart.take(haste, leaving) : undefined;
    const endTurn = await turns.take(haste, leaving);
    await goOn?.();
    const release = () => {
      endApart?.();
      endTurn?.();
    };
    if (endTurn && !leaving.aborted) return release;
    release();
    return undefined;
  }

  function processOf({ site: { name, hasOwnWorker }, extent }: Run): RunProcess {
    if (!hasOwnWorker && !extent?.isLarge && !apart.has(name)) return shared;
    const process = own.get(name) ?? startProcess();
    own.set(name, process);
    return process;
  }

  /** Decides where the next run of a site is made, by how this one ended. */
  function judge(
    { site }: Run,
    {
      hasDied,
      isDone,
      wasShared,
    }: { readonly hasDied: boolean; readonly isDone: boolean; readonly wasShared: boolean },
  ): void {
    const { name, report } = site;
    if (wasShared) {
      if (hasDied) apart.set(name, 'suspected');
      return;
    }
    const before = apart.get(name);
    if (isDone || (before === 'suspected' && !hasDied)) apart.delete(name);
    if (!hasDied || before !== 'suspected') return;
    apart.set(name, 'guilty');
    const where = 'until one comes to its end, they are made in one of their own';
    report({ type: 'warning', message: `The process of its runs ended with no other site in it: ${where}` });
  }

  /** Ends the process that a site has for itself, if it has one. */
  async function end(name: string): Promise<void> {
    const process = own.get(name);
    if (!process) return;
    own.delete(name);
    const ended = process[Symbol.asyncDispose]();
    ends.add(ended);
    await ended;
    ends.delete(ended);
  }

  return {
    make,
    /** Forgets a site of which no run is at work. */
    forget: async (name: string): Promise<void> => {
      apart.delete(name);
      await end(name);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([shared[Symbol.asyncDispose](), ...[...own.keys()].map(end), ...ends]);
    },
  };
}
export type SiteRuns = ReturnType<typeof createSiteRuns>;

function hasteOf({ order: { short }, extent }: Run): Haste {
  if (extent?.readsAll) return 'heavy';
  if (short) return short.isPatient ? 'patient' : 'urgent';
  return extent?.isLarge ? 'heavy' : 'patient';
}
