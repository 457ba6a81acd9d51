/**
 * Performs the runs of a `--watch` sync in a child process (`service/run-process.ts`), each with the settings of its site. If the
 * parent process ends, this process ends at once, and the next run continues.
 */
import { setPriority } from 'node:os';
import { createSiteSessions, RUN_NICENESS } from './service/site-sessions.ts';
import type { RunReply, RunRequest } from './service/run-process.ts';
import { createRunResources } from './service/session.ts';

// Equals the idle time of the parent process.
const IDLE_MS = 120_000;

setPriority(RUN_NICENESS);
const send = (reply: RunReply): void => void process.send?.(reply);
const sessions = createSiteSessions({ resources: createRunResources(), send, idleMs: IDLE_MS });
let isStopping = false;

async function handle(request: RunRequest): Promise<void> {
  switch (request.type) {
    case 'run': {
      const ending = await sessions.make(request);
      send({ type: 'ended', id: request.id, ending });
      if (isStopping && !sessions.isAtWork()) process.disconnect();
      break;
    }
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
    if (sessions.isAtWork()) sessions.endAll(`Stopped by ${name}; the live index stays, and the next run continues`);
    else process.exit();
  });
}
process.on('message', (request: RunRequest) => void handle(request));
send({ type: 'ready' });
