import type { RunTools } from '../collaborators.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { CensusRow } from '../../wordpress/rows.ts';
import type { OnRunEvent } from '../events.ts';
import type { CensusEntry } from './plan.ts';

export type CensusPage = CensusRow & CensusEntry;

/** The pages that the site lists. */
export type Census = {
  readonly entries: readonly CensusPage[];
  /** Types whose listing failed. */
  readonly unlisted: ReadonlySet<string>;
  /** Pages that were not requested: their entries come from the mirror. */
  readonly unasked: ReadonlySet<number>;
  /** Requested pages of a short run, including pages that the site did not return. */
  readonly asked: ReadonlySet<number>;
  /** Requested pages of a short run that the REST API could not return. */
  readonly unread: ReadonlySet<number>;
  /** Client for the listed pages. It returns those of a short run from memory once. */
  readonly wordpress: WordPress;
};

/** Client, types and callbacks of a census. */
export type CensusInput = Pick<RunTools, 'wordpress' | 'types' | 'report' | 'checkpoint'>;

/** Lists every page of the types. */
export async function takeCensus({ wordpress, types, report, checkpoint }: CensusInput): Promise<Census> {
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
  return { entries, unlisted, unasked: new Set(), asked: new Set(), unread: new Set(), wordpress };
}

// Failures of the whole site, which affect every type.
const OF_THE_SITE = new Set(['unreachable', 'certificate', 'later']);

/**
 * Performs the same work for several REST types. A failed type is reported and its pages are unchanged. Throws if the failure
 * affects the whole site, or every type failed and the work may not continue. Returns the failed types.
 */
export async function forEachType(
  types: readonly string[],
  report: OnRunEvent,
  work: (type: string) => Promise<void>,
  mayContinue: (error: WordPressError) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const failed = new Map<string, WordPressError>();
  for (const type of types) {
    try {
      await work(type);
    } catch (error) {
      if (!(error instanceof WordPressError) || OF_THE_SITE.has(error.kind)) throw error;
      failed.set(type, error);
    }
  }
  const [first] = failed.values();
  if (first && failed.size === types.length && !mayContinue(first)) throw first;
  for (const [type, { message }] of failed) {
    report({ type: 'warning', message: `The type ${type} was not read, so its pages are unchanged: ${message}` });
  }
  return new Set(failed.keys());
}
