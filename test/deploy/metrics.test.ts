import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createSyncMetrics } from '../../sync/service/metrics.ts';
import { metricNames } from '../helpers/metrics-text.ts';
import { runServer } from '../helpers/running-server.ts';
import { runSites } from '../helpers/running-sites.ts';
import { panels, PROMETHEUS, queries } from './dashboard.ts';

/** Names of the metrics of both programs, and of the series of their histograms. */
async function knownNames(): Promise<ReadonlySet<string>> {
  await using server = await runServer({ env: { METRICS_PORT: '0', INDEX_URL: 'http://127.0.0.1:9/index' } });
  const sync = createSyncMetrics({ outcomes: [], bySite: false, now: () => new Date(0) });
  sync.of('', []).paced(10);
  await using sites = await runSites(['uno'], { env: { METRICS_PORT: '0' } });
  const ofSites = await (await fetch(sites.metricsUrl ?? '')).text();
  // Counted from the first request on.
  assert.match(ofSites, /^# HELP content_service_site_requests_total/m);
  const texts = [ofSites, await (await fetch(server.metricsUrl ?? '')).text(), await sync.metrics.text()];
  const names = texts.flatMap(metricNames);
  return new Set(['', '_bucket', '_sum', '_count'].flatMap((end) => names.map((name) => name + end)));
}

const namesIn = (text: string): string[] => text.match(/\b(?:content_(?:service|sync)|process|nodejs)_\w+/g) ?? [];

describe('deploy/prometheus and deploy/grafana', () => {
  it('name only metrics that are there', async () => {
    const known = await knownNames();
    const rules = readFileSync(join(PROMETHEUS, 'rules.yml'), 'utf8');
    for (const text of [rules, queries.join('\n')]) {
      const names = namesIn(text);
      assert.ok(names.length > 8);
      assert.deepEqual(
        names.filter((name) => !known.has(name)),
        [],
      );
    }
  });

  it('have a test for every alert', () => {
    const read = (file: string) => readFileSync(join(PROMETHEUS, file), 'utf8');
    const alerts = [...read('rules.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const fired = new Set([...read('rules.test.yml').matchAll(/alertname: (\w+)\n\s+exp_alerts/g)].map(([, n]) => n));
    assert.deepEqual(
      alerts.filter((name) => !fired.has(name)),
      [],
    );
  });

  it('have no panel upon another one, and no two of one number', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      assert.ok(x + w <= 24);
      return Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`);
    });
    assert.equal(new Set(cells).size, cells.length);
  });
});
