import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import type { MisnamedSetting } from '../../../shared/env-names.ts';
import { createLeaseTable } from '../../../db/mirror/lease.ts';
import { openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { createRunLog } from '../../../db/mirror/run-log.ts';
import { openStateDatabase } from '../../../db/state/sqlite/database.ts';
import { writeProbeNote } from '../../../sync/service/report/notes.ts';
import type { Finding } from '../../../sync/doctor/finding.ts';
import { createGenerations } from '../../../db/index/generations.ts';
import { writeFollowNote } from '../../../db/index/follow-note.ts';
import { writeDeliveryNote } from '../../../sync/service/report/notes.ts';
import { closedAmong, examineInstallation, judgeSpace } from '../../../sync/doctor/installation.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

/** A data directory after a good run. */
async function installed() {
  const data = await temporaryDataDir();
  await data.publish();
  await chmod(data.dir, 0o700);
  const mirrorFile = join(data.dir, 'mirror.db');
  const stateFile = join(data.dir, 'state.db');
  const db = openMirrorDatabase(mirrorFile);
  const runs = createRunLog(db);
  openStateDatabase(stateFile).close();
  const ran = (outcome: string, at: string, summary: unknown = {}) =>
    runs.finish(runs.start('changes', at), { finishedAt: at, outcome, summary });
  ran('done', '2026-11-21T09:58:00Z');
  return {
    dir: data.dir,
    mirrorFile,
    stateFile,
    db,
    ran,
    examine: (
      siteFile?: string,
      follows?: string,
      keys?: { readonly publicKeys?: KeyObject[]; readonly signingKey?: KeyObject },
      misnamed: readonly MisnamedSetting[] = [],
    ) =>
      examineInstallation({
        dataDir: data.dir,
        mirrorFile,
        state: { file: stateFile },
        siteFile,
        follows,
        delivers: existsSync(join(data.dir, 'delivery.json')),
        publicKeys: keys?.publicKeys ?? [],
        signingKey: keys?.signingKey?.export({ type: 'pkcs8', format: 'pem' }).toString(),
        schedule: '*/10 * * * *',
        probeSeconds: 15,
        misnamed,
        takesMessages: false,
        nodeVersion: '24.1.0',
        now: () => NOW,
      }),
    async [Symbol.asyncDispose]() {
      db.close();
      await data[Symbol.asyncDispose]();
    },
  };
}

const levels = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ level, check }) => `${level} ${check}`);
const find = (findings: readonly Finding[], check: string) => findings.find((one) => one.check === check);

