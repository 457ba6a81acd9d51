import { readNamedArrays } from '../search/storage/arrays.ts';
import { hasOtherImpacts } from '../search/storage/delta-writer.ts';
import type { Database } from '../sqlite.ts';

/** Difference of an open delta from its base. */
export type Growth = {
  /** Number of changed, added and deleted pages. */
  readonly changed: number;
  /** True if page lengths have changed so much that a complete index would rank differently. */
  readonly weighsOtherwise: boolean;
};

export function growthOf(db: Database): Growth {
  const changed = db
    .prepare<[], number>('SELECT count(*) FROM (SELECT id FROM main.pages UNION SELECT id FROM main.replaced)')
    .pluck();
  const languages = db.prepare<[], string>('SELECT DISTINCT language FROM main.arrays').pluck().all();
  const weighsOtherwise = languages.some((language) => {
    const [own, base] = (['own', 'base'] as const).map((source) =>
      readNamedArrays(db, language, ['averageLengths'], source),
    );
    return own !== undefined && base !== undefined && hasOtherImpacts(own, base);
  });
  return { changed: changed.get() ?? 0, weighsOtherwise };
}
