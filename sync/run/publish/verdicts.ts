import type { Generations } from '../../../db/index/generations.ts';
import type { Verdicts } from '../../../db/index/verdicts.ts';
import type { Mirror } from '../../../db/mirror/mirror.ts';
import type { Site } from '../../../shared/page.ts';

type Collaborators = { readonly mirror: Mirror; readonly generations: Generations };

/** The verdicts of a mirror, as the published list has them. */
export function verdictsIn(mirror: Mirror): Pick<Verdicts, 'mirror' | 'pages'> {
  const pages = mirror.verdicts().map(({ id, path, since, why, before }) => {
    const verdict: Verdicts['pages'][number] = { id, since, why };
    if (path !== '') verdict.path = path;
    if (before > 0) verdict.before = before;
    return verdict;
  });
  return { mirror: mirror.revision().mirror, pages };
}

/** Version of the list that this mirror wrote last. */
const FACT = 'verdicts_version';

/** Writes down what must not be served, if anything ever was withheld, for every server of this data directory. It takes effect without a new index. */
export async function publishVerdicts(mirror: Mirror, generations: Generations): Promise<void> {
  const site = mirror.fact('site') as Site | undefined;
  const list = verdictsIn(mirror);
  if (!site || (list.pages.length === 0 && !generations.hasVerdicts())) return;
  const version = await generations.writeVerdicts({ site: site.home, ...list });
  if (mirror.fact(FACT) !== version) mirror.note(FACT, version);
}

/** Takes over the verdicts of a former mirror: before a restore, or before the mirror was lost. */
export async function adoptVerdicts({ mirror, generations }: Collaborators): Promise<void> {
  const list = await generations.verdicts().catch(() => undefined);
  if (!list || (list.mirror === mirror.revision().mirror && mirror.fact(FACT) === list.version)) return;
  mirror.adoptVerdicts(
    list.pages.map(({ id, since, why, path = '', before = 0 }) => ({ id, path, since, why, before })),
  );
}
