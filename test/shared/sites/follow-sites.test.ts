import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { followSites, type SiteChange } from '../../../shared/sites/follow-sites.ts';

const dir = mkdtempSync(join(tmpdir(), 'follow-sites-'));
after(() => rmSync(dir, { recursive: true }));

/** A folder of sites that is followed, and what is told of it. */
async function follow(t: TestContext, names: readonly string[]) {
  const sitesDir = mkdtempSync(join(dir, 'sites-'));
  const write = (name: string, yaml = `site_url: https://${name}.example\n`) => {
    mkdirSync(join(sitesDir, name), { recursive: true });
    writeFileSync(join(sitesDir, name, 'site.yaml'), yaml);
  };
  for (const name of names) write(name);
  const changes: SiteChange[] = [];
  const reported = () => changes.splice(0).map(inWords);
  const following = await followSites({
    dir: sitesDir,
    environment: { SITES_DIR: sitesDir },
    onChange: (change) => void changes.push(change),
    everyMs: 10,
  });
  t.after(() => following[Symbol.asyncDispose]());
  /** Resolves with the changes of the next look that finds some. */
  async function next(): Promise<string[]> {
    while (changes.length === 0) await wait(5);
    return reported();
  }
  /** Proves that the next look finds no change: a look that finds a new site has looked at all sites. */
  async function assertUnchanged(): Promise<void> {
    write('probe');
    assert.deepEqual(await next(), ['taken probe']);
  }
  return { sitesDir, write, reported, next, assertUnchanged };
}

function inWords(change: SiteChange): string {
  if (change.type === 'taken') return `taken ${change.site.name}${change.site.isPaused ? ', paused' : ''}`;
  if (change.type === 'unreadable') return 'unreadable';
  return `${change.type} ${change.name}`;
}

describe('followSites', () => {
  it('tells every site at once, and then each that appears, changes, is renamed or goes', async (t) => {
    const { sitesDir, write, reported, next } = await follow(t, ['two', 'one']);
    assert.deepEqual(reported(), ['taken one', 'taken two']);
    write('three');
    assert.deepEqual(await next(), ['taken three']);
    write('two', 'site_url: https://two.example\npaused: true\n');
    assert.deepEqual(await next(), ['taken two, paused']);
    renameSync(join(sitesDir, 'three'), join(sitesDir, 'four'));
    assert.deepEqual(await next(), ['gone three', 'taken four']);
    rmSync(join(sitesDir, 'one'), { recursive: true });
    assert.deepEqual(await next(), ['gone one']);
  });

  it('tells a fault once, and no other site notices', async (t) => {
    const { write, reported, next, assertUnchanged } = await follow(t, ['one', 'two']);
    reported();
    write('two', 'site_url: ftp://two.example\n');
    assert.deepEqual(await next(), ['faulty two']);
    await assertUnchanged();
    write('two');
    assert.deepEqual(await next(), ['taken two']);
  });

  it('takes a site once what its site.yaml names is there, and again when that changes', async (t) => {
    const { sitesDir, write, next, assertUnchanged } = await follow(t, []);
    write('one', 'site_url: https://one.example\nsettings: { refresh_secret_file: secret }\n');
    assert.deepEqual(await next(), ['faulty one']);
    const secret = join(sitesDir, 'one', 'secret');
    writeFileSync(secret, 'a'.repeat(40));
    assert.deepEqual(await next(), ['taken one']);
    await assertUnchanged();
    writeFileSync(secret, 'b'.repeat(41));
    assert.deepEqual(await next(), ['taken one']);
  });

  it('loses a site whose site.yaml goes, though its folder is there again', async (t) => {
    const { sitesDir, reported, next } = await follow(t, ['one']);
    reported();
    rmSync(join(sitesDir, 'one', 'site.yaml'));
    const seen = await next();
    if (seen.length === 1) seen.push(...(await next()));
    assert.deepEqual(seen, ['gone one', 'faulty one']);
  });

  it('takes up a folder whose site.yaml comes later', async (t) => {
    const { sitesDir, write, reported, next } = await follow(t, []);
    assert.deepEqual(reported(), []);
    mkdirSync(join(sitesDir, 'late'));
    assert.deepEqual(await next(), ['faulty late']);
    write('late');
    assert.deepEqual(await next(), ['taken late']);
  });

  it('leaves the sites as they were while the folder cannot be read', async (t) => {
    const { sitesDir, reported, next, assertUnchanged } = await follow(t, ['one']);
    reported();
    renameSync(sitesDir, `${sitesDir}.away`);
    assert.deepEqual(await next(), ['unreadable']);
    renameSync(`${sitesDir}.away`, sitesDir);
    await assertUnchanged();
  });
});
