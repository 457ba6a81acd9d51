import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { MIRROR_SCHEMA_VERSION } from '../../../db/mirror/mirror.ts';
import { runProgram } from '../../helpers/program.ts';
import { makeDataDir } from './data-dir.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('npm run backup and npm run restore', () => {
  let root: string;
  let count = 0;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'backup-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  const folderNamed = (name: string) => join(root, `${name}-${(count += 1)}`);
  const dataDirOf = (databases: Readonly<Record<string, number>>) => makeDataDir(folderNamed('data'), databases);
  const run = (program: 'backup' | 'restore', dataDir: string, ...args: readonly string[]) =>
    runProgram(`sync/${program}.ts`, { DATA_DIR: dataDir }, args).ended;

  /** Backs a data directory up into a new folder. */
  async function backedUp(dataDir: string): Promise<string> {
    const folder = folderNamed('copy');
    const { code, stderr } = await run('backup', dataDir, folder);
    assert.equal(code, 0, stderr);
    return folder;
  }

  it('make files that only their owner reads', async () => {
    const dataDir = await dataDirOf({ 'state.db': 1 });
    await writeFile(join(dataDir, 'site.yaml'), "exclude: ['/nada']\n", { mode: 0o644 });
    const folder = await backedUp(dataDir);
    const target = folderNamed('target');
    assert.equal((await run('restore', target, folder)).code, 0);
    for (const dir of [folder, target]) {
      assert.equal(modeOf(dir), '700');
      for (const name of readdirSync(dir)) assert.equal(modeOf(join(dir, name)), '600', join(dir, name));
    }
  });

  it('name the database that could not be copied, and leave nothing half done', async () => {
    const dataDir = await dataDirOf({ 'mirror.db': 1 });
    await writeFile(join(dataDir, 'state.db'), 'no database '.repeat(500));
    const folder = folderNamed('copy');
    const { code, stderr } = await run('backup', dataDir, folder);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^backup: state\\.db could not be copied into ${root}: .*not a database\n$`));
    assert.equal(
      readdirSync(root).some((name) => name.includes('partial')),
      false,
    );
  });

  it('leave files to the user of the service when root restores', { skip: process.getuid?.() !== 0 }, async () => {
    const dataDir = await dataDirOf({ 'state.db': 1 });
    await mkdir(join(dataDir, 'well-known'));
    await writeFile(join(dataDir, 'well-known/security.txt'), 'Contact: mailto:a@b.example\n');
    const folder = await backedUp(dataDir);
    const target = folderNamed('target');
    await mkdir(target);
    await chown(target, 10_001, 10_002);
    assert.equal((await run('restore', target, folder)).code, 0);
    for (const name of ['state.db', 'well-known', 'well-known/security.txt']) {
      const { uid, gid } = statSync(join(target, name));
      assert.deepEqual([uid, gid], [10_001, 10_002], name);
    }
  });

  it('move databases that are there aside, and keep the site file that is there: it may exclude more', async () => {
    const dataDir = await dataDirOf({ 'state.db': 1, 'mirror.db': MIRROR_SCHEMA_VERSION });
    await writeFile(join(dataDir, 'site.yaml'), "exclude: ['/nada']\n");
    const folder = await backedUp(dataDir);
    await writeFile(join(dataDir, 'site.yaml'), 'exclude: [/oculta]\n');
    await writeFile(join(dataDir, 'state.db'), 'damaged, which is what a backup is for');
    const { code, stdout, stderr } = await run('restore', dataDir, folder);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Unchanged: site\.yaml\.$/m);
    assert.equal(await readFile(join(dataDir, 'site.yaml'), 'utf8'), 'exclude: [/oculta]\n');
    const aside = readdirSync(dataDir).find((name) => name.startsWith('before-restore-')) ?? '';
    assert.ok(stdout.includes(join(dataDir, aside)));
    assert.deepEqual(
      readdirSync(join(dataDir, aside))
        .filter((name) => name.endsWith('.db'))
        .toSorted(),
      ['mirror.db', 'state.db'],
    );
    assert.match(await readFile(join(dataDir, aside, 'state.db'), 'utf8'), /^damaged/);
  });
});
