import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createGenerations } from '../../db/index/generations.ts';
import { openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { openWritable } from '../../db/sqlite.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { readSite } from '../../shared/sites/site.ts';

let dir: string;
before(() => {
  dir = mkdtempSync(join(tmpdir(), 'regular-file-'));
});
after(() => rmSync(dir, { recursive: true }));

const fifo = (name: string): string => {
  const file = join(dir, name);
  execFileSync('mkfifo', [file]);
  return file;
};
const folder = (name: string): string => {
  const file = join(dir, name);
  mkdirSync(file, { recursive: true });
  return file;
};

describe('an entry that is no file, where a file belongs', () => {
  it('is refused in a sentence, and a FIFO is not waited for', () => {
    assert.throws(() => readRegularFile(fifo('fifo')), /is a FIFO, not a file: move it away/);
    assert.throws(() => readRegularFile(folder('folder')), /is a folder, not a file/);
  });

  it('is refused as mirror.db', () => {
    assert.throws(() => openMirrorDatabase(fifo('mirror.db')), /mirror\.db is a FIFO/);
    assert.throws(() => openWritable(folder('other.db')), /other\.db is a folder/);
  });

  it('is refused as current.json, and as guard.json holds nothing', async () => {
    folder('index/current.json');
    folder('index/guard.json');
    const generations = createGenerations(dir);
    await assert.rejects(generations.current(), /current\.json is a folder, not a file/);
    assert.deepEqual(await generations.guard(), []);
  });

  it('is a fault of the site whose site.yaml it is', () => {
    folder('sites/one');
    fifo('sites/one/site.yaml');
    assert.throws(() => readSite(join(dir, 'sites'), 'one', {}), /site\.yaml: .*is a FIFO, not a file/);
  });
});
