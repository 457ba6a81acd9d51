import type { Database } from '../sqlite.ts';

/** A published page, or its earlier texts, that must not be served. */
export type PageVerdict = {
  readonly id: number;
  /** Published path; an empty string if a different page is published there. */
  readonly path: string;
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
  /** 0 for the page itself. Otherwise the first revision of the mirror with a text that may be served. */
  readonly before: number;
};

/** Largest number of rows. The oldest are deleted first: no retained generation contains their pages. */
const MOST = 20_000;

type Changed = {
  readonly id: number;
  readonly path: string;
  readonly former: string;
  readonly present: string;
  readonly isEdit: 0 | 1;
};

/**
 * Creates the table of visibility verdicts. A commit derives them: pages that leave are withheld, published pages are
 * released.
 */
export function createVerdictTable(db: Database) {
  const select = db.prepare<[], PageVerdict>(`
    SELECT id, CASE WHEN EXISTS (SELECT 1 FROM pages WHERE path = verdicts.path AND holds = 1) THEN '' ELSE path END AS path,
           since, why, before
    FROM verdicts ORDER BY id
  `);
  const withholdPage = db.prepare<[{ id: number; since: string; why: string }]>(`
    INSERT INTO verdicts (id, path, since, why, before)
    SELECT id, path, @since, @why, 0 FROM pages WHERE id = @id
    ON CONFLICT (id) DO UPDATE SET path = excluded.path, since = excluded.since, why = excluded.why, before = 0
  `);
  const withholdShadowed = db.prepare<[{ since: string }]>(`
    INSERT INTO verdicts (id, path, since, why, before)
    SELECT id, path, @since, 'another page has its address', 0 FROM pages WHERE holds = 0
    ON CONFLICT (id) DO UPDATE SET before = 0 WHERE before <> 0
  `);
  const lift = db.prepare('DELETE FROM verdicts WHERE before = 0 AND id IN (SELECT id FROM pages WHERE holds = 1)');
  const replace = db.prepare<[PageVerdict]>(`
    REPLACE INTO verdicts (id, path, since, why, before) VALUES (@id, @path, @since, @why, @before)
  `);
  const selectChanged = db.prepare<[], Changed>(`
    SELECT pages.id, pages.path, pages.markdown AS former, staged.markdown AS present,
           staged.modified <> pages.modified AS isEdit
    FROM staged JOIN pages ON pages.id = staged.id
    WHERE pages.holds = 1 AND pages.hash <> staged.hash AND pages.hash <> ''
  `);
  const selectRevision = db.prepare<[], number>('SELECT number FROM revision').pluck();
  const selectIds = db.prepare<[], number>('SELECT id FROM verdicts').pluck();
  const prune = db.prepare<[{ most: number }]>(
    'DELETE FROM verdicts WHERE id NOT IN (SELECT id FROM verdicts ORDER BY since DESC, id LIMIT @most)',
  );

  return {
    all: (): readonly PageVerdict[] => select.all(),
    ids: (): ReadonlySet<number> => new Set(selectIds.all()),
    /** Call before a page is deleted from the mirror. */
    withhold: (id: number, since: string, why: string): void => void withholdPage.run({ id, since, why }),
    /**
     * Call before staged pages are applied: withholds earlier texts of pages that lost a passage without an edit.
     * `readsHtml` contains pages with a text from HTML because the REST API returns more.
     */
    withholdTexts(since: string, readsHtml: ReadonlySet<number>): void {
      const before = selectRevision.get() ?? 0;
      for (const { id, path, former, present, isEdit } of selectChanged.all()) {
        if ((isEdit === 1 && !readsHtml.has(id)) || !losesPassage(former, present)) continue;
        replace.run({ id, path, since, why: 'visitors see less of the page', before });
      }
    },
    /** Call after staged pages are applied. */
    settle(since: string): void {
      withholdShadowed.run({ since });
      lift.run();
      prune.run({ most: MOST });
    },
    replace: (one: PageVerdict): void => void replace.run(one),
  };
}

function losesPassage(former: string, present: string): boolean {
  const lines = new Set(linesOf(present));
  return linesOf(former).some((line) => !lines.has(line));
}

const linesOf = (markdown: string): readonly string[] => markdown.split('\n').flatMap((line) => line.trim() || []);
