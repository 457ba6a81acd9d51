import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { commandSite } from '../../../shared/sites/command-site.ts';

const SITES_DIR = mkdtempSync(join(tmpdir(), 'command-site-'));
after(() => rmSync(SITES_DIR, { recursive: true }));
mkdirSync(join(SITES_DIR, 'one'));
writeFileSync(join(SITES_DIR, 'one', 'site.yaml'), 'site_url: https://one.example\nsettings: { ledger_days: 3 }\n');

describe('a command', () => {
  it('is about the only site as it was given', async () => {
    const environment = { SITE_URL: 'https://only.example' };
    assert.deepEqual(await commandSite(['--json'], environment), { args: ['--json'], environment });
  });

  it('is about the site that --site names, wherever that stands', async () => {
    for (const args of [
      ['--json', '--site', 'one', 'x'],
      ['--site=one', '--json', 'x'],
    ]) {
      const command = await commandSite(args, { SITES_DIR, GUARD_HOURS: '5' });
      assert.deepEqual(command.args, ['--json', 'x']);
      assert.equal(command.environment['SITE_URL'], 'https://one.example');
      assert.equal(command.environment['LEDGER_DAYS'], '3');
      assert.equal(command.environment['GUARD_HOURS'], '5');
      assert.equal(command.environment['SITES_DIR'], undefined);
    }
  });

  it('names the sites where it is told none, or one that is not there', async () => {
    for (const args of [[], ['--site', 'two'], ['--site', '../one']]) {
      await assert.rejects(commandSite(args, { SITES_DIR }), /--site: .*wants one of .*: one/);
    }
    await assert.rejects(commandSite(['--site'], { SITES_DIR }), /--site: got nothing, wants the name of a site/);
    await assert.rejects(commandSite(['--site', 'one'], {}), /SITES_DIR is not set/);
    assert.deepEqual((await commandSite(['--help'], { SITES_DIR })).args, ['--help']);
  });
});
