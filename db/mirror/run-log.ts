import type { Database } from '../sqlite.ts';

// Number of rows in the log.
const LOGGED_RUNS = 200;

/** Row of the run log. `finishedAt` is null while the run works, and forever if it was killed. */
export type LoggedRun = {
  readonly id: number;
  readonly mode: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** `running`, `done`, or the error code. */
  readonly outcome: string;
  readonly summary: unknown;
};

/** Creates the run log: start, end and summary of the last runs. */
export function createRunLog(db: Database) {
  const insert = db.prepare<[{ mode: string; startedAt: string }]>(`
    INSERT INTO runs (mode, started_at, outcome, summary) VALUES (@mode, @startedAt, 'running', '{}')
  `);
  const interrupt = db.prepare(`UPDATE runs SET outcome = 'killed' WHERE outcome = 'running'`);
  const finish = db.prepare<[{ id: number; finishedAt: string; outcome: string; summary: string }]>(`
    UPDATE runs SET finished_at = @finishedAt, outcome = @outcome, summary = @summary WHERE id = @id
  `);
  const deleteRun = db.prepare<[{ id: number }]>('DELETE FROM runs WHERE id = @id');
  const forgetOld = db.prepare<[{ kept: number }]>(`
    DELETE FROM runs WHERE id <= (SELECT MAX(id) FROM runs) - @kept
  `);
  const selectLast = db.prepare<[{ limit: number }], Omit<LoggedRun, 'summary'> & { summary: string }>(`
    SELECT id, mode, started_at AS startedAt, finished_at AS finishedAt, outcome, summary
    FROM runs
    ORDER BY id DESC
    LIMIT @limit
  `);

  /** A run that pre-empts the current run does not mark it as killed. */
  const start = db.transaction((mode: string, startedAt: string, { preempts = false } = {}): number => {
    if (!preempts) interrupt.run();
    const id = Number(insert.run({ mode, startedAt }).lastInsertRowid);
    forgetOld.run({ kept: LOGGED_RUNS });
    return id;
  });

  return {
    /** Requires the lease: every run still marked as running was killed. */
    start,
    finish: (id: number, end: { finishedAt: string; outcome: string; summary: unknown }) =>
      void finish.run({ id, ...end, summary: JSON.stringify(end.summary) }),
    forget: (id: number): void => void deleteRun.run({ id }),
    last: (limit: number): LoggedRun[] =>
      selectLast.all({ limit }).map((run) => Object.assign(run, { summary: JSON.parse(run.summary) as unknown })),
  };
}
