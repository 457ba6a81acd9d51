import { NO_DATE } from '../../shared/page.ts';
import type { Verdict } from '../index/verdicts.ts';
import type { Database } from '../sqlite.ts';

// Row of a verdict. `path` is empty if a different page is published there. `before` is 0 for the page itself.
type Row = Omit<Verdict, 'path' | 'before'> & { readonly path: string; readonly before: number };

const verdictOf = ({ path, before, ...row }: Row): Verdict => ({
  ...row,
  ...(path !== '' && { path }),
  ...(before > 0 && { before }),
});

// Largest number of rows. The oldest are deleted first: no retained generation contains their pages.
const MOST = 20_000;

type Changed = {
  readonly id: number;
  readonly path: string;
  readonly former: string;
  readonly present: string;
};

type Circumstances = {
  // Pages that show visitors less than the REST API returns, or a different title.
  readonly reduced: ReadonlySet<number>;
  // The pages were read by different code, which can change texts without an edit.
  readonly isOtherCode: boolean;
};

/**
 * Creates the table of visibility verdicts. A commit derives them: pages that leave are withheld, published pages are
 * released.
 */
export function createVerdictTable(db: Database) {
  const select = db.prepare<[], Row>(`
    SELECT id, CASE WHEN EXISTS (SELECT 1 FROM pages WHERE path = verdicts.path AND holds = 1) THEN '' ELSE path END AS path,
           since, why, before
    FROM verdicts ORDER BY id
  `);
  const withholdPage = db.prepare<[{ id: number; since: string; why: string }]>(`
    INSERT INTO verdicts (id, path, since, why, before)
    SELECT id, path, @since, @why, 0 FROM pages WHERE id = @id
    ON CONFLICT (id, before) DO UPDATE SET path = excluded.path, since = excluded.since, why = excluded.why
  `);
  const withholdShadowed = db.prepare<[{ since: string }]>(`
    INSERT INTO verdicts (id, path, since, why, before)
    SELECT id, path, @since, 'another page has its address', 0 FROM pages WHERE holds = 0
    ON CONFLICT (id, before) DO NOTHING
  `);
  // A page that is published again: with its text of before, if that is known.
  const selectShown = db.prepare<[], Omit<Changed, 'former'> & { readonly former: string | null }>(`
    SELECT pages.id, pages.path, withheld.title || char(10) || withheld.markdown AS former,
           pages.title || char(10) || pages.markdown AS present
    FROM verdicts JOIN pages ON pages.id = verdicts.id LEFT JOIN withheld ON withheld.id = pages.id
    WHERE verdicts.before = 0 AND pages.holds = 1
  `);
  const lift = db.prepare<[{ id: number }]>('DELETE FROM verdicts WHERE before = 0 AND id = @id');
  const forgetTexts = db.prepare<[{ id: number }]>('DELETE FROM verdicts WHERE before > 0 AND id = @id');
  const insert = db.prepare<[Row]>(`
    REPLACE INTO verdicts (id, path, since, why, before) VALUES (@id, @path, @since, @why, @before)
  `);
  // `modified` of a page without a date of the site is the time of the first read, which proves no edit.
  const selectChanged = db.prepare<[{ noDate: string }], Changed & { readonly isEdit: 0 | 1 }>(`
    SELECT pages.id, pages.path, pages.title || char(10) || pages.markdown AS former,
           staged.title || char(10) || staged.markdown AS present,
           staged.modified <> pages.modified AND @noDate NOT IN (pages.seen_modified, staged.seen_modified) AS isEdit
    FROM staged JOIN pages ON pages.id = staged.id
    WHERE pages.holds = 1 AND pages.hash <> staged.hash
  `);
  const selectRevision = db.prepare<[], number>('SELECT number FROM revision').pluck();
  const prune = db.prepare<[{ most: number }]>(
    'DELETE FROM verdicts WHERE (id, before) NOT IN (SELECT id, before FROM verdicts ORDER BY since DESC, id LIMIT @most)',
  );

  function replace({ path = '', before = 0, ...verdict }: Verdict): void {
    if (before > 0) forgetTexts.run(verdict);
    insert.run({ ...verdict, path, before });
  }

  return {
    all: (): readonly Verdict[] => select.all().map(verdictOf),
    /** Call before a page is deleted from the mirror. */
    withhold: (id: number, since: string, why: string): void => void withholdPage.run({ id, since, why }),
    /** Call before staged pages are applied: withholds earlier texts of pages that lost a passage without an edit. */
    withholdTexts(since: string, { reduced, isOtherCode }: Circumstances): void {
      const before = selectRevision.get() ?? 0;
      for (const { id, path, former, present, isEdit } of selectChanged.all({ noDate: NO_DATE })) {
        const isWithdrawal = reduced.has(id) || (isEdit === 0 && !isOtherCode);
        const isLess = isOtherCode ? losesWord : losesPassage;
        if (!isWithdrawal || !isLess(former, present)) continue;
        replace({ id, path, since, why: 'visitors see less of the page', before });
      }
    },
    /** Call after staged pages are applied. */
    settle(since: string): void {
      withholdShadowed.run({ since });
      const before = selectRevision.get() ?? 0;
      for (const { id, path, former, present } of selectShown.all()) {
        lift.run({ id });
        if (former !== null && !losesPassage(former, present)) continue;
        replace({ id, path, since, why: 'visitors see less of the page than before it was hidden', before });
      }
      prune.run({ most: MOST });
    },
    replace,
  };
}

const loses = (partsOf: (text: string) => readonly string[]) => (former: string, present: string) => {
  const parts = new Set(partsOf(present));
  return partsOf(former).some((part) => !parts.has(part));
};

const losesPassage = loses((text) => text.split('\n').flatMap((line) => line.trim() || []));
// Different code may write the same words in a different form.
const losesWord = loses((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
