import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { giveToOwnerOf, makeDirectory, replaceFile, requireDataDir } from '../../shared/directories.ts';
import { temporaryDir } from '../faults/temporary-dir.ts';

describe('makeDirectory', () => {
  it('makes every folder of a path for its owner alone, and finds it made the next time', async () => {
    await using base = await temporaryDir('directories-');
    const path = join(base.dir, 'a/b');
    for (let count = 0; count < 2; count++) makeDirectory(path);
    for (const made of [path, join(base.dir, 'a')]) assert.equal(statSync(made).mode & 0o777, 0o700);
  });
});

describe('giveToOwnerOf', { skip: process.getuid?.() !== 0 }, () => {
  it('gives what is of root alone: the service of a folder of root keeps its files', async () => {
    await using base = await temporaryDir('directories-');
    const [ofRoot, ofService] = [join(base.dir, 'root'), join(base.dir, 'service')];
    for (const file of [ofRoot, ofService]) writeFileSync(file, '');
    chownSync(ofService, 10_001, 10_002);
    giveToOwnerOf(base.dir, ofService);
    assert.deepEqual([statSync(ofService).uid, statSync(ofService).gid], [10_001, 10_002]);
    chownSync(base.dir, 10_003, 10_004);
    giveToOwnerOf(base.dir, ofRoot);
    assert.deepEqual([statSync(ofRoot).uid, statSync(ofRoot).gid], [10_003, 10_004]);
  });
});

describe('giveToOwnerOf in a container', () => {
  const inNamespace = ['--user', '--map-root-user', process.execPath, '--input-type=module', '-e'];
  const skip = process.getuid?.() !== 0 || spawnSync('unshare', [...inNamespace, '']).status !== 0;

  it('leaves it to root where its user namespace has no such owner', { skip }, async () => {
    await using base = await temporaryDir('directories-');
    const file = join(base.dir, 'file');
    writeFileSync(file, '');
    chmodSync(base.dir, 0o777);
    chownSync(base.dir, 10_001, 10_002);
    const module = JSON.stringify(new URL('../../shared/directories.ts', import.meta.url).href);
    const code = `(await import(${module})).giveToOwnerOf(${JSON.stringify(base.dir)}, ${JSON.stringify(file)})`;
    const { status, stderr } = spawnSync('unshare', [...inNamespace, code], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(statSync(file).uid, 0);
  });
});

describe('replaceFile', () => {
  it('replaces the text of a file, readable by its owner alone', async () => {
    await using base = await temporaryDir('directories-');
    const file = join(base.dir, 'file');
    writeFileSync(file, 'before', { mode: 0o644 });
    replaceFile(file, 'after', { flush: true });
    assert.deepEqual([readFileSync(file, 'utf8'), statSync(file).mode & 0o777], ['after', 0o600]);
    assert.deepEqual(readdirSync(base.dir), ['file']);
  });

  it('leaves no temporary file after a fault', async () => {
    await using base = await temporaryDir('directories-');
    mkdirSync(join(base.dir, 'file'));
    assert.throws(() => replaceFile(join(base.dir, 'file'), 'text'), { syscall: 'rename' });
    assert.deepEqual(readdirSync(base.dir), ['file']);
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
