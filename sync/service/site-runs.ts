import type { Ending } from '../outcome.ts';
import { createRunProcess, type Made, type Run, type RunProcess } from './run-process.ts';
import { createSlots, type Priority } from '../run/slots.ts';

// A run mostly waits for a response of its site. Each uses some megabytes meanwhile, and more if it reads every page.
const LIMITS = { most: 64, mostPatient: 48, mostHeavy: 12 };

const LIMITS_APART = { most: 2, mostPatient: 1, mostHeavy: 1 };

// State of a site between its runs.
type SiteState = {
  // Process of its current runs: an urgent run that pre-empts a full run shares its session. A worker of the site stays.
  process: RunProcess | undefined;
  runs: number;
  isolation: 'suspected' | 'guilty' | undefined;
};

/**
 * Schedules the runs of any number of sites, with a limit of concurrent runs: first in, first out, after urgent runs. Runs share
 * a process, except large sites and sites with `hasOwnWorker`. If the process dies, the next run of each site in it is isolated.
 * That identifies the site whose pages kill the process. It stays isolated until a run succeeds; the further sites return to the
 * shared process.
 */
export function createSiteRuns({ idleMs }: { readonly idleMs?: number } = {}) {
  const startProcess = () => createRunProcess(idleMs === undefined ? {} : { idleMs });
  const shared = startProcess();
  const sites = new Map<string, SiteState>();
  const closings = new Set<Promise<void>>();
  const slots = createSlots(LIMITS);
  const slotsApart = createSlots(LIMITS_APART);

  function stateOf(name: string): SiteState {
    const state = sites.get(name) ?? { process: undefined, runs: 0, isolation: undefined };
    sites.set(name, state);
    return state;
  }

  // Performs a run; never throws.
  async function make(run: Run): Promise<Ending> {
    const { name, hasOwnWorker } = run.site;
    const state = stateOf(name);
    const isSeparate = hasOwnWorker || run.extent?.isLarge || state.isolation;
    const process = (state.process ??= isSeparate ? startProcess() : shared);
    state.runs += 1;
    try {
      const made = await process.make(run);
      if (process !== shared) judge(run, made, state);
      else if (made.hasDied) state.isolation = 'suspected';
      return made.ending;
    } finally {
      state.runs -= 1;
      if (state.runs === 0 && !hasOwnWorker) void end(state);
    }
  }

  // Waits for a slot. Isolated runs have a process each, so few run at once. Returns the callback that releases the slot, or
  // `undefined` if the site ends its watch.
  async function takeSlot(run: Run): Promise<(() => void) | undefined> {
    const { name, leaving } = run.site;
    const priority = priorityOf(run);
    const { isolation, runs } = stateOf(name);
    const releaseApart = isolation && runs === 0 ? await slotsApart.take(priority, leaving) : undefined;
    const releaseSlot = await slots.take(priority, leaving);
    const release = () => {
      releaseApart?.();
      releaseSlot?.();
    };
    if (releaseSlot && !leaving.aborted) return release;
    release();
    return undefined;
  }

  // Chooses the process of the next run by the result of this run in a separate process.
  function judge({ site }: Run, { ending, hasDied }: Made, state: SiteState): void {
    const isSuspected = state.isolation === 'suspected';
    if (ending.code === 'done' || (isSuspected && !hasDied)) state.isolation = undefined;
    if (!hasDied || !isSuspected) return;
    state.isolation = 'guilty';
    const where = 'until a run succeeds, they use a separate process';
    site.report({ type: 'warning', message: `The process of its runs ended with only this site in it: ${where}` });
  }

  async function end(state: SiteState): Promise<void> {
    const { process } = state;
    state.process = undefined;
    if (!process || process === shared) return;
    const ended = process[Symbol.asyncDispose]();
    closings.add(ended);
    await ended;
    closings.delete(ended);
  }

  return {
    takeSlot,
    make,
    /** Removes a site without a current run. */
    forget: async (name: string): Promise<void> => {
      const state = stateOf(name);
      sites.delete(name);
      await end(state);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([shared[Symbol.asyncDispose](), ...[...sites.values()].map(end), ...closings]);
    },
  };
}
export type SiteRuns = ReturnType<typeof createSiteRuns>;

function priorityOf({ order: { short }, extent }: Run): Priority {
  if (extent?.readsAll) return 'heavy';
  if (short) return short.isPatient ? 'patient' : 'urgent';
  return extent?.isLarge ? 'heavy' : 'patient';
}
