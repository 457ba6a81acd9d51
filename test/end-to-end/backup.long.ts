import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openWritable } from '../../db/sqlite.ts';
import { DEMO_SITE_CONFIG } from '../../sync/demo/site.ts';
import { newClient, newToken } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { runServer } from '../helpers/running-server.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';

/** A path that no page has any more. */
const FORMER = '/direccion-de-antes';

describe('a backup that is restored', { timeout: 400_000 }, () => {
  let root: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'backup-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  const run = (program: 'backup' | 'restore', dataDir: string, folder: string) =>
    runProgram(`sync/${program}.ts`, { DATA_DIR: dataDir }, [folder]).ended;

  it('brings clients, former addresses and files of the owner to another machine, copied while the server runs', async () => {
    await using site = await createSyncedSite({});
    assert.equal((await site.sync()).code, 0);
    const page = await site.index((index) => index.pageByPath('/contacto'));
    assert.ok(page);
    const mirror = openWritable(join(site.dir, 'mirror.db'));
    mirror.exec(`INSERT INTO aliases VALUES ('${FORMER}', ${page.id})`);
    mirror.close();
    await copyFile(DEMO_SITE_CONFIG, join(site.dir, 'site.yaml'));
    await mkdir(join(site.dir, 'well-known'));
    await writeFile(join(site.dir, 'well-known/security.txt'), 'Contact: mailto:a@b.example\n');

    const folder = join(root, 'copy');
    await using server = await runServer({ dataDir: site.dir, content: false });
    const client = await newClient(server);
    const { code, stdout } = await run('backup', site.dir, folder);
    assert.equal(code, 0);
    assert.match(stdout, /mirror\.db, state\.db, .*site\.yaml, well-known\/security\.txt/);
    await newToken(server, client);

    const target = join(root, 'elsewhere');
    const restored = await run('restore', target, folder);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stdout, /Now run npm run sync/);
    await using elsewhere = await createSyncedSite({ DATA_DIR: target, SITE_CONFIG: '' });
    assert.equal((await elsewhere.sync('--only', '/contacto')).code, 1, 'no page alone, before all were read again');
    const { summary } = await elsewhere.sync();
    assert.deepEqual([summary?.mode, summary?.new, summary?.gone], ['full', 0, 0]);
    await using second = await runServer({ dataDir: target, content: false });
    assert.ok(await newToken(second, client));
    const answer = await second.get(`/read_page?url=${FORMER}`);
    assert.equal(((await answer.json()) as { url: string }).url, page.url);
    assert.equal(await readFile(join(target, 'site.yaml'), 'utf8'), await readFile(DEMO_SITE_CONFIG, 'utf8'));
    const proof = await fetch(`${second.url}/.well-known/security.txt`);
    assert.equal(await proof.text(), 'Contact: mailto:a@b.example\n');
  });
});
