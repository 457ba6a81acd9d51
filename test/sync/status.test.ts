import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress } from './wordpress/tiny-wordpress.ts';
import { runProgram } from '../helpers/program.ts';

describe('npm run status', () => {
  it('says that there is no index yet, and makes nothing', async () => {
    await using synced = await createSyncedSite({});
    const { code, stdout } = await runProgram('sync/status.ts', synced.environment).ended;
    assert.deepEqual([code, stdout], [0, 'No index yet: run npm run sync\n']);
    assert.equal(existsSync(synced.dir), false);
  });

  it('prints the generation, its pages and the last runs, for people and for programs', async () => {
    await using synced = await createSyncedSite({});
    const { summary } = await synced.sync();
    const pages = summary?.pages ?? 0;
    const people = await runProgram('sync/status.ts', synced.environment).ended;
    assert.equal(people.code, 0);
    assert.match(
      people.stdout,
      new RegExp(`^Generation 1 of .*\\(\\d+ s ago\\)\n\nPages   ${pages}\n  by type   pages ${pages}\n`),
    );
    assert.match(people.stdout, /by city {3}general \d+, .*madrid 7/);
    assert.match(people.stdout, new RegExp(`done [\\d.]+ s: new ${pages}\n`));

    const programs = await runProgram('sync/status.ts', synced.environment, ['--json']).ended;
    const told = JSON.parse(programs.stdout);
    assert.equal(told.live.generation, 1);
    assert.equal(told.live.pages_by_city.madrid, 7);
    assert.equal(told.runs[0].outcome, 'done');
  });

  it('prints each field of the company data with where it came from', async () => {
    await using synced = await createSyncedSite({});
    const before = await runProgram('sync/status.ts', synced.environment, ['--company']).ended;
    assert.equal(before.stdout, 'No site has been read yet: run npm run sync\n');
    await synced.sync();
    const people = await runProgram('sync/status.ts', synced.environment, ['--company']).ended;
    assert.equal(people.code, 0);
    assert.match(people.stdout, /^website +http\S+ {2}\(home of the site\)$/m);
    assert.match(people.stdout, /^cities +\d+: .*Madrid.*\(shortest path of each city\)$/m);

    const programs = await runProgram('sync/status.ts', synced.environment, ['--company', '--json']).ended;
    const { company, sources } = JSON.parse(programs.stdout);
    assert.deepEqual(Object.keys(sources), Object.keys(company));
  });

  it('prints why a run failed', async () => {
    await using wordpress = await startTinyWordPress({ pages: [] });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    await synced.sync();
    const { stdout } = await runProgram('sync/status.ts', synced.environment).ended;
    assert.match(stdout, /mass_loss [\d.]+ s: Nothing was changed: no page is left/);
  });
});

describe('npm run rollback', () => {
  it('fails without an earlier generation', async () => {
    await using synced = await createSyncedSite({});
    const { code, stderr } = await runProgram('sync/rollback.ts', synced.environment).ended;
    assert.deepEqual([code, stderr], [1, 'rollback: There is no earlier generation to go back to\n']);
  });
});
