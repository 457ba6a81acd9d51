import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIndexFile } from '../../../db/index/index-file.ts';
import { verifySchema } from '../../../db/index/verify.ts';
import { openScratch } from '../../../db/sqlite.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

describe('verifySchema', () => {
  /** A published index file after these statements of a stranger. */
  async function altered(sql: string, check: (file: string) => void): Promise<void> {
    await using data = await temporaryDataDir();
    const file = data.generations.pathOf(await data.publish());
    const db = openScratch(file);
    db.unsafeMode();
    db.exec(sql);
    db.close();
    check(file);
  }

  it('takes what the builder made', async () => {
    await altered('ANALYZE', verifySchema);
  });

  for (const [name, sql] of [
    ['a view in place of a table', 'ALTER TABLE aliases RENAME TO kept; CREATE VIEW aliases AS SELECT * FROM kept'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON info BEGIN DELETE FROM pages; END'],
    ['another table', 'CREATE TABLE more (x)'],
    ['a missing table', 'DROP TABLE aliases'],
    ['a generated column', 'ALTER TABLE info ADD COLUMN more AS (upper(name))'],
    [
      'a generated column of the statistics',
      `ANALYZE; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat AS (hex(zeroblob(9))))'
       WHERE name = 'sqlite_stat1'`,
    ],
  ] as const) {
    it(`refuses ${name}`, async () => {
      await altered(sql, (file) => assert.throws(() => verifySchema(file), /has another schema than an index/));
    });
  }

  it('opens no base whose name is a path', async () => {
    const base = JSON.stringify({ generation: 1, file: '../../etc/index-1.db', sha256: '0' });
    await altered(`INSERT INTO info VALUES ('base', '${base}')`, (file) =>
      assert.throws(() => openIndexFile(file), /The base of an index is named/),
    );
  });
});
