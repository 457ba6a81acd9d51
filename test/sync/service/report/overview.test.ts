import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { openMirrorDatabase } from '../../../../db/mirror/mirror.ts';
import { createRunLog } from '../../../../db/mirror/run-log.ts';
import { readSettings } from '../../../../shared/settings.ts';
import { readOverview } from '../../../../sync/service/report/overview.ts';
import { temporaryDataDir } from '../../../helpers/sample-index.ts';

it('readOverview shows the runs of a mirror whose page tables are damaged', async () => {
  await using data = await temporaryDataDir();
  const now = new Date('2026-01-01T12:00:00Z');
  const db = openMirrorDatabase(join(data.dir, 'mirror.db'));
  createRunLog(db).start('changes', now.toISOString());
  db.exec('DROP TABLE views; CREATE TABLE views (other)');
  db.close();
  const { runs, damaged } = await readOverview(readSettings({ DATA_DIR: data.dir }), now);
  assert.deepEqual([runs.map(({ mode }) => mode), damaged.map(({ file }) => file)], [['changes'], ['mirror.db']]);
});
