import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigurationError, dataPaths, readSettings } from '../../../shared/settings.ts';
import { readSite, siteEnvironment, siteNames, unreadKeys } from '../../../shared/sites/site.ts';

const sitesDir = mkdtempSync(join(tmpdir(), 'sites-'));
after(() => rmSync(sitesDir, { recursive: true }));

function write(name: string, yaml: string): void {
  mkdirSync(join(sitesDir, name), { recursive: true });
  writeFileSync(join(sitesDir, name, 'site.yaml'), yaml);
}

const settingsOf = (name: string, common = {}) =>
  readSettings(siteEnvironment(readSite(sitesDir, name, common), common));

function faultsOf(name: string, common = {}): readonly string[] {
  try {
    readSite(sitesDir, name, common);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults;
  }
  return [];
}

describe('a site of SITES_DIR', () => {
  it('has its folder for data, and what its file says before what is set for all', () => {
    write(
      'bakery.example',
      'site_url: https://bakery.example/shop\npublic_url: https://agents.bakery.example\nbrand: Bakery\n' +
        'settings:\n  sync_types: [pages, posts]\n  sync_requests_per_second: 0.5\n  ledger_days: 0\n',
    );
    const common = { SITES_DIR: sitesDir, LEDGER_DAYS: '7', GUARD_HOURS: '6', SYNC_TYPES: 'pages' };
    const settings = settingsOf('bakery.example', common);
    assert.equal(settings.SITE_URL, 'https://bakery.example/shop');
    assert.equal(settings.PUBLIC_URL, 'https://agents.bakery.example');
    assert.equal(settings.SITES_DIR, undefined);
    assert.deepEqual(settings.SYNC_TYPES, ['pages', 'posts']);
    assert.equal(settings.SYNC_REQUESTS_PER_SECOND, 0.5);
    assert.equal(settings.LEDGER_DAYS, 0);
    assert.equal(settings.GUARD_HOURS, 6);
    assert.equal(dataPaths(settings).siteConfig, join(sitesDir, 'bakery.example', 'site.yaml'));
  });

  it('is at work in the process of all, unless its file says otherwise', () => {
    write('one', 'site_url: https://one.example\n');
    write('two', 'site_url: https://two.example\npaused: true\nworker: own\n');
    const [one, two] = [readSite(sitesDir, 'one', {}), readSite(sitesDir, 'two', {})];
    assert.deepEqual([one.isPaused, one.hasOwnWorker], [false, false]);
    assert.deepEqual([two.isPaused, two.hasOwnWorker], [true, true]);
  });

  it('has a folder that no other site has', () => {
    write('first', 'site_url: https://first.example\n');
    symlinkSync('first', join(sitesDir, 'second'));
    assert.match(faultsOf('second').join(), /second\/site\.yaml: is a link to the folder of first/);
    assert.deepEqual(faultsOf('first'), []);
  });

  it('keeps a secret in a file beside its own, in place of a value for all', () => {
    write(
      'secretive',
      'site_url: https://secretive.example\nsettings:\n  sync_app_password_file: password\n  sync_user: ana\n',
    );
    writeFileSync(join(sitesDir, 'secretive', 'password'), 'of this site\n');
    assert.equal(settingsOf('secretive').SYNC_APP_PASSWORD, 'of this site');
    write('chatty', 'site_url: https://chatty.example\nsettings:\n  ledger_days: 3\n');
    assert.equal(settingsOf('chatty', { LEDGER_DAYS_FILE: '/nowhere' }).LEDGER_DAYS, 3);
  });

  it('tells every fault by the key in its file', () => {
    write(
      'wrong',
      'site_url: ftp://wrong.example\nsettings:\n  sync_schedule: never\n  sync_typs: posts\n  port: 80\n',
    );
    const unknown = faultsOf('wrong');
    assert.match(unknown.join('\n'), /wrong\/site\.yaml: settings\.sync_typs: .*nearest one is sync_types/);
    assert.match(unknown.join('\n'), /settings\.port: no setting that a site may have for itself/);
    write('wrong', 'site_url: ftp://wrong.example\nsettings:\n  sync_schedule: never\n');
    const refused = faultsOf('wrong').join('\n');
    assert.match(refused, /wrong\/site\.yaml: site_url: got "ftp:/);
    assert.match(refused, /wrong\/site\.yaml: settings\.sync_schedule: got "never"/);
    write('wrong', 'brand: Without an address\n');
    assert.match(faultsOf('wrong').join(), /site_url: got nothing, wants the address of WordPress/);
    write('wrong', 'site_url: [1\n');
    assert.match(faultsOf('wrong').join(), /site\.yaml: line \d+, column \d+/);
    write('wrong', 'site_url: https://wrong.example\npaused: perhaps\n');
    assert.match(faultsOf('wrong').join(), /paused: wants true or false/);
    mkdirSync(join(sitesDir, 'empty'));
    assert.match(faultsOf('empty').join(), /wants a readable file/);
    write('Upper Case', 'site_url: https://upper.example\n');
    assert.match(faultsOf('Upper Case').join(), /lower-case letters/);
  });

  it('is no file, and nothing that begins with a dot', () => {
    mkdirSync(join(sitesDir, '.removed'));
    writeFileSync(join(sitesDir, 'notes.txt'), '');
    const names = siteNames(sitesDir);
    assert.ok(names.includes('one'));
    assert.deepEqual(
      names.filter((name) => name.startsWith('.') || name === 'notes.txt'),
      [],
    );
  });

  it('says nothing for itself that the environment does not have, once it is no site of SITES_DIR', () => {
    write('moved', 'site_url: https://moved.example\nbrand: Moved\nsettings:\n  ledger_days: 3\n');
    const file = join(sitesDir, 'moved', 'site.yaml');
    assert.deepEqual(unreadKeys(file, siteEnvironment(readSite(sitesDir, 'moved', {}), {})), []);
    const [address, days, ...more] = unreadKeys(file, { LEDGER_DAYS: '4' }).toSorted().toReversed();
    assert.match(address ?? '', /site_url: is read below SITES_DIR alone; with one site, set SITE_URL/);
    assert.match(days ?? '', /settings\.ledger_days: is read .* set LEDGER_DAYS/);
    assert.deepEqual(more, []);
  });
});

describe('the settings of many sites', () => {
  it('have no value that is for one of them', () => {
    for (const name of ['SITE_URL', 'PUBLIC_URL', 'REFRESH_SECRET', 'GATEWAY_SECRET', 'SYNC_USER', 'INDEX_URL']) {
      assert.throws(
        () => readSettings({ SITES_DIR: sitesDir, [`${name}_FILE`]: '/nowhere' }),
        new RegExp(`${name}: is for one site; with SITES_DIR`),
      );
    }
    assert.equal(readSettings({ SITES_DIR: sitesDir, LEDGER_DAYS: '3' }).SITES_DIR, sitesDir);
  });
});
