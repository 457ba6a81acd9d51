import type { Generations } from '../../../db/index/generations.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import type { SiteConfig } from '../../site-file/site-config.ts';
import { startBuild, takeBuildSlot } from './build-apart.ts';
import type { OnRunEvent } from '../events.ts';
import { createPublisher } from './publish.ts';
import type { CodeDigests } from './code-digests.ts';
import { NO_URGENT_RUNS, type UrgentRuns } from '../urgent-queue.ts';

type Collaborators = {
  readonly mirror: Mirror;
  readonly mirrorFile: string;
  readonly generations: Generations;
  readonly config: SiteConfig;
  readonly now: () => Date;
  readonly digests: CodeDigests;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  // Urgent runs that may pre-empt the build.
  readonly urgent?: UrgentRuns | undefined;
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
