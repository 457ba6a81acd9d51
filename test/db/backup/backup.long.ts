import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runProgram } from '../../helpers/program.ts';
import { makeDataDir } from './data-dir.ts';
import { runServer } from '../../helpers/running-server.ts';

describe('npm run backup and npm run restore, refused', { timeout: 60_000 }, () => {
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

  it('back up every site of SITES_DIR with --all, and name the site that cannot be', async () => {
    const sites = folderNamed('sites');
    await mkdir(sites);
    for (const name of ['one', 'two']) {
      await makeDataDir(join(sites, name), { 'state.db': 1 });
      await writeFile(join(sites, name, 'site.yaml'), `site_url: https://${name}.example\n`);
    }
    const all = async () => {
      const folder = folderNamed('all');
      return { folder, ...(await runProgram('sync/backup.ts', { SITES_DIR: sites }, ['--all', folder]).ended) };
    };
    const { folder, code, stdout, stderr } = await all();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\/one contains [^\n]*state\.db[^]*\/two contains/);
    assert.ok(['one', 'two'].every((name) => existsSync(join(folder, name, 'state.db'))));
    await writeFile(join(sites, 'two/site.yaml'), 'site_urk: x\n');
    const faulty = await all();
    assert.equal(faulty.code, 1);
    assert.match(faulty.stderr, /These sites are not backed up:\n {2}two: .*site_url: got nothing/);
    assert.ok(existsSync(join(faulty.folder, 'one/state.db')));
  });

  it('want a folder', async () => {
    for (const program of ['backup', 'restore'] as const) {
      const { code, stderr } = await run(program, folderNamed('data'));
      assert.deepEqual([code, stderr], [4, `${program}: Give a folder: npm run ${program} -- FOLDER\n`]);
    }
  });

  it(
    'leave a folder elsewhere, to which well-known is a link, to its owner',
    { skip: process.getuid?.() !== 0 },
    async () => {
      const dataDir = await dataDirOf({ 'state.db': 1 });
      await mkdir(join(dataDir, 'well-known'));
      await writeFile(join(dataDir, 'well-known/security.txt'), 'Contact: mailto:a@b.example\n');
      const folder = await backedUp(dataDir);
      const [target, elsewhere] = [folderNamed('linked'), folderNamed('elsewhere')];
      await mkdir(target);
      await mkdir(elsewhere);
      await symlink(elsewhere, join(target, 'well-known'));
      await chown(target, 10_001, 10_002);
      assert.equal((await run('restore', target, folder)).code, 0);
      assert.equal(statSync(elsewhere).uid, 0);
      assert.ok(existsSync(join(elsewhere, 'security.txt')));
    },
  );

  it('restore nothing while the server runs', async () => {
    await using server = await runServer();
    const folder = await backedUp(await dataDirOf({ 'state.db': 1 }));
    const { code, stderr } = await run('restore', server.data.dir, folder);
    assert.equal(code, 1);
    assert.match(stderr, /^restore: A program is using .*: stop the server and the sync, then restore\n$/);
    assert.deepEqual(
      readdirSync(server.data.dir).filter((name) => /restore/.test(name)),
      [],
    );
  });

  it('restore nothing of a newer version, nothing unfinished, damaged, or outside of its places', async () => {
    const target = folderNamed('target');
    const refused = async (folder: string, why: RegExp) => {
      const { code, stderr } = await run('restore', target, folder);
      assert.equal(code, 1);
      assert.match(stderr, why);
      assert.deepEqual(readdirSync(target), []);
    };
    const newer = await backedUp(await dataDirOf({ 'mirror.db': 99 }));
    await refused(
      newer,
      /mirror\.db has schema version 99; this program knows \d+: a newer version .* run that version/,
    );
    const unfinished = await backedUp(await dataDirOf({ 'state.db': 1 }));
    await rm(join(unfinished, 'backup.json'));
    await refused(unfinished, /is no finished backup/);
    const damaged = await backedUp(await dataDirOf({ 'state.db': 1 }));
    await writeFile(join(damaged, 'state.db'), 'x', { flag: 'a' });
    await refused(damaged, /state\.db is not what was backed up/);
    const strange = await backedUp(await dataDirOf({ 'state.db': 1 }));
    const manifest = await readFile(join(strange, 'backup.json'), 'utf8');
    for (const name of ['../x', 'index/current.json', 'well-known/../../x', 'well-known/.htaccess']) {
      await writeFile(join(strange, 'backup.json'), manifest.replace('state.db', name));
      await refused(strange, /backup\.json cannot be read/);
    }
  });

  it('say what they want: a new folder for the backup, and something to put into it', async () => {
    const dataDir = await dataDirOf({ 'state.db': 1 });
    assert.equal((await run('backup', dataDir)).code, 4);
    assert.equal((await run('restore', dataDir)).code, 4);
    const taken = await backedUp(dataDir);
    assert.match((await run('backup', dataDir, taken)).stderr, /is there already: name a new folder/);
    const nothing = await run('backup', folderNamed('nothing'), folderNamed('copy'));
    assert.match(nothing.stderr, /holds nothing to back up/);
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('.partial')),
      [],
    );
  });
});
