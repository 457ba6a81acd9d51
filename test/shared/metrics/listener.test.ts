import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../../shared/log.ts';
import { metricsAddress, serveMetrics } from '../../../shared/metrics/listener.ts';
import { createMetrics } from '../../../shared/metrics/metrics.ts';
import { ConfigurationError } from '../../../shared/settings.ts';

const log = createLog({ name: 'test', level: 'silent' });
const here = { host: '127.0.0.1', port: 0 };

describe('metricsAddress', () => {
  it('is the port for the server and the next one for sync, so that one setting does for both', () => {
    const settings = { METRICS_HOST: '127.0.0.1', METRICS_PORT: 9464 };
    assert.deepEqual(metricsAddress(settings, 'server'), { host: '127.0.0.1', port: 9464 });
    assert.deepEqual(metricsAddress(settings, 'sync'), { host: '127.0.0.1', port: 9465 });
  });

  it('is nowhere without a port, and any free one for 0', () => {
    assert.equal(metricsAddress({ METRICS_HOST: '127.0.0.1', METRICS_PORT: undefined }, 'server'), undefined);
    assert.equal(metricsAddress({ METRICS_HOST: '127.0.0.1', METRICS_PORT: 0 }, 'sync')?.port, 0);
  });
});

describe('serveMetrics', () => {
  it('answers GET and HEAD of /metrics, and nothing else', async () => {
    await using served = await serveMetrics(here, createMetrics(), log);
    assert.match(await (await fetch(served.url)).text(), /^process_resident_memory_bytes \d/m);
    const head = await fetch(served.url, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.equal((await fetch(served.url, { method: 'POST' })).status, 405);
    assert.equal((await fetch(new URL('/', served.url))).status, 404);
  });

  it('refuses a port that is taken with words for the operator', async () => {
    await using served = await serveMetrics(here, createMetrics(), log);
    const port = Number(new URL(served.url).port);
    await assert.rejects(serveMetrics({ ...here, port }, createMetrics(), log), (error: unknown) => {
      assert.ok(error instanceof ConfigurationError);
      assert.match(error.message, /METRICS_PORT: .* 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
      return true;
    });
  });
});

describe('createMetrics', () => {
  it('leaves a gauge without a value when it cannot be read, and still tells the others', async () => {
    const metrics = createMetrics();
    metrics.readGauge({ name: 'broken', help: 'Broken.' }, () => Promise.reject(new Error('no disk')));
    const text = await metrics.text();
    assert.match(text, /^# TYPE broken gauge$/m);
    assert.doesNotMatch(text, /^broken /m);
    assert.match(text, /^process_resident_memory_bytes /m);
  });
});
