import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EMPTY_OR_DOUBLED, IN_FRONT_OF_TESTS, runContractTests } from './through-front.ts';
import { startNginx } from './web-server.ts';

const PORT = 8230;

describe('deploy/nginx.conf', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'front-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('gives the tests of the contract the results that they have without it', async () => {
    await using _front = await startNginx({
      port: PORT,
      service: 'http://127.0.0.1:9',
      root,
      fpm: '127.0.0.1:9',
      edit: IN_FRONT_OF_TESTS.nginx,
    });
    const { failed, passed, output } = await runContractTests({ port: PORT, skip: EMPTY_OR_DOUBLED });
    assert.deepEqual(failed, [], output);
    assert.ok(passed > 70, String(passed));
  });
});
