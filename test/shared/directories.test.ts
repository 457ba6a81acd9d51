import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeDirectory, requireDataDir } from '../../shared/directories.ts';
import { temporaryDir } from '../faults/temporary-dir.ts';

describe('makeDirectory', () => {
  it('makes every folder of a path for its owner alone, and finds it made the next time', async () => {
    await using base = await temporaryDir('directories-');
    const path = join(base.dir, 'a/b');
    for (let count = 0; count < 2; count++) makeDirectory(path);
    for (const made of [path, join(base.dir, 'a')]) assert.equal(statSync(made).mode & 0o777, 0o700);
  });
});

describe('requireDataDir', () => {
  it('refuses a file, and a folder that nobody can make, in a sentence', async () => {
    await using base = await temporaryDir('directories-');
    const file = join(base.dir, 'file');
    writeFileSync(file, '');
    const places = [file, join(file, 'data'), ...(existsSync('/proc') ? ['/proc/nope', '/proc/nope/data'] : [])];
    for (const dir of places) {
      assert.throws(() => requireDataDir(dir), {
        name: 'ConfigurationError',
        message: new RegExp(`^[^\n]+\n  DATA_DIR: got ${dir}, wants a directory that can be written \\([^\n]+\\)$`),
      });
    }
  });
});
