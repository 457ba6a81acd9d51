/**
 * Performs the runs of a `--watch` sync in a child process (`service/run-process.ts`), each with the config of its site. If the
 * parent process ends, this process ends at once, and the next run continues.
 */
import { setPriority } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { type Ending, endingOf, failureOf } from './outcome.ts';
import { SyncError } from './run/sync-error.ts';
import { RUN_NICENESS, type RunReply, type RunRequest, type SiteEvent } from './service/run-process.ts';
import { createRunResources, openSession, type Session } from './service/session.ts';

type StartRequest = Extract<RunRequest, { type: 'run' }>;

// Session of a site, with its number of current runs.
type Open = {
  readonly config: StartRequest['config'];
  readonly stopping: AbortController;
  readonly session: Promise<Session>;
  runs: number;
  idle?: NodeJS.Timeout;
};

// Maximum idle sessions: each holds the state of its site.
const MOST_IDLE = 32;
// Milliseconds after which an idle session closes: a new session begins with the full rate of requests.
const IDLE_MS = 120_000;

setPriority(RUN_NICENESS);
const resources = createRunResources();
// The sessions with the latest runs come last.
const sessions = new Map<string, Open>();
const isAtWork = (): boolean => [...sessions.values()].some(({ runs }) => runs > 0);
const send = (reply: RunReply): void => void process.send?.(reply);
let isStopping = false;

async function handle(request: RunRequest): Promise<void> {
  if (request.type === 'end') return end(request.site, request.why);
  send({ type: 'ended', id: request.id, ending: await perform(request) });
  if (isStopping && !isAtWork()) process.disconnect();
}

// Performs a run; never throws.
async function perform(request: StartRequest): Promise<Ending> {
  const { isRenewal = false, ...order } = request.order;
  const open = sessionFor(request);
  clearTimeout(open.idle);
  open.runs += 1;
  try {
    const session = await open.session;
    if (!isRenewal) return endingOf(await session.sync({ ...order, force: false, dryRun: false }));
    await session.renew();
    return { code: 'done' };
  } catch (error) {
    const ending = endingOf(failureOf(error, open.stopping.signal));
    open.stopping.abort(error);
    return ending;
  } finally {
    open.runs -= 1;
    if (open.runs === 0) rest(request.site, open);
  }
}

// A changed config applies to the next run, not to the current run.
function sessionFor({ site, config, oneAtATime, discovered }: StartRequest): Open {
  const before = sessions.get(site);
  if (before && (before.runs > 0 || isDeepStrictEqual(before.config, config))) return before;
  if (before) close(site, before);
  const stopping = new AbortController();
  const report = (event: SiteEvent) => send({ type: 'event', site, event });
  const options = {
    config,
    oneAtATime,
    discovered,
    signal: stopping.signal,
    report,
    onFound: (found) => report({ type: 'found', discovered: found }),
    // Probes run between these pages.
    postpone: config.probeSeconds > 0 ? (pages) => report({ type: 'postponed', pages }) : undefined,
  } satisfies Parameters<typeof openSession>[0];
  const open: Open = { config, stopping, session: openSession(options, resources), runs: 0 };
  sessions.set(site, open);
  return open;
}

// Keeps a session open for a further run. Above the limit, the sessions that are idle longest close.
function rest(site: string, open: Open): void {
  if (open.stopping.signal.aborted) return close(site, open);
  open.idle = setTimeout(() => close(site, open), IDLE_MS).unref();
  sessions.delete(site);
  sessions.set(site, open);
  const idle = [...sessions].filter(([, { runs }]) => runs === 0);
  for (const [name, former] of idle.slice(0, -MOST_IDLE)) close(name, former);
}

function close(site: string, open: Open): void {
  const { session, idle } = open;
  clearTimeout(idle);
  if (sessions.get(site) === open) sessions.delete(site);
  // A session that failed to open has reported the error to its run.
  session.then((opened) => opened[Symbol.asyncDispose]()).catch(() => undefined);
}

// Ends the current runs of a site and its session.
function end(site: string, why: string): void {
  const open = sessions.get(site);
  open?.stopping.abort(new SyncError('interrupted', why));
  if (open?.runs === 0) close(site, open);
}

process.once('disconnect', () => process.exit());
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.on(name, () => {
    isStopping = true;
    if (!isAtWork()) process.exit();
    for (const site of sessions.keys())
      end(site, `Stopped by ${name}; the live index stays, and the next run continues`);
  });
}
process.on('message', (request: RunRequest) => void handle(request));
send({ type: 'ready' });
