import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runServer } from '../helpers/running-server.ts';
import { STARTERS } from './front.ts';
import { faultsOf, NOT_FOR_CADDY } from './hostile-requests.ts';
import { DOUBLED, testContractThrough } from './through-front.ts';

describe('the contract behind a web server', () => {
  testContractThrough('nginx', { port: 8230, skip: [DOUBLED] });

  for (const [name, port] of [
    ['nginx', 8233],
    ['apache', 8186],
    ['caddy', 8216],
  ] as const) {
    it(`holds for each refused request through ${name}`, async () => {
      await using stack = new AsyncDisposableStack();
      const root = await mkdtemp(join(tmpdir(), 'front-'));
      stack.defer(() => rm(root, { recursive: true, force: true }));
      const url = `http://127.0.0.1:${port}`;
      const service = stack.use(await runServer({ env: { PUBLIC_URL: url } }));
      stack.use(await STARTERS[name]({ port, service: service.url, root, fpm: '127.0.0.1:9' }));
      assert.deepEqual(await faultsOf(url, name === 'caddy' ? NOT_FOR_CADDY : undefined), []);
    });
  }
});
