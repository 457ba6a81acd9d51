import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { misnamedIn, misnamedText } from '../../shared/env-names.ts';
import { temporaryDir } from '../faults/temporary-dir.ts';

const run = promisify(execFile);

const misnamed = (...lines: readonly string[]) => misnamedIn(lines.join('\n')).map(misnamedText);

describe('misnamedIn', () => {
  it('names the setting that was meant by a misspelt name, by its file too', () => {
    const misspelt: readonly (readonly [string, string])[] = [
      ['SITE_ULR', 'SITE_URL'],
      ['SITEURL', 'SITE_URL'],
      ['export PUBLIC_URI', 'PUBLIC_URL'],
      ['sync_types', 'SYNC_TYPES'],
      ['SYNC_PASSWORD', 'SYNC_APP_PASSWORD'],
      ['TRUST_PROXIES', 'TRUST_PROXY'],
      ['REFRESH_SECRETS_FILE', 'REFRESH_SECRET_FILE'],
      ['PORTS', 'PORT'],
    ];
    for (const [name, meant] of misspelt) {
      assert.deepEqual(misnamed(`${name}=x`), [
        `.env: ${name.replace('export ', '')} is no setting, the nearest one is ${meant}`,
      ]);
    }
    assert.deepEqual(misnamed('SYNC_INTERVAL=10'), ['.env: SYNC_INTERVAL is no setting']);
  });

  it('leaves settings alone, and what other programs have in the same file', () => {
    assert.deepEqual(misnamed('SITE_URL=x', 'STATE_URL_FILE=x', '# SITE_ULR=x', 'not a setting'), []);
    const foreign = [
      'SITE_HOST',
      'DB_PASSWORD',
      'API_KEY',
      'BASE_URL',
      'PATH',
      'HOME',
      'TZ',
      'NODE_OPTIONS',
      'SITES',
      'LANG',
    ];
    assert.deepEqual(misnamed(...foreign.map((name) => `${name}=x`)), []);
    assert.deepEqual(misnamed('SITE_URL=https://new.example', 'SITE_URL2=https://old.example'), []);
  });
});

describe('npm run sync -- --check', () => {
  it('refuses a misspelt name in .env of its folder, with exit code 4', async () => {
    await using place = await temporaryDir('env-names-');
    await writeFile(join(place.dir, '.env'), 'SITE_ULR=https://your.site\n');
    const program = join(import.meta.dirname, '../../sync/main.ts');
    await assert.rejects(run(process.execPath, [program, '--check'], { cwd: place.dir, env: {} }), {
      code: 4,
      stderr: 'The configuration cannot be used:\n  .env: SITE_ULR is no setting, the nearest one is SITE_URL\n',
    });
  });
});
