import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runProgram } from '../../../helpers/program.ts';
import { temporaryDataDir } from '../../../helpers/sample-index.ts';
import { startTinyWordPress, tinyPages } from '../../wordpress/tiny-wordpress.ts';

describe('npm run sync with SYNC_ON_PUBLISH', { timeout: 240_000 }, () => {
  it('ends with 5 when it cannot deliver, delivers with its next run, and signs what was published already', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using data = await temporaryDataDir();
    async function sync(env: Readonly<Record<string, string>>) {
      await using program = runProgram('sync/main.ts', { DATA_DIR: data.dir, SITE_URL: wordpress.url, ...env });
      return await program.ended;
    }
    const failing = await sync({ SYNC_ON_PUBLISH: 'echo no such bucket; exit 1' });
    assert.equal(failing.code, 5);
    assert.match(failing.stdout, /"why":"it ended with 1: no such bucket","msg":"sync.undelivered"/);
    const first = await data.generations.current();
    assert.equal(first?.generation, 1);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const delivering = await sync({
      SYNC_ON_PUBLISH: 'cp current.json ../delivered.json',
      INDEX_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    });
    assert.equal(delivering.code, 0);
    const live = await data.generations.current();
    assert.equal(live?.sha256, first.sha256);
    assert.equal(await data.generations.isSigned([publicKey]), true);
    assert.deepEqual(JSON.parse(await readFile(join(data.dir, 'delivered.json'), 'utf8')), live);
  });
});
