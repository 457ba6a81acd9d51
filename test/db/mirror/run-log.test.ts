import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { createRunLog } from '../../../db/mirror/run-log.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

describe('createRunLog', () => {
  it('remembers how runs began and ended, newest first', async () => {
    await using data = await temporaryDataDir();
    const db = openMirrorDatabase(`${data.dir}/mirror.db`);
    const log = createRunLog(db);
    const first = log.start('full', '2026-03-01T00:00:00Z');
    log.finish(first, { finishedAt: '2026-03-01T00:00:09Z', outcome: 'done', summary: { new: 3 } });
    log.start('changes', '2026-03-01T00:10:00Z');
    assert.deepEqual(
      log.last(5).map(({ mode, outcome, finishedAt, summary }) => ({ mode, outcome, finishedAt, summary })),
      [
        { mode: 'changes', outcome: 'running', finishedAt: null, summary: {} },
        { mode: 'full', outcome: 'done', finishedAt: '2026-03-01T00:00:09Z', summary: { new: 3 } },
      ],
    );
    db.close();
  });

  it('calls a run killed that never ended, once another begins', async () => {
    await using data = await temporaryDataDir();
    const db = openMirrorDatabase(`${data.dir}/mirror.db`);
    const log = createRunLog(db);
    log.start('full', '2026-03-01T00:00:00Z');
    log.start('full', '2026-03-01T00:10:00Z');
    assert.deepEqual(
      log.last(5).map(({ outcome }) => outcome),
      ['running', 'killed'],
    );
    db.close();
  });

  it('forgets the oldest', async () => {
    await using data = await temporaryDataDir();
    const db = openMirrorDatabase(`${data.dir}/mirror.db`);
    const log = createRunLog(db);
    for (let count = 0; count < 230; count++) log.start('changes', '2026-03-01T00:00:00Z');
    assert.equal(log.last(1000).length, 200);
    db.close();
  });
});
