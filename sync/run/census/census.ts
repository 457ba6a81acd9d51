import type { WordPress } from '../../wordpress/client.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { CensusRow } from '../../wordpress/rows.ts';
import type { OnRunEvent } from '../events.ts';
import type { CensusEntry } from './plan.ts';
import { forEachType } from './site-types.ts';

export type CensusPage = CensusRow & CensusEntry;

/** The pages that the site lists. */
export type Census = {
  readonly entries: readonly CensusPage[];
  /** Types whose listing failed. */
  readonly unlisted: ReadonlySet<string>;
  /** Pages that were not requested: their entries come from the mirror. */
  readonly unasked: ReadonlySet<number>;
};

type Collaborators = {
  readonly wordpress: WordPress;
  readonly types: readonly string[];
  readonly report: OnRunEvent;
  readonly checkpoint: () => void;
};

/** Lists every page of the types. */
export async function takeCensus({ wordpress, types, report, checkpoint }: Collaborators): Promise<Census> {
  report({ type: 'phase', phase: 'census' });
  const entries: CensusPage[] = [];
  const unlisted = await forEachType(types, report, async (type) => {
    const found: CensusPage[] = [];
    const warn = (place: number, { message }: WordPressError) =>
      report({
        type: 'warning',
        message: `Row ${place} of the listing of ${type} is not read, because the site fails at it: ${message}`,
      });
    for await (const rows of wordpress.census(type, warn)) {
      checkpoint();
      for (const row of rows) found.push({ ...row, type });
      report({ type: 'advanced', done: entries.length + found.length });
    }
    entries.push(...found);
  });
  return { entries, unlisted, unasked: new Set() };
}
