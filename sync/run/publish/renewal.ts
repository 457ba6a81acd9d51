import type { RunCollaborators } from '../collaborators.ts';
import { startBuild, takeBuildSlot } from './build-apart.ts';
import { createPublisher } from './publish.ts';
import { NO_URGENT_RUNS } from '../urgent-queue.ts';

type Tools = 'mirror' | 'generations' | 'config' | 'now' | 'digests' | 'signal' | 'report' | 'urgent';

type Collaborators = Pick<RunCollaborators, Tools> & {
  readonly mirrorFile: string;
  readonly lease: { keepAlive(): void };
};

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
  const releaseSlot = await urgent.during(takeBuildSlot(signal));
  try {
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
    releaseSlot();
  }
}
