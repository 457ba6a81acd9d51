import type { Ending } from '../outcome.ts';
import { createRunProcess, type Made, type Run, type RunProcess } from './run-process.ts';
import { createSlots, type Priority } from '../run/slots.ts';

// A run mostly waits for responses of its site. Each uses some megabytes meanwhile, and more if it reads every page.
const LIMITS = { most: 64, mostPatient: 48, mostHeavy: 12 };

const LIMITS_APART = { most: 2, mostPatient: 1, mostHeavy: 1 };

type Apart = 'suspected' | 'guilty';

/**
 * Schedules the runs of any number of sites, with a limit of concurrent runs: first in, first out, after urgent runs. Runs share
 * a process, except large sites and sites with `hasOwnWorker`. If the process dies, the next run of each site in it is isolated.
 * That identifies the site whose pages kill the process. It stays isolated until a run succeeds; the further sites return to the
 * shared process.
 */
export function createSiteRuns({ idleMs }: { readonly idleMs?: number } = {}) {
  const startProcess = () => createRunProcess(idleMs === undefined ? {} : { idleMs });
  const shared = startProcess();
  const own = new Map<string, RunProcess>();
  const closings = new Set<Promise<void>>();
  const apart = new Map<string, Apart>();
  // Process of the current runs of a site: an urgent run that pre-empts a full run shares its session.
  const places = new Map<string, { readonly process: RunProcess; runs: number }>();
  const slots = createSlots(LIMITS);
  const slotsApart = createSlots(LIMITS_APART);

  // Performs a run; never throws.
  async function make(run: Run): Promise<Ending> {
    const { site } = run;
    const place = places.get(site.name) ?? { process: processOf(run), runs: 0 };
    places.set(site.name, place);
    place.runs += 1;
    try {
      const made = await place.process.make(run);
      judge(run, made, place.process === shared);
      return made.ending;
    } finally {
      place.runs -= 1;
      if (place.runs === 0) {
        places.delete(site.name);
        if (!site.hasOwnWorker) void end(site.name);
      }
    }
  }

  // Waits for a slot. Isolated runs have a process each, so few run at once. Returns the function that releases the slot, or
  // `undefined` if the site ends its watch.
  async function takeSlot(run: Run): Promise<(() => void) | undefined> {
    const { name, leaving } = run.site;
    const priority = priorityOf(run);
    const releaseApart = apart.has(name) && !places.has(name) ? await slotsApart.take(priority, leaving) : undefined;
    const releaseSlot = await slots.take(priority, leaving);
    const release = () => {
      releaseApart?.();
      releaseSlot?.();
    };
    if (releaseSlot && !leaving.aborted) return release;
    release();
    return undefined;
  }

  function processOf({ site: { name, hasOwnWorker }, extent }: Run): RunProcess {
    if (!hasOwnWorker && !extent?.isLarge && !apart.has(name)) return shared;
    const process = own.get(name) ?? startProcess();
    own.set(name, process);
    return process;
  }

  // Chooses the process of the next run by the result of this run.
  function judge({ site: { name, report } }: Run, { ending, hasDied }: Made, wasShared: boolean): void {
    if (wasShared) {
      if (hasDied) apart.set(name, 'suspected');
      return;
    }
    const before = apart.get(name);
    if (ending.code === 'done' || (before === 'suspected' && !hasDied)) apart.delete(name);
    if (!hasDied || before !== 'suspected') return;
    apart.set(name, 'guilty');
    const where = 'until a run succeeds, they use a separate process';
    report({ type: 'warning', message: `The process of its runs ended with only this site in it: ${where}` });
  }

  async function end(name: string): Promise<void> {
    const process = own.get(name);
    if (!process) return;
    own.delete(name);
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
      apart.delete(name);
      await end(name);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([shared[Symbol.asyncDispose](), ...[...own.keys()].map(end), ...closings]);
    },
  };
}
export type SiteRuns = ReturnType<typeof createSiteRuns>;

function priorityOf({ order: { short }, extent }: Run): Priority {
  if (extent?.readsAll) return 'heavy';
  if (short) return short.isPatient ? 'patient' : 'urgent';
  return extent?.isLarge ? 'heavy' : 'patient';
}
