import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readSyncConfig } from '../../../sync/config.ts';
import { startIndexOrigin } from '../../helpers/index-origin.ts';
import { runProgram } from '../../helpers/program.ts';
import { jsonOf, runServer } from '../../helpers/running-server.ts';
import { SAMPLE_PAGES, temporaryDataDir } from '../../helpers/sample-index.ts';

const TIMEOUT = { timeout: 180_000 };

describe('a server with INDEX_URL', TIMEOUT, () => {
  it('serves what is published there, says how it follows, and serves it after a restart without the origin', async () => {
    await using publisher = await temporaryDataDir();
    await publisher.publish();
    await using data = await temporaryDataDir();
    const origin = await startIndexOrigin(publisher.dir);
    const env = { INDEX_URL: origin.url, INDEX_POLL_SECONDS: '1', METRICS_PORT: '0' };

    async function readiness(url: string, wanted: (body: Record<string, any>) => boolean) {
      const last = Date.now() + 60_000;
      for (;;) {
        const body = (await jsonOf(await fetch(`${url}/readyz`))) as Record<string, any>;
        if (wanted(body)) return body;
        assert.ok(Date.now() < last, JSON.stringify(body));
        await wait(20);
      }
    }
    {
      await using server = await runServer({ env, dataDir: data.dir, content: false });
      const ready = await readiness(
        server.url,
        (body) => body['generation'] === 1 && 'seconds_ago' in body['followed'],
      );
      assert.equal(ready['pages'], SAMPLE_PAGES.length);
      assert.equal(ready['followed'].failures, 0);
      assert.equal((await server.get('/search_pages?query=fugas')).status, 200);
      await publisher.publish({ pages: SAMPLE_PAGES.slice(0, 3), aliases: [] });
      await readiness(server.url, (body) => body['generation'] === 2);
      const metrics = await (await fetch(`${server.metricsUrl}`)).text();
      assert.match(metrics, /^content_service_index_followed_timestamp_seconds 1\d{9}/m);
      assert.match(metrics, /^content_service_index_follow_failures 0$/m);
      assert.match(metrics, /^content_service_index_fetched_bytes_total [1-9]/m);
    }
    await origin[Symbol.asyncDispose]();
    await using restarted = await runServer({ env, dataDir: data.dir, content: false });
    const ready = await readiness(restarted.url, (body) => body['followed']?.failures > 0);
    assert.equal(ready['generation'], 2);
  });

  it('has no sync and no rollback of its own', async () => {
    const url = 'https://cdn.example/index';
    assert.throws(() => readSyncConfig({ INDEX_URL: url }), /INDEX_URL: got .* npm run serve/);
    await using data = await temporaryDataDir();
    await using rollback = runProgram('sync/rollback.ts', { INDEX_URL: url, DATA_DIR: data.dir });
    const { code, stderr } = await rollback.ended;
    assert.equal(code, 4);
    assert.match(stderr, /roll back on the publishing machine/);
  });
});
