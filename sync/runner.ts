/**
 * Makes the runs of a sync that stays, one at a time, in a process of its own (`process/run-process.ts`). It ends with the
 * process that asks for them, as if killed: the next run goes on.
 */
import { readSettings } from '../shared/settings.ts';
import { syncConfig } from './process/config.ts';
import { endingOf, failureOf, type Ending } from './process/outcome.ts';
import type { RunReply, RunRequest } from './process/run-process.ts';
import { openSession } from './process/site-session.ts';
import { SyncError } from './run/sync-error.ts';
import type { Discovered } from './wordpress/discovery.ts';

type Session = Awaited<ReturnType<typeof openSession>>;
type Asked = Extract<RunRequest, { type: 'run' }>;

const stopping = new AbortController();
let atWork = 0;
let session: Promise<Session> | undefined;
/** Runs that wait until their lane is shut. */
const shutting = new Map<number, () => void>();

const tell = (reply: RunReply): void => void process.send?.(reply);

async function startSession(discovered: Discovered | undefined): Promise<Session> {
  const config = syncConfig(readSettings(process.env));
  return await openSession({
    config,
    discovered,
    signal: stopping.signal,
    report: (event) => tell({ type: 'event', event }),
    onFound: (found) => tell({ type: 'found', discovered: found }),
    // Probes go on between them.
    postpone: config.probeSeconds > 0 ? (pages) => tell({ type: 'postponed', pages }) : undefined,
  });
}

/** Makes one run; never throws. */
async function make({ id, order, mayOpenLane, discovered }: Asked): Promise<Ending> {
  try {
    session ??= startSession(discovered);
    const outcome = await (
      await session
    ).sync({ ...order, force: false, dryRun: false }, mayOpenLane ? () => openLane(id) : undefined);
    return endingOf(outcome);
  } catch (error) {
    session = undefined;
    return endingOf(failureOf(error, stopping.signal));
  }
}

/** As `OpenLane` has it: the lane of a run is opened and shut where runs are asked for. */
function openLane(id: number): () => Promise<void> {
  tell({ type: 'open', id });
  return async () => {
    tell({ type: 'shut', id });
    await new Promise<void>((resolve) => shutting.set(id, resolve));
  };
}

async function obey(request: RunRequest): Promise<void> {
  if (request.type === 'shut') {
    shutting.get(request.id)?.();
    return;
  }
  atWork += 1;
  const ending = await make(request);
  atWork -= 1;
  tell({ type: 'ended', id: request.id, ending });
  if (stopping.signal.aborted && atWork === 0) process.disconnect();
}

process.once('disconnect', () => process.exit());
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.on(name, () => {
    stopping.abort(new SyncError('interrupted', `Stopped by ${name}; the index is as it was`));
    if (atWork === 0) process.exit();
  });
}
process.on('message', (request: RunRequest) => void obey(request));
