import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { API, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { seriesOf } from '../../helpers/metrics-text.ts';
import { newClient, newToken } from '../../helpers/oauth.ts';

const METERED = { METRICS_PORT: '0' };

async function scrape({ metricsUrl = '' }: RunningServer) {
  const answer = await fetch(metricsUrl);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return seriesOf(await answer.text());
}

const requests = (labels: string) => `content_service_http_requests_total{${labels}}`;

function call(server: RunningServer, name: string, given: object) {
  return fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
}

describe('the metrics of a server', () => {
  it('are nowhere without METRICS_PORT', async () => {
    await using server = await runServer();
    assert.equal(server.metricsUrl, undefined);
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
  });

  it('count requests by face, operation and status, and their durations', async () => {
    await using server = await runServer({ env: METERED });
    await server.get('/search_pages?query=fuga');
    await server.get('/search_pages?query=fuga');
    await server.get('/search_pages');
    await fetch(`${server.url}/nothing/here`);
    await fetch(`${server.url}/llms.txt`);
    await call(server, 'search_pages', { query: 'fuga' });
    await call(server, 'made_up', {});
    const series = await scrape(server);
    assert.equal(series.get(requests('face="api",operation="search_pages",status="200"')), 2);
    assert.equal(series.get(requests('face="api",operation="search_pages",status="400"')), 1);
    assert.equal(series.get(requests('face="none",operation="none",status="404"')), 1);
    assert.equal(series.get(requests('face="documents",operation="/llms.txt",status="200"')), 1);
    assert.equal(series.get(requests('face="mcp",operation="search_pages",status="200"')), 1);
    assert.equal([...series.keys()].filter((name) => name.includes('made_up')).length, 0);
    const durations = 'content_service_http_request_duration_seconds';
    const labels = 'face="api",operation="search_pages"';
    assert.equal(series.get(`${durations}_count{${labels}}`), 3);
    assert.equal(series.get(`${durations}_bucket{${labels},le="+Inf"}`), 3);
    assert.ok((series.get(`${durations}_sum{${labels}}`) ?? 0) > 0);
  });

  it('count a page at its own address as read_page of the pages', async () => {
    await using server = await runServer({ env: METERED });
    const answer = await fetch(`${server.url}/madrid/fontaneria/index.md`);
    assert.equal(answer.status, 200);
    const series = await scrape(server);
    assert.equal(series.get(requests('face="pages",operation="read_page",status="200"')), 1);
  });

  it('count clients, tokens and what quotas refuse, and time the calls of the state', async () => {
    await using server = await runServer({ env: METERED });
    await newToken(server, await newClient(server));
    const from = { headers: { 'X-Forwarded-For': '198.51.100.7' } };
    for (let n = 0; n < 62; n++) await fetch(`${server.url}${API}/get_company_info`, from);
    const series = await scrape(server);
    assert.equal(series.get('content_service_registrations_total'), 1);
    assert.equal(series.get('content_service_tokens_issued_total'), 1);
    assert.equal(series.get('content_service_quota_refusals_total{policy="anonimo"}'), 2);
    assert.equal(series.get('content_service_state_call_duration_seconds_count{call="tokens.add"}'), 1);
  });

  it('count registrations over their limit by its name', async () => {
    await using server = await runServer({ env: METERED });
    for (let n = 0; n < 6; n++) {
      await fetch(`${server.url}/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.8' },
        body: '{}',
      });
    }
    const series = await scrape(server);
    assert.equal(series.get('content_service_quota_refusals_total{policy="registration"}'), 1);
  });

  it('tell the index that is served, the state, the disk and a guard that holds', async () => {
    await using server = await runServer({ env: METERED });
    const before = await scrape(server);
    assert.equal(before.get('content_service_index_generation'), 1);
    assert.ok((before.get('content_service_index_pages') ?? 0) > 0);
    assert.ok((before.get('content_service_index_built_timestamp_seconds') ?? 0) > 0);
    assert.equal(before.get('content_service_index_refused'), 0);
    assert.equal(before.get('content_service_state_up'), 1);
    assert.equal(before.get('content_service_guard_holding{kind="vanished"}'), 0);
    const [free = 0, size = 0] = ['free', 'size'].map((what) => before.get(`content_service_data_${what}_bytes`));
    assert.ok(free > 0 && size > free);
    const note = [{ kind: 'vanished', since: '2026-01-01T00:00:00.000Z', why: '9 of 10 pages would go' }];
    await writeFile(join(server.data.dir, 'index', 'guard.json'), JSON.stringify(note));
    const held = await scrape(server);
    assert.equal(held.get('content_service_guard_holding{kind="vanished"}'), 1);
    assert.equal(held.get('content_service_guard_holding{kind="different"}'), 0);
  });

  it('tell that there is no index, and that the state cannot be used', async () => {
    await using server = await runServer({ env: METERED, content: false });
    const file = join(server.data.dir, 'state.db');
    for (const name of [file, `${file}-wal`, `${file}-shm`]) await rm(name, { force: true });
    await mkdir(file);
    const series = await scrape(server);
    assert.equal(series.get('content_service_index_generation'), 0);
    assert.equal(series.get('content_service_state_up'), 0);
  });

  it('have the memory and the event-loop lag of the process', async () => {
    await using server = await runServer({ env: METERED });
    const series = await scrape(server);
    assert.ok((series.get('process_resident_memory_bytes') ?? 0) > 0);
    assert.ok(series.has('nodejs_eventloop_lag_p99_seconds'));
  });
});
