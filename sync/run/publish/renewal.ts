import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RunCollaborators } from '../collaborators.ts';
import { createSlots } from '../slots.ts';
import { createPublisher, type WholeBuild } from './publish.ts';
import { NO_URGENT_RUNS } from '../urgent-queue.ts';

type Tools = 'mirror' | 'generations' | 'config' | 'now' | 'digests' | 'signal' | 'report' | 'urgent';

type Collaborators = Pick<RunCollaborators, Tools> & {
  readonly mirrorFile: string;
  readonly lease: { keepAlive(): void };
};

/** Input of the thread that builds a whole index. */
export type ThreadBuild = WholeBuild & { readonly mirrorFile: string };

// A single build at a time, because each needs much memory.
const slots = createSlots({ most: 1, mostPatient: 1, mostHeavy: 1 });

/**
 * Rebuilds the whole index after a delta has outgrown its base, and publishes the same content. It follows the run that detected
 * this, so no change waits for it. It does not send a request to the site.
 */
export async function renewIndex(collaborators: Collaborators): Promise<void> {
  const { mirrorFile, generations, signal, report, urgent = NO_URGENT_RUNS, lease } = collaborators;
  const checkpoint = () => {
    signal.throwIfAborted();
    lease.keepAlive();
  };
  const publisher = createPublisher({ ...collaborators, checkpoint });
  if (!(await publisher.isRenewalDue())) return;
  const releaseSlot = await urgent.during(slots.take('patient', signal));
  try {
    signal.throwIfAborted();
    await generations.clean();
    const pointer = await publisher.renew(async (whole) => {
      report({ type: 'phase', phase: 'build' });
      const { built } = await startBuild({ mirrorFile, ...whole }, signal);
      await urgent.during(built);
    });
    report(
      pointer
        ? { type: 'renewed', generation: pointer.generation, pages: pointer.counts['pages'] ?? 0 }
        : { type: 'unrenewed', why: 'Another publication is due first' },
    );
  } finally {
    releaseSlot?.();
  }
}

// Builds and verifies a whole index in a worker thread. Resolves after the thread has opened its snapshot of the mirror; later
// writes do not affect the build. `built` rejects with the signal's reason.
async function startBuild(build: ThreadBuild, signal: AbortSignal): Promise<{ readonly built: Promise<void> }> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('build-worker.ts', import.meta.url), { workerData: build });
  const built = endOf(worker, signal);
  await Promise.race([once(worker, 'message'), built]);
  return { built };
}

async function endOf(worker: Worker, signal: AbortSignal): Promise<void> {
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const [code] = await once(worker, 'exit');
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`The index thread exited with code ${String(code)}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
