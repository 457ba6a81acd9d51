import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runServer } from '../helpers/running-server.ts';
import { faultsOf } from './hostile-requests.ts';
import { DOUBLED, testContractThrough } from './through-front.ts';
import { startNginx } from './web-server.ts';

describe('the contract behind a web server', () => {
  testContractThrough('nginx', { port: 8230, skip: [DOUBLED] });

  it('holds for each refused request through nginx', async () => {
    await using stack = new AsyncDisposableStack();
    const root = await mkdtemp(join(tmpdir(), 'front-'));
    stack.defer(() => rm(root, { recursive: true, force: true }));
    const url = 'http://127.0.0.1:8233';
    const service = stack.use(await runServer({ env: { PUBLIC_URL: url } }));
    stack.use(await startNginx({ port: 8233, service: service.url, root, fpm: '127.0.0.1:9' }));
    assert.deepEqual(await faultsOf(url), []);
  });
});
