import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { jsonOf, runServer } from '../helpers/running-server.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages, type TinyPage } from './wordpress/tiny-wordpress.ts';

describe('npm run status', () => {
  it('says that there is no index yet, and makes nothing', async () => {
    await using synced = await createSyncedSite({});
    const { code, stdout } = await runProgram('sync/status.ts', synced.environment).ended;
    assert.deepEqual([code, stdout], [0, 'No index yet: run npm run sync\n']);
    const company = await runProgram('sync/status.ts', synced.environment, ['--company']).ended;
    assert.equal(company.stdout, 'No site has been read yet: run npm run sync\n');
    assert.equal(existsSync(synced.dir), false);
  });

  it('prints why a run failed', async () => {
    await using wordpress = await startTinyWordPress({ pages: [] });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    await synced.sync();
    const { stdout } = await runProgram('sync/status.ts', synced.environment).ended;
    assert.match(stdout, /holds pages back [\d.]+ s: Nothing was changed: no page i/);
  });
});

for (const program of ['status', 'rollback']) {
  describe(`npm run ${program}`, () => {
    it('ends with 4 where DATA_DIR is a file', async () => {
      const { code, stderr } = await runProgram(`sync/${program}.ts`, { DATA_DIR: import.meta.filename }).ended;
      assert.equal(code, 4);
      assert.match(stderr, /DATA_DIR: got \S+status\.long\.ts, wants a directory/);
    });
  });
}

describe('--help', () => {
  for (const program of ['sync/status', 'sync/rollback', 'server/clients']) {
    it(`is answered by ${program}`, async () => {
      await using synced = await createSyncedSite({});
      const { code, stdout } = await runProgram(`${program}.ts`, synced.environment, ['--help']).ended;
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`npm run ${program.split('/')[1]}`));
    });
  }
});

describe('npm run rollback', () => {
  it('fails without an earlier generation', async () => {
    await using synced = await createSyncedSite({});
    const { code, stderr } = await runProgram('sync/rollback.ts', synced.environment).ended;
    assert.deepEqual([code, stderr], [1, 'rollback: There is no earlier generation to go back to\n']);
  });
});

describe('npm run status of the demo site', () => {
  let synced: SyncedSite;
  let pages = 0;
  before(async () => {
    synced = await createSyncedSite({});
    pages = (await synced.sync()).summary?.pages ?? 0;
  });
  after(() => synced?.[Symbol.asyncDispose]());

  it('prints the generation, its pages and the last runs, for people and for programs', async () => {
    const people = await runProgram('sync/status.ts', synced.environment).ended;
    assert.equal(people.code, 0);
    assert.match(
      people.stdout,
      new RegExp(
        `^Generation \\d of .* serves ${pages} pages\nAll is well: the site was last read \\d+ s ago\n\nTypes {6}pages ${pages}\n`,
      ),
    );
    assert.match(people.stdout, /^Cities {5}no city \d+, madrid 14, .*…$/m);
    assert.match(people.stdout, /^Vocabulary company, home-services$/m);
    assert.match(people.stdout, new RegExp(`succeeded [\\d.]+ s: new ${pages}\n`));
    assert.ok(people.stdout.split('\n').length <= 24);
    // Nobody wants colours in a file.
    assert.ok(!people.stdout.includes('\u001b'));

    const programs = await runProgram('sync/status.ts', synced.environment, ['--json']).ended;
    const overview = JSON.parse(programs.stdout);
    assert.equal(overview.live.generation, await synced.generation());
    assert.equal(overview.live.pages_by_city.madrid, 14);
    assert.equal(overview.runs[0].outcome, 'done');
  });

  it('prints each field of the company data with where it came from', async () => {
    const people = await runProgram('sync/status.ts', synced.environment, ['--company']).ended;
    assert.equal(people.code, 0);
    assert.match(people.stdout, /^website +http\S+ {2}\(home of the site\)$/m);
    assert.match(people.stdout, /^cities +\d+: .*Madrid.*\(shortest path of each city\)$/m);

    const programs = await runProgram('sync/status.ts', synced.environment, ['--company', '--json']).ended;
    const { company, sources } = JSON.parse(programs.stdout);
    assert.deepEqual(Object.keys(sources), Object.keys(company));
  });
});

describe('npm run status -- --left-out', () => {
  it('writes the pages that are left out for people, for programs and as a page', async () => {
    const pages = tinyPages(3);
    await using wordpress = await startTinyWordPress({
      pages: [...pages, { ...tinyPages(4)[3], password: true } as TinyPage],
    });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    const status = (...args: readonly string[]) =>
      runProgram('sync/status.ts', synced.environment, ['--left-out', ...args]).ended;
    assert.equal((await status()).stdout, 'No site has been read yet: run npm run sync\n');
    await synced.sync();
    assert.match((await status()).stdout, /^1 page: requires a password\n {2}http\S+\/pagina-14\//);
    assert.equal(JSON.parse((await status('--json')).stdout).pages[0].reason, 'password');
    const file = join(synced.dir, 'left-out.html');
    assert.equal((await status('--html', file)).stdout, `${file} lists 1 page\n`);
    assert.match(readFileSync(file, 'utf8'), /La página tiene contraseña/);
  });

  it('tells in the overview, and to /readyz, that the guard holds, since when and why', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(12) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    await synced.sync();
    wordpress.site.pages.splice(0, 6);
    assert.equal((await synced.sync()).code, 2);
    const { stdout } = await runProgram('sync/status.ts', synced.environment).ended;
    assert.match(stdout, /^On hold {4}since 20\S+Z: 6 of 12 pages would go$/m);
    assert.match(stdout, /^ {2}→ check .*--left-out; if this is intended:\n {4}npm run sync -- --force$/m);
    await using server = await runServer({ content: false, dataDir: synced.dir });
    const ready = await jsonOf(await fetch(`${server.url}/readyz`));
    assert.deepEqual([ready.status, ready.guard[0].why], ['ready', '6 of 12 pages would go']);
  });
});
