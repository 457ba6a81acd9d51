import type { RunTools } from '../collaborators.ts';
import type { Generations } from '../../../db/index/generations.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import type { Site } from '../../../shared/page.ts';

type Collaborators = Pick<RunTools, 'mirror' | 'generations'>;

// Fact with the version of the last list that this mirror wrote.
const FACT = 'verdicts_version';

/**
 * Writes the list of withheld pages for every server of this data directory, if any page was ever withheld. It applies without a
 * new index.
 */
export async function publishVerdicts(mirror: Mirror, generations: Generations): Promise<void> {
  const site = mirror.fact('site') as Site | undefined;
  const list = mirror.verdicts();
  if (!site || (list.pages.length === 0 && !generations.hasVerdicts())) return;
  const version = await generations.writeVerdicts({ site: site.home, ...list });
  if (mirror.fact(FACT) !== version) mirror.note(FACT, version);
}

/** Imports the verdicts of a former mirror, before a restore or after a loss of the mirror. */
export async function adoptVerdicts({ mirror, generations }: Collaborators): Promise<void> {
  const list = await generations.verdicts().catch(() => undefined);
  if (!list || (list.mirror === mirror.revision().mirror && mirror.fact(FACT) === list.version)) return;
  mirror.adoptVerdicts(list.pages);
}
