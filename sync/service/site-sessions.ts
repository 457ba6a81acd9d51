import { isDeepStrictEqual } from 'node:util';
import type { SyncConfig } from '../config.ts';
import { type Ending, endingOf, failureOf } from '../outcome.ts';
import { SyncError } from '../run/sync-error.ts';
import type { RunReply, RunRequest } from './run-process.ts';
import { openSession, type RunResources, type Session } from './session.ts';

type StartRequest = Extract<RunRequest, { type: 'run' }>;

type Options = {
  readonly resources: RunResources;
  readonly send: (reply: RunReply) => void;
  // Idle timeout of a session, in milliseconds.
  readonly idleMs: number;
};

// Maximum idle sessions: each holds connections and the state of its site.
const MOST_IDLE = 32;

type Open = {
  readonly config: SyncConfig;
  readonly stopping: AbortController;
  readonly session: Promise<Session>;
  atWork: number;
  idle?: NodeJS.Timeout;
};

/** Manages the sessions of a process: the first run of a site opens its session, which closes after an idle period. */
export function createSiteSessions({ resources, send, idleMs }: Options) {
  const sites = new Map<string, Open>();
  let atWork = 0;

  // A changed config applies to the next run, not to the current run.
  function sessionFor(request: StartRequest): Open {
    const { site, config } = request;
    const before = sites.get(site);
    if (before && (before.atWork > 0 || isDeepStrictEqual(before.config, config))) return before;
    if (before) close(site, before);
    const stopping = new AbortController();
    const open = { config, stopping, session: begin(request, stopping.signal), atWork: 0 };
    sites.set(site, open);
    return open;
  }

  async function begin({ site, config, oneAtATime, discovered }: StartRequest, signal: AbortSignal): Promise<Session> {
    const options = {
      config,
      oneAtATime,
      discovered,
      signal,
      report: (event) => send({ type: 'event', site, event }),
      onFound: (found) => send({ type: 'found', site, discovered: found }),
      // Probes run between these pages.
      postpone: config.probeSeconds > 0 ? (pages) => send({ type: 'postponed', site, pages }) : undefined,
    } satisfies Parameters<typeof openSession>[0];
    return await openSession(options, resources);
  }

  function close(site: string, open: Open): void {
    clearTimeout(open.idle);
    if (sites.get(site) === open) sites.delete(site);
    // A session that failed to open has reported the error to its run.
    open.session.then((session) => session[Symbol.asyncDispose]()).catch(() => undefined);
  }

  // Performs a run; never throws.
  async function make(request: StartRequest): Promise<Ending> {
    const open = sessionFor(request);
    const { signal } = open.stopping;
    clearTimeout(open.idle);
    open.atWork += 1;
    atWork += 1;
    let hasFailed = false;
    try {
      const session = await open.session;
      const { isRenewal = false, ...order } = request.order;
      if (!isRenewal) return endingOf(await session.sync({ ...order, force: false, dryRun: false }));
      await session.renew();
      return { code: 'done' };
    } catch (error) {
      hasFailed = true;
      return endingOf(failureOf(error, signal));
    } finally {
      open.atWork -= 1;
      atWork -= 1;
      if (hasFailed || (signal.aborted && open.atWork === 0)) close(request.site, open);
      else if (open.atWork === 0) rest(request.site, open);
    }
  }

  // Keeps a session open for a further run. Above the limit, the sessions that are idle longest close.
  function rest(site: string, open: Open): void {
    open.idle = setTimeout(() => close(site, open), idleMs).unref();
    sites.delete(site);
    sites.set(site, open);
    const idle = [...sites].filter(([, one]) => one.atWork === 0);
    for (const [name, one] of idle.slice(0, -MOST_IDLE)) close(name, one);
  }

  // Ends the current run of a site and its session.
  function end(site: string, why: string): void {
    const open = sites.get(site);
    open?.stopping.abort(new SyncError('interrupted', why));
    if (open?.atWork === 0) close(site, open);
  }

  return {
    make,
    end,
    endAll: (why: string): void => {
      for (const site of sites.keys()) end(site, why);
    },
    isAtWork: (): boolean => atWork > 0,
  };
}

/** Niceness of the process of runs. If all processors are busy, the server and WordPress get about three times its share. */
export const RUN_NICENESS = 5;
