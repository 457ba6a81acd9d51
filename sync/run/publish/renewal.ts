import type { Generations } from '../../../db/index/generations.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import type { SiteConfig } from '../../site-file/site-config.ts';
import { buildApart, takeBuildTurn } from './build-apart.ts';
import type { OnRunEvent } from '../events.ts';
import { createPublisher } from './publish.ts';
import type { LetPass } from '../read/read-site.ts';
import type { Stamps } from './stamps.ts';

type Collaborators = {
  readonly mirror: Mirror;
  readonly mirrorFile: string;
  readonly generations: Generations;
  readonly config: SiteConfig;
  readonly now: () => Date;
  readonly stamps: Stamps;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  // Allows urgent runs during the build.
  readonly letPass?: LetPass | undefined;
  readonly lease: { keepAlive(): void };
};

/**
 * Rebuilds the whole index after a delta has outgrown its base, and publishes the same content. It follows the run that detected
 * this, so no change waits for it. It does not send a request to the site.
 */
export async function renewIndex(collaborators: Collaborators): Promise<void> {
  const { mirrorFile, generations, signal, report, letPass, lease } = collaborators;
  const checkpoint = () => {
    signal.throwIfAborted();
    lease.keepAlive();
  };
  const publisher = createPublisher({ ...collaborators, checkpoint });
  if (!(await publisher.isRenewalDue())) return;
  const endWaiting = letPass?.();
  const releaseSlot = await takeBuildTurn(signal);
  try {
    await endWaiting?.();
    await generations.clean();
    const pointer = await publisher.renew(async (whole) => {
      report({ type: 'phase', phase: 'build' });
      let endPassing: ReturnType<LetPass> | undefined;
      const begin = () => {
        endPassing = letPass?.();
      };
      try {
        await buildApart({ mirrorFile, ...whole }, begin, signal);
      } finally {
        await endPassing?.();
      }
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
