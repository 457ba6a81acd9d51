import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createGenerations } from '../../../db/index/generations.ts';
import { openState } from '../../../db/state/open.ts';
import { createCommon } from '../../../server/common.ts';
import { serverConfig } from '../../../server/config.ts';
import { openSite } from '../../../server/site.ts';
import { createLog } from '../../../shared/log.ts';
import { readSettings } from '../../../shared/settings.ts';
import { API } from '../../helpers/running-server.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

describe('a request that waits for nothing', () => {
  it('has its response head before the listener returns', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const config = serverConfig(readSettings({ DATA_DIR: data.dir, PUBLIC_URL: 'https://casa.example' }));
    const sources = { now: () => new Date(), monotonicNow: () => performance.now(), randomBytes };
    await using stored = openState({ ...config.state, now: sources.now });
    await using site = await openSite(config, {
      log: createLog({ name: 'test', level: 'info' }, { write: () => undefined }),
      sources,
      measures: undefined,
      common: createCommon(sources.monotonicNow),
      generations: createGenerations(data.dir),
      followed: undefined,
      stored,
    });
    const atOnce: boolean[] = [];
    const listener = createServer((req, res) => {
      site.app(req, res);
      atOnce.push(res.headersSent);
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const call = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
      return [status, atOnce.pop()];
    };
    try {
      assert.deepEqual(await call(`${API}/search_pages?query=agua`), [200, true]);
      assert.deepEqual(await call(`${API}/search_pages?query=agua`, {}, 'HEAD'), [200, true]);
      assert.deepEqual(await call(`${API}/read_page?url=/`, { 'If-None-Match': '*' }), [304, true]);
      assert.deepEqual(await call(API), [200, true]);
      assert.deepEqual(await call(`${API}/search_pages`), [400, true]);
      assert.deepEqual(await call('/agent/identity'), [401, true]);
      // A token is looked up in the state.
      assert.deepEqual(await call(API, { Authorization: 'Bearer none' }), [401, false]);
    } finally {
      listener.closeAllConnections();
      listener.close();
    }
  });
});
