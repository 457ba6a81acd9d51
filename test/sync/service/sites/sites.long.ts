import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLeaseTable } from '../../../../db/mirror/lease.ts';
import { openMirrorDatabase } from '../../../../db/mirror/mirror.ts';
import { createLease, newSession } from '../../../../sync/service/lease.ts';
import { addSite, judgeNewSite, removeSite, setPaused, type NewSite } from '../../../../sync/service/sites/edit.ts';
import { listSites } from '../../../../sync/service/sites/list.ts';
import { temporaryDir } from '../../../faults/temporary-dir.ts';
import { runProgram } from '../../../helpers/program.ts';
import { createSyncedSite } from '../../../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../../wordpress/tiny-wordpress.ts';

/** Runs `npm run sites` over a folder. */
async function sites(dir: string, ...args: readonly string[]) {
  await using program = runProgram('sync/sites.ts', { SITES_DIR: dir }, args);
  return await program.ended;
}

const newSite = (siteUrl: string, more: Partial<NewSite> = {}): NewSite => ({
  name: undefined,
  siteUrl,
  publicUrl: undefined,
  ...more,
});

function add(dir: string, siteUrl: string, more: Partial<NewSite> = {}): string {
  const site = newSite(siteUrl, more);
  const { name } = judgeNewSite(dir, site, {});
  addSite(dir, { ...site, name });
  return name;
}

const fileOf = (dir: string, name: string) => join(dir, name, 'site.yaml');

