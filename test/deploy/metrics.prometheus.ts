import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { PROMETHEUS, queries } from './dashboard.ts';
import { startPrometheus } from './prometheus-server.ts';

/** Queries that have no values while all is well. */
const SILENT = [
  /left_out_pages/,
  /quota_refusals/,
  /site_events/,
  /probe_interval/,
  /sync_runs_total/,
  /status=~"\[45\]/,
];

const METRICS = /"url":"(http:\/\/[^"]+)\/metrics"/;

let started: AsyncDisposableStack;
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
let urls: { readonly service: string; readonly server: string; readonly sync: string };

before(async () => {
  started = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'scraped-'));
  started.defer(() => rm(dir, { recursive: true, force: true }));
  const env = { DATA_DIR: dir, PORT: '0', METRICS_PORT: '0' };
  const server = started.use(runProgram('server/main.ts', env));
  const sync = started.use(runProgram('sync/main.ts', env, ['--watch']));
  const [, service = ''] = await server.printed(/"url":"([^"]+)".*"server\.listening"/);
  const [, ofServer = ''] = await server.printed(METRICS);
  const [, ofSync = ''] = await sync.printed(METRICS);
  urls = { service, server: ofServer, sync: ofSync };
  await sync.printed(/"sync\.finished"/);
  await server.printed(/"server\.index\.opened"/);
  prometheus = started.use(await startPrometheus({ server: new URL(ofServer).host, sync: new URL(ofSync).host }));
});
after(() => started.disposeAsync());

const ask = (path: string) => fetch(urls.service + path);

async function promtool(args: readonly string[], input?: string): Promise<void> {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: PROMETHEUS, input, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, ''], stdout);
}

describe('the metrics of both programs', () => {
  it('have no fault that promtool finds', async () => {
    await ask('/wp-json/agentes/v1/search_pages?query=fuga');
    for (const url of [urls.server, urls.sync]) {
      await promtool(['check', 'metrics'], await (await fetch(`${url}/metrics`)).text());
    }
  });

  it('are read by Prometheus with the example of its configuration', async () => {
    await prometheus.until(async () => {
      const { 'content-service': server, 'content-sync': sync } = await prometheus.targets();
      return server === 'up' && sync === 'up';
    });
  });

  it('answer every query of the dashboard', async () => {
    await fetch(`${urls.service}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    const traffic = () => ask('/wp-json/agentes/v1/get_company_info');
    // A rate needs two scrapes that differ.
    await prometheus.until(async () => {
      await traffic();
      const [rate] = await prometheus.query('sum(rate(content_service_http_requests_total{face="api"}[1m]))');
      return Number(rate?.value[1]) > 0;
    });
    for (const query of queries) {
      const values = await prometheus.query(query);
      if (!SILENT.some((pattern) => pattern.test(query))) assert.ok(values.length > 0, query);
    }
  });
});

describe('deploy/prometheus', () => {
  it('is a configuration with rules that promtool has no fault with', async () => {
    await promtool(['check', 'config', 'prometheus.yml']);
    await promtool(['test', 'rules', 'rules.test.yml']);
  });

  it('has rules that Prometheus evaluates over real metrics, none of which fires', async () => {
    await prometheus.until(async () => (await prometheus.rules()).every(({ health }) => health === 'ok'));
    const rules = await prometheus.rules();
    assert.ok(rules.length > 8);
    const firing = await prometheus.query('ALERTS{alertstate="firing"}');
    assert.deepEqual(firing, []);
  });
});
