import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDir } from '../faults/temporary-dir.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What a program prints that starts in a folder with the settings of `.env` there. */
async function settingIn(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const args = ['--import', join(ROOT, 'shared/env-file.js'), '--print', 'process.env.SITE_URL'];
  return await run(process.execPath, args, { cwd, env: { ...env } });
}

describe('shared/env-file.js', () => {
  it('says nothing where there is no .env', async () => {
    await using place = await temporaryDir('env-file-');
    assert.deepEqual(await settingIn(place.dir), { stdout: 'undefined\n', stderr: '' });
  });

  it('reads .env, and leaves what the environment has', async () => {
    await using place = await temporaryDir('env-file-');
    await writeFile(join(place.dir, '.env'), 'SITE_URL=https://file.example\n');
    assert.equal((await settingIn(place.dir)).stdout, 'https://file.example\n');
    const { stdout } = await settingIn(place.dir, { SITE_URL: 'https://environment.example' });
    assert.equal(stdout, 'https://environment.example\n');
  });

  it('says in a sentence, and ends with 4, where .env cannot be read', async () => {
    await using place = await temporaryDir('env-file-');
    await mkdir(join(place.dir, '.env'));
    const stderr = 'The configuration cannot be used:\n  .env: wants a file that this user can read (EISDIR)\n';
    await assert.rejects(settingIn(place.dir), { code: 4, stdout: '', stderr });
  });
});