describe('npm run sites', () => {
  it('adds, lists, pauses, resumes and removes a site, for people and for programs', async () => {
    await using folder = await temporaryDir('sites-');
    const dir = join(folder.dir, 'sites');
    const added = await sites(dir, 'add', 'https://www.bakery.example/blog', '--name', 'bakery', '--no-check');
    assert.equal(added.code, 0, added.stderr);
    assert.match(added.stdout, /^Added bakery: .*\/bakery\/site\.yaml, served at https:\/\/www\.bakery\.example after/);
    assert.equal(readFileSync(fileOf(dir, 'bakery'), 'utf8'), 'site_url: https://www.bakery.example/blog\n');

    mkdirSync(join(dir, 'broken'));
    writeFileSync(fileOf(dir, 'broken'), 'site_url: ftp://broken.example\n');
    assert.equal((await sites(dir, 'pause', 'bakery')).stdout, 'Paused bakery; its last index stays live\n');
    const listed = await sites(dir, 'list');
    assert.match(
      listed.stdout,
      /^bakery +https:\/\/www\.bakery\.example\/blog +https:\/\/www\.bakery\.example +paused$/m,
    );
    assert.match(listed.stdout, /^broken +faulty: .*site_url: got "ftp:\/\/broken\.example"/m);
    const report = JSON.parse((await sites(dir, '--json')).stdout) as { sites: Record<string, unknown>[] };
    assert.deepEqual(report.sites[0], {
      name: 'bakery',
      site_url: 'https://www.bakery.example/blog',
      public_url: 'https://www.bakery.example',
      paused: true,
      worker: 'shared',
    });
    assert.deepEqual(JSON.parse((await sites(dir, 'resume', 'bakery', '--json')).stdout).paused, false);

    const removed = await sites(dir, 'remove', 'bakery');
    const [, kept = ''] = /^Removed bakery; its folder is (.*)\n$/.exec(removed.stdout) ?? [];
    assert.deepEqual(readdirSync(kept), ['site.yaml']);
    assert.match((await sites(dir, 'remove', 'broken', '--purge')).stdout, /deleted its folder/);
    assert.deepEqual(readdirSync(dir), ['.removed']);
    assert.deepEqual(readdirSync(join(dir, '.removed')).length, 1);
  });

  it('says which other site reads the same WordPress', async () => {
    await using folder = await temporaryDir('sites-');
    assert.doesNotMatch((await sites(folder.dir, 'add', 'https://bakery.example', '--no-check')).stdout, /Note/);
    const copy = [
      'add',
      'http://www.bakery.example/',
      '--name',
      'copy',
      '--public-url',
      'https://copy.example',
      '--no-check',
    ];
    const { code, stdout } = await sites(folder.dir, ...copy);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^Added copy: .*\nNote: this WordPress is also read by bakery\.example, with separate rate limits\n$/,
    );
  });

  it('ends with 4 for what it does not understand, and changes nothing', async () => {
    await using folder = await temporaryDir('sites-');
    for (const [args, fault] of [
      [['frobnicate'], /There is no command frobnicate; available: add, list/],
      [['add'], /add requires one URL/],
      [['list', '--purge'], /--purge: requires the command remove/],
    ] as const) {
      const { code, stderr } = await sites(folder.dir, ...args);
      assert.equal(code, 4, args.join(' '));
      assert.match(stderr, fault);
    }
    for (const name of ['bakery', '../elsewhere', '.removed']) {
      assert.throws(() => setPaused(folder.dir, name, true), /There is no site/);
      await assert.rejects(removeSite(folder.dir, name, new Date()), /There is no site/);
    }
    await using without = runProgram('sync/sites.ts', {}, ['list']);
    assert.match((await without.ended).stderr, /SITES_DIR: got nothing/);
    assert.deepEqual(readdirSync(folder.dir), []);
  });

  it('says in a line how it is with each site', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using folder = await temporaryDir('sites-');
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url, DATA_DIR: join(folder.dir, 'read') });
    assert.equal((await synced.sync()).code, 0);
    writeFileSync(fileOf(folder.dir, 'read'), `site_url: ${wordpress.url}\n`);
    add(folder.dir, 'https://fresh.example');
    add(folder.dir, 'https://ruled.example');
    writeFileSync(fileOf(folder.dir, 'ruled.example'), 'site_url: https://ruled.example\nbrond: Baker\n');
    const { code, stdout } = await sites(folder.dir, 'status');
    assert.equal(code, 0);
    assert.match(stdout, /^SITE +PAGES +BUILT +LAST RUN +NEXT$/m);
    assert.match(stdout, /^fresh\.example +none +never +none +in \d+ \w+ +No index yet$/m);
    assert.match(stdout, /^read +3 +\d+ s +succeeded \d+ s ago +in \d+ \w+ +ok$/m);
    assert.match(stdout, /^ruled\.example .* faulty: .*brond.*brand/m);
    const report = JSON.parse((await sites(folder.dir, 'status', '--json')).stdout) as { sites: { pages?: number }[] };
    assert.deepEqual(
      report.sites.map(({ pages }) => pages),
      [undefined, 3, undefined],
    );
  });

  it('adds only a site in which the doctor finds no problem', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using folder = await temporaryDir('sites-');
    const refused = await sites(folder.dir, 'add', 'http://127.0.0.1:9');
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /The connection was refused[^]*The site was not added/);
    assert.deepEqual(readdirSync(folder.dir), []);
    const taken = await sites(folder.dir, 'add', wordpress.url, '--name', 'tiny');
    assert.equal(taken.code, 0, taken.stdout + taken.stderr);
    assert.ok(existsSync(fileOf(folder.dir, 'tiny')));
  });

  it('removes a site between two runs: one that is at work is told to stop', async () => {
    await using folder = await temporaryDir('sites-');
    add(folder.dir, 'https://busy.example', { name: 'busy' });
    const db = openMirrorDatabase(join(folder.dir, 'busy/mirror.db'));
    const lease = createLease({ table: createLeaseTable(db), self: newSession() });
    const atWork = lease.acquire();
    const removing = sites(folder.dir, 'remove', 'busy', '--json');
    while (!/^paused: true$/m.test(readFileSync(fileOf(folder.dir, 'busy'), 'utf8'))) await wait(20);
    atWork[Symbol.dispose]();
    const { code, stdout } = await removing;
    db.close();
    assert.equal(code, 0);
    const { kept_in: kept } = JSON.parse(stdout) as { kept_in: string };
    assert.equal(readFileSync(join(kept, 'site.yaml'), 'utf8'), 'site_url: https://busy.example\n');
    assert.deepEqual(listSites(folder.dir, {}), []);
  });
});