describe('examineInstallation', () => {
  it('finds a sound installation sound, and leaves it as it was', async () => {
    await using place = await installed();
    writeProbeNote(place.dir, { every_seconds: 15, configured_seconds: 15, last_at: NOW.toISOString() });
    assert.deepEqual(levels(await place.examine()), ['note site_file']);
    assert.equal(createLeaseTable(place.db).holder(), undefined);
  });

  it('says what a fresh machine lacks', async () => {
    await using place = await installed();
    place.db.close();
    await rm(place.dir, { recursive: true });
    assert.deepEqual(levels(await place.examine()), ['note site_file', 'note state.database', 'note data_dir']);
    await mkdir(place.dir, { mode: 0o700 });
    const bare = await place.examine();
    assert.deepEqual(levels(bare), [
      'note site_file',
      'note state.database',
      'note mirror.database',
      'note index.file',
    ]);
  });

  it('repeats what is wrong with the site file', async () => {
    await using place = await installed();
    const file = join(place.dir, 'site.yaml');
    await writeFile(file, 'brnad: Casa\n');
    assert.match(find(await place.examine(file), 'site_file')?.message ?? '', /nearest known one is brand/);
  });

  it('notes each name in .env that sets nothing, with the name to write', async () => {
    await using place = await installed();
    const findings = await place.examine(undefined, undefined, undefined, [
      { name: 'SITE_ULR', nearest: 'SITE_URL' },
      { name: 'SYNC_INTERVAL', nearest: undefined },
    ]);
    const notes = findings.filter(({ check }) => check === 'settings.env_file');
    assert.deepEqual(
      notes.map(({ level, message, advice }) => [level, message.slice(0, 26), advice]),
      [
        ['note', '.env: SITE_ULR is no setti', 'write SITE_URL'],
        ['note', '.env: SYNC_INTERVAL is no ', 'deploy/configuration.md has all names'],
      ],
    );
  });

  it('ends the report if this user cannot use DATA_DIR', async () => {
    await using place = await installed();
    place.db.close();
    await rm(place.dir, { recursive: true });
    // A file without permissions to execute is closed to root too.
    await writeFile(place.dir, '');
    const findings = await place.examine();
    assert.equal(findings.at(-1)?.check, 'data_dir');
    assert.match(findings.at(-1)?.message ?? '', /cannot be read and written by this user$/);
  });

  it('sees files that others can read', async () => {
    await using place = await installed();
    await chmod(place.dir, 0o755);
    await chmod(place.stateFile, 0o644);
    assert.match(find(await place.examine(), 'data_dir.permissions')?.message ?? '', /state\.db/);
  });

  it('names what this user cannot read, and looks no further', async () => {
    await using place = await installed();
    const index = join(place.dir, 'index');
    await rm(index, { recursive: true });
    // A link to nowhere is closed to root too.
    await symlink('/nowhere/index', index);
    const findings = await place.examine();
    const finding = find(findings, 'data_dir.owner');
    assert.equal(finding, findings.at(-1));
    assert.match(finding?.message ?? '', /^index in .* cannot be read and written by this user$/);
    assert.match(finding?.advice ?? '', /chown -R USER/);
  });

  it('takes no file for closed that has gone since the folder was listed', async () => {
    await using place = await installed();
    await symlink('/nowhere', join(place.dir, 'outside'));
    assert.deepEqual(await closedAmong(place.dir, ['state.db', 'outside', 'index/index-7.db']), ['outside']);
  });

  it('tells which files of well-known/ are published, and why others are not', async () => {
    await using place = await installed();
    const folder = join(place.dir, 'well-known');
    await mkdir(folder);
    for (const name of ['mcp-registry-auth', 'api-catalog', 'with blank', '.swp'])
      await writeFile(join(folder, name), 'x');
    await mkdir(join(folder, 'inner'));
    const findings = (await place.examine()).filter(({ check }) => check.startsWith('well_known.'));
    assert.deepEqual(
      Object.fromEntries(
        findings.map(({ check, message }) => [check.slice(11), message.replace(/^.*(?:: | is )/, '')]),
      ),
      {
        'mcp-registry-auth': 'published as /.well-known/mcp-registry-auth',
        'api-catalog': 'the service has a document of that name',
        'with blank': 'not made of letters, digits, ".", "_" and "-"',
        inner: 'not a file',
      },
    );
  });

  it('tells how it goes with a published index that is followed, and asks for no mirror', async () => {
    await using place = await installed();
    const url = 'https://cdn.example/index';
    const examine = async () => find(await place.examine(undefined, url), 'index.follow');
    assert.equal((await examine())?.level, 'note');
    const followed_at = NOW.toISOString();
    writeFollowNote(place.dir, { url, followed_at, failures: 0 });
    assert.equal((await examine())?.level, 'ok');
    writeFollowNote(place.dir, { url, followed_at, failures: 2, fault: 'current.json is answered 404' });
    assert.equal((await examine())?.level, 'problem');
    const findings = await place.examine(undefined, url);
    assert.equal(find(findings, 'mirror.database'), undefined);
    await writeFile(join(place.dir, 'index/index-1.db'), 'x');
    assert.match(find(await place.examine(undefined, url), 'index.file')?.advice ?? '', /npm run serve/);
  });

  it('tells how it goes with the delivery of what is published', async () => {
    await using place = await installed();
    const examine = async () => find(await place.examine(), 'delivery');
    assert.equal(await examine(), undefined);
    writeDeliveryNote(place.dir, { failures: 0 });
    assert.equal((await examine())?.level, 'note');
    writeDeliveryNote(place.dir, { delivered_at: NOW.toISOString(), failures: 0 });
    assert.equal((await examine())?.level, 'ok');
    writeDeliveryNote(place.dir, { delivered_at: NOW.toISOString(), failures: 1, fault: 'it ended with 1' });
    assert.match((await examine())?.message ?? '', /SYNC_ON_PUBLISH fails .*: it ended with 1$/);
  });

  it('tells whether the index is signed by the key that is set', async () => {
    await using place = await installed();
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const url = 'https://cdn.example/index';
    const levelOf = async (...given: Parameters<typeof place.examine>) =>
      find(await place.examine(...given), 'index.signature')?.level;
    assert.equal(await levelOf(), undefined);
    assert.equal(await levelOf(undefined, url), 'note');
    assert.equal(await levelOf(undefined, undefined, { signingKey: privateKey }), 'note');
    await createGenerations(place.dir, { signingKey: privateKey }).sign();
    assert.equal(await levelOf(undefined, undefined, { signingKey: privateKey }), 'ok');
    assert.equal(await levelOf(undefined, url, { publicKeys: [publicKey] }), 'ok');
    const stranger = generateKeyPairSync('ed25519').publicKey;
    assert.equal(await levelOf(undefined, url, { publicKeys: [stranger] }), 'note');
  });

  it('sees a damaged pointer and a damaged index', async () => {
    await using place = await installed();
    await writeFile(join(place.dir, 'index/index-1.db'), 'x');
    assert.match(find(await place.examine(), 'index.file')?.message ?? '', /damaged/);
    await writeFile(join(place.dir, 'index/current.json'), '{');
    assert.match(find(await place.examine(), 'index.pointer')?.advice ?? '', /--full/);
  });

  it('tells that the guard holds, why, and what to do', async () => {
    await using place = await installed();
    const note = [{ kind: 'vanished', since: '2026-01-01T00:00:00.000Z', why: '9 of 10 pages would go' }];
    await writeFile(join(place.dir, 'index/guard.json'), JSON.stringify(note));
    const { level, message = '', advice } = find(await place.examine(), 'guard') ?? {};
    assert.equal(level, 'problem');
    assert.match(message, /^The guard holds pages at their previous versions, for .+: 9 of 10 pages would go$/);
    assert.match(advice ?? '', /--left-out; if this is intended, npm run sync -- --force$/);
    const closed = [{ kind: 'unread', since: '2026-01-01T00:00:00.000Z', why: 'the REST API is closed to sync' }];
    await writeFile(join(place.dir, 'index/guard.json'), JSON.stringify(closed));
    assert.match(find(await place.examine(), 'guard')?.advice ?? '', /^open \/wp-json\/wp\/v2 to this machine/);
  });

  it('sees a damaged database, and one of a newer version', async () => {
    await using place = await installed();
    await rm(`${place.stateFile}-wal`, { force: true });
    await writeFile(place.stateFile, 'not a database, and long enough to be read as one. '.repeat(100));
    place.db.pragma('user_version = 99');
    const findings = await place.examine();
    assert.match(find(findings, 'state.database')?.message ?? '', /cannot be read|damaged/);
    assert.match(find(findings, 'mirror.database')?.message ?? '', /schema version 99/);
  });

  it('reports how the last run ended', async () => {
    await using place = await installed();
    place.ran('mass_loss', '2026-11-21T09:59:00Z', { message: 'Nothing was changed: 40 of 60 pages would go' });
    const stopped = find(await place.examine(), 'runs.last');
    assert.equal(stopped?.level, 'problem');
    assert.match(stopped?.message ?? '', /40 of 60 pages/);
    place.ran('site', '2026-11-21T09:59:30Z', { message: 'The connection was refused' });
    assert.match(find(await place.examine(), 'runs.last')?.message ?? '', /connection was refused/);
  });

  it('does not take a mistyped --only for a run that failed', async () => {
    await using place = await installed();
    const before = find(await place.examine(), 'runs.last');
    place.ran('page_unknown', '2026-11-21T09:59:30Z', { message: '--only /madird: no page is called so' });
    assert.deepEqual(find(await place.examine(), 'runs.last'), before);
  });

  it('sees that nothing has run for long', async () => {
    await using place = await installed();
    place.db.exec(`UPDATE runs SET finished_at = '2026-11-21T08:00:00Z'`);
    assert.equal(find(await place.examine(), 'runs.age')?.level, 'note');
    place.db.exec(`UPDATE runs SET finished_at = '2026-11-19T08:00:00Z'`);
    assert.equal(find(await place.examine(), 'runs.age')?.level, 'problem');
  });

  it('distinguishes a run at work from a lease that was left behind', async () => {
    await using place = await installed();
    const lease = createLeaseTable(place.db);
    lease.take({ owner: 'casa/77/x', renewedAt: NOW.getTime() - 5000 }, () => true);
    assert.match(find(await place.examine(), 'lease')?.message ?? '', /Process 77 is active/);
    lease.take({ owner: 'casa/77/x', renewedAt: NOW.getTime() - 500_000 }, () => true);
    assert.match(find(await place.examine(), 'lease')?.message ?? '', /acquires it/);
  });
});

describe('judgeSpace', () => {
  it('wants room for another index beside the live one', () => {
    const mb = 1_048_576;
    assert.equal(judgeSpace(10_000 * mb, 100 * mb).level, 'ok');
    assert.equal(judgeSpace(150 * mb, 100 * mb).level, 'note');
    assert.equal(judgeSpace(30 * mb, 100 * mb).level, 'problem');
  });
});
