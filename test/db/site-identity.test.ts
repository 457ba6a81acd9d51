import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  claimDataDir,
  identityOf,
  isOfSite,
  moveSite,
  noteHome,
  requireOwnDataDir,
  requireOwnServed,
  settledEnvironment,
} from '../../db/site-identity.ts';
import { createMirror, openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { temporaryDir } from '../faults/temporary-dir.ts';

const ONE = 'https://uno.example';
const OTHER = 'https://dos.example';

/** The mirror and the pointer that an earlier release leaves, without `site.json`. */
function leaveBehind(dir: string, { source, home }: { readonly source: string; readonly home: string }): void {
  const db = openMirrorDatabase(join(dir, 'mirror.db'));
  const mirror = createMirror(db);
  mirror.commit({ startOver: false, gone: [], skipped: [], facts: { source, site: { home } } }, () => {});
  db.close();
}

function leavePointer(dir: string, site: string): void {
  mkdirSync(join(dir, 'index'));
  writeFileSync(join(dir, 'index', 'current.json'), JSON.stringify({ site }));
}

describe('the site of a data directory', () => {
  it('is the first that sync reads there, and refuses every other one with both addresses', async () => {
    await using place = await temporaryDir('identity-');
    claimDataDir(place.dir, ONE);
    assert.deepEqual(JSON.parse(readFileSync(join(place.dir, 'site.json'), 'utf8')), { site: ONE, former: [] });
    const both = { name: 'ConfigurationError', message: /uno\.example.*dos\.example/ };
    assert.throws(() => claimDataDir(place.dir, OTHER), both);
    assert.throws(() => requireOwnDataDir(place.dir, OTHER), both);
    assert.throws(() => requireOwnServed(place.dir, OTHER), both);
    assert.throws(() => claimDataDir(place.dir, undefined), /uno\.example.*demo/);
    assert.equal(identityOf(place.dir)?.site, ONE);
  });

  it('stays the same with https, with www and with a slash, and where WordPress reports its public address', async () => {
    await using place = await temporaryDir('identity-');
    claimDataDir(place.dir, 'http://10.0.0.5:8080');
    requireOwnServed(place.dir, ONE);
    noteHome(place.dir, 'http://10.0.0.5:8080', ONE);
    for (const same of ['http://10.0.0.5:8080/', ONE, 'http://www.uno.example/']) requireOwnDataDir(place.dir, same);
    assert.throws(() => requireOwnServed(place.dir, OTHER), /uno\.example.*dos\.example/);
    assert.deepEqual(
      [isOfSite(identityOf(place.dir), 'http://uno.example'), isOfSite(identityOf(place.dir), OTHER)],
      [true, false],
    );
  });

  it('moves to a new address when that is asked for, and keeps the former ones', async () => {
    await using place = await temporaryDir('identity-');
    claimDataDir(place.dir, ONE);
    noteHome(place.dir, ONE, ONE);
    moveSite(place.dir, OTHER);
    requireOwnDataDir(place.dir, OTHER);
    noteHome(place.dir, OTHER, OTHER);
    assert.throws(() => requireOwnDataDir(place.dir, ONE));
    // A generation of the former address is still the site's, and so is a server that was not told yet.
    assert.ok(isOfSite(identityOf(place.dir), ONE));
    requireOwnServed(place.dir, ONE);
    assert.throws(() => moveSite(place.dir, undefined), /SITE_URL/);
  });

  it('comes from the mirror or the index of an earlier release', async () => {
    for (const [source, site] of [
      ['uno.example', ONE],
      ['10.0.0.5:8080', 'http://10.0.0.5:8080'],
    ] as const) {
      await using place = await temporaryDir('identity-');
      leaveBehind(place.dir, { source, home: ONE });
      assert.deepEqual(identityOf(place.dir), { site, home: ONE, former: [] });
      assert.throws(() => requireOwnDataDir(place.dir, OTHER), /dos\.example/);
    }
    await using followed = await temporaryDir('identity-');
    leavePointer(followed.dir, ONE);
    assert.throws(() => requireOwnServed(followed.dir, OTHER), /uno\.example.*dos\.example/);
    requireOwnServed(followed.dir, 'http://10.0.0.5:8080');
    writeFileSync(join(followed.dir, 'site.json'), '{"si');
    assert.equal(identityOf(followed.dir)?.home, ONE);
  });

  it('cannot be anybody while nobody can report whose it is', async () => {
    await using place = await temporaryDir('identity-');
    writeFileSync(join(place.dir, 'site.json'), 'null');
    assert.throws(() => identityOf(place.dir), { name: 'ConfigurationError' });
  });

  it('is what commands work on that name none, and never the demo', async () => {
    await using place = await temporaryDir('identity-');
    const { dir } = place;
    assert.deepEqual(settledEnvironment({ DATA_DIR: dir }), { DATA_DIR: dir });
    assert.equal(settledEnvironment({})['DATA_DIR'], './data-demo');
    claimDataDir(dir, ONE);
    assert.deepEqual(settledEnvironment({ DATA_DIR: dir }), { DATA_DIR: dir, SITE_URL: ONE });
    assert.deepEqual(settledEnvironment({ DATA_DIR: dir, SITE_URL: OTHER }), { DATA_DIR: dir, SITE_URL: OTHER });
  });

  it('takes the place of the demo, of which nothing is left to serve', async () => {
    await using place = await temporaryDir('identity-');
    claimDataDir(place.dir, undefined);
    assert.equal(identityOf(place.dir)?.site, 'demo');
    assert.deepEqual(settledEnvironment({ DATA_DIR: place.dir }), { DATA_DIR: place.dir });
    leavePointer(place.dir, 'https://demo.example');
    claimDataDir(place.dir, ONE);
    assert.equal(existsSync(join(place.dir, 'index')), false);
    assert.throws(() => claimDataDir(place.dir, undefined), /uno\.example/);
  });
});