describe('a site that is added', () => {
  it('is called by its address unless it is given a name', async () => {
    await using folder = await temporaryDir('sites-');
    assert.equal(add(folder.dir, 'https://Bakery.example/'), 'bakery.example');
    assert.equal(add(folder.dir, 'http://127.0.0.1:8081/blog/es'), '127.0.0.1-8081-blog-es');
    assert.equal(add(folder.dir, 'https://panadería.example'), 'xn--panadera-i2a.example');
    assert.equal(add(folder.dir, 'http://[::1]:8082'), '1-8082');
    assert.deepEqual(
      listSites(folder.dir, {}).map(({ name }) => name),
      readdirSync(folder.dir).toSorted(),
    );
  });

  it('wants a web address, a name that is free, and a public address that no other site has', async () => {
    await using folder = await temporaryDir('sites-');
    add(folder.dir, 'https://bakery.example');
    const refusal = (siteUrl: string, more: Partial<NewSite> = {}) => {
      assert.throws(() => add(folder.dir, siteUrl, more), { name: 'ConfigurationError' });
      try {
        add(folder.dir, siteUrl, more);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    assert.match(refusal('bakery'), /the address: got "bakery", wants an http or https address/);
    assert.match(refusal('file:///etc'), /the address: got/);
    assert.match(refusal('https://x.example', { publicUrl: 'x' }), /--public-url: got "x"/);
    assert.match(refusal('https://x.example', { name: 'X/../y' }), /--name: got X\/\.\.\/y/);
    assert.match(refusal('https://x.example', { name: '.hidden' }), /--name: got \.hidden/);
    assert.match(
      refusal('https://bakery.example/other', { name: 'bakery.example' }),
      /the site bakery\.example already exists/,
    );
    assert.match(refusal('http://BAKERY.example', { name: 'two' }), /is the address of bakery\.example/);
    assert.match(
      refusal('https://x.example', { publicUrl: 'https://bakery.example' }),
      /--public-url: https:\/\/bakery\.example is the address of bakery\.example/,
    );
    assert.deepEqual(readdirSync(folder.dir), ['bakery.example']);
  });

  it('is read by the user to whom SITES_DIR belongs, when root adds and edits it', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('needs root');
    await using folder = await temporaryDir('sites-');
    chownSync(folder.dir, 10_001, 10_001);
    add(folder.dir, 'https://bakery.example', { name: 'bakery' });
    setPaused(folder.dir, 'bakery', true);
    for (const path of [join(folder.dir, 'bakery'), fileOf(folder.dir, 'bakery')]) {
      assert.equal(statSync(path).uid, 10_001, path);
    }
    await removeSite(folder.dir, 'bakery', new Date());
    assert.equal(statSync(join(folder.dir, '.removed')).uid, 10_001);
  });
});

describe('a site that is paused', () => {
  it('keeps its file where a link leads, with the mode that it has', async () => {
    await using folder = await temporaryDir('sites-');
    add(folder.dir, 'https://kept.example', { name: 'kept' });
    const file = fileOf(folder.dir, 'kept');
    const real = join(folder.dir, '.kept.yaml');
    renameSync(file, real);
    symlinkSync('../.kept.yaml', file);
    chmodSync(real, 0o640);
    assert.equal(setPaused(folder.dir, 'kept', true), true);
    assert.ok(lstatSync(file).isSymbolicLink());
    assert.match(readFileSync(real, 'utf8'), /^paused: true$/m);
    assert.equal(statSync(real).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(folder.dir).toSorted(), ['.kept.yaml', 'kept']);
  });

  it('is at work again where it could not be removed', async () => {
    await using folder = await temporaryDir('sites-');
    add(folder.dir, 'https://busy.example', { name: 'busy' });
    const db = openMirrorDatabase(join(folder.dir, 'busy/mirror.db'));
    const lease = createLease({ table: createLeaseTable(db), self: newSession() });
    const atWork = lease.acquire();
    const now = new Date('2026-01-01T00:00:00Z');
    const removing = removeSite(folder.dir, 'busy', now);
    const file = fileOf(folder.dir, 'busy');
    while (!/^paused: true$/m.test(readFileSync(file, 'utf8'))) await wait(20);
    // Where its folder is to go, there is something.
    mkdirSync(join(folder.dir, '.removed/busy-20260101T000000000Z/x'), { recursive: true });
    atWork[Symbol.dispose]();
    db.close();
    await assert.rejects(removing, { code: 'ENOTEMPTY' });
    assert.equal(readFileSync(file, 'utf8'), 'site_url: https://busy.example\n');
  });

  it('keeps every word of its file', async () => {
    await using folder = await temporaryDir('sites-');
    add(folder.dir, 'https://bakery.example', { name: 'bakery' });
    const text = `# The bakery in the market hall.
site_url: https://bakery.example # behind a proxy

settings: { sync_types: [pages, posts] }
brand: 'Bakery: "fresh"'
exclude:
  - /thanks* # of the shop
`;
    writeFileSync(fileOf(folder.dir, 'bakery'), text);
    assert.equal(setPaused(folder.dir, 'bakery', true), true);
    assert.equal(setPaused(folder.dir, 'bakery', true), false);
    assert.equal(readFileSync(fileOf(folder.dir, 'bakery'), 'utf8'), `${text}paused: true\n`);
    assert.equal(setPaused(folder.dir, 'bakery', false), true);
    assert.equal(readFileSync(fileOf(folder.dir, 'bakery'), 'utf8'), text);
  });

  it('is not written anew where its file has faults', async () => {
    await using folder = await temporaryDir('sites-');
    add(folder.dir, 'https://bakery.example', { name: 'bakery' });
    writeFileSync(fileOf(folder.dir, 'bakery'), 'site_url: [1\n');
    assert.throws(() => setPaused(folder.dir, 'bakery', true), /line 2, column 1/);
    assert.deepEqual(readdirSync(join(folder.dir, 'bakery')), ['site.yaml']);
  });
});
