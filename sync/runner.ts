/**
 * Makes the runs of a sync that stays, each by the settings of its site, in a process of its own (`process/run-process.ts`). It
 * ends with the process that asks for them, as if killed: the next run goes on.
 */
import { setPriority } from 'node:os';
import { RUN_NICENESS } from './process/niceness.ts';
import type { RunReply, RunRequest } from './process/run-messages.ts';
import { createRunResources } from './session/run-resources.ts';
import { createSiteSessions } from './session/site-sessions.ts';

/** As long as the process itself waits for a further run. */
const IDLE_MS = 120_000;

setPriority(RUN_NICENESS);
const tell = (reply: RunReply): void => void process.send?.(reply);
const sessions = createSiteSessions({ resources: createRunResources(), tell, idleMs: IDLE_MS });
/** Runs that wait until their lane is shut. */
const shutting = new Map<number, () => void>();
let isStopping = false;

/** As `OpenLane` has it: the lane of a run is opened and shut where runs are asked for. */
function openLane(id: number): () => Promise<void> {
  tell({ type: 'open', id });
  return async () => {
    tell({ type: 'shut', id });
    await new Promise<void>((resolve) => shutting.set(id, resolve));
    shutting.delete(id);
  };
}

async function obey(request: RunRequest): Promise<void> {
  switch (request.type) {
    case 'run': {
      const { id, mayOpenLane } = request;
      const ending = await sessions.make(request, mayOpenLane ? () => openLane(id) : undefined);
      tell({ type: 'ended', id, ending });
      if (isStopping && !sessions.isAtWork()) process.disconnect();
      break;
    }
    case 'shut':
      shutting.get(request.id)?.();
      break;
    case 'end':
      sessions.end(request.site, request.why);
      break;
    default:
      request satisfies never;
  }
}

process.once('disconnect', () => process.exit());
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.on(name, () => {
    isStopping = true;
    if (sessions.isAtWork()) sessions.endAll(`Stopped by ${name}; what is served stays, and the next run goes on`);
    else process.exit();
  });
}
process.on('message', (request: RunRequest) => void obey(request));
tell({ type: 'ready' });
