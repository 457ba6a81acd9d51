import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { writeIdentity } from '../../../db/site-identity.ts';
import { ATTENTION, attentionOf, type Attention, isRefused } from '../../../server/operations/attention.ts';
import { seriesOf } from '../../helpers/metrics-text.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { contentOf, runSites } from '../../helpers/running-sites.ts';
import { publishIn, sampleContent } from '../../helpers/sample-index.ts';

const WELL = {
  pinned: undefined,
  partialOf: undefined,
  guard: [],
  followed: undefined,
  webhook: undefined,
  refused: undefined,
  isReachable: true,
  now: new Date('2026-01-01T12:00:00Z'),
};
const hold = (kind: string) => [{ kind, since: '2026-01-01T11:00:00Z', why: '' }];
const ROOT = join(import.meta.dirname, '../../..');

const ALERTS: Readonly<Record<Attention, string>> = {
  pinned: 'ContentIndexPinned',
  holding: 'ContentGuardHolding',
  partial: 'ContentIndexPartial',
  unseen: 'ContentGuardHolding',
  stale: 'ContentIndexNotFollowed',
  refused: 'ContentIndexRefused',
  other_site: 'ContentOtherSite',
  webhook_failing: 'ContentWebhookFailing',
  state_unreachable: 'ContentStateUnreachable',
};

describe('attentionOf', () => {
  it('is empty while nobody is needed', () => {
    const followed = { url: '', followed_at: '2026-01-01T11:59:50Z', failures: 0 };
    const webhook = { failures: 3, failing_since: '2026-01-01T11:50:00Z' };
    assert.deepEqual(attentionOf({ ...WELL, followed, webhook }), []);
  });

  it('is empty before the first request to INDEX_URL, within 15 minutes of a failure, and during a conversion', () => {
    for (const followed of [
      { url: '', failures: 0 },
      { url: '', followed_at: '2026-01-01T11:45:00Z', failures: 9 },
      { url: '', followed_at: '2026-01-01T12:30:00Z', failures: 0 },
    ]) {
      assert.deepEqual(attentionOf({ ...WELL, followed, refused: 'converting' }), []);
    }
  });

  it('counts an index of a later schema or of a different site as refused, and no conversion', () => {
    const states = [undefined, 'converting', 'refused', 'other_site'] as const;
    assert.deepEqual(states.map(isRefused), [false, false, true, true]);
  });

  it('lists all states at once, in their order', () => {
    const guard = [...hold('different'), ...hold('unseen')];
    const several = { ...WELL, pinned: '2026-01-01T11:00:00Z', guard, isReachable: false };
    assert.deepEqual(attentionOf(several), ['pinned', 'holding', 'unseen', 'state_unreachable']);
  });

  for (const [state, given] of [
    ['pinned', { pinned: '2026-01-01T11:00:00Z' }],
    ['holding', { guard: hold('vanished') }],
    ['partial', { partialOf: 40 }],
    ['unseen', { guard: hold('unseen') }],
    ['stale', { followed: { url: '', followed_at: '2026-01-01T11:44:59Z', failures: 0 } }],
    ['stale', { followed: { url: '', failures: 1 } }],
    ['refused', { refused: 'refused' }],
    ['other_site', { refused: 'other_site' }],
    ['webhook_failing', { webhook: { failures: 9, failing_since: '2026-01-01T11:40:00Z' } }],
    ['webhook_failing', { webhook: { failures: 1, is_stopped: true } }],
    ['state_unreachable', { isReachable: false }],
  ] as const) {
    it(`names the state ${state}`, () => assert.deepEqual(attentionOf({ ...WELL, ...given }), [state]));
  }
});

describe('/readyz', () => {
  const statesOf = async (server: RunningServer): Promise<readonly string[]> =>
    (await jsonOf(await fetch(`${server.url}/readyz`))).attention ?? [];
  async function until(server: RunningServer, wanted: readonly string[]): Promise<void> {
    while (!isDeepStrictEqual(await statesOf(server), wanted)) await wait(20);
  }
  const measured = async (server: RunningServer) => seriesOf(await (await fetch(server.metricsUrl ?? '')).text());

  it('names other_site when current.json is of a different site, and serves the last index of the own site', async () => {
    await using server = await runServer({ env: { METRICS_PORT: '0' } });
    writeIdentity(server.data.dir, { home: 'https://casa.example', former: [] });
    const { site, ...more } = sampleContent();
    await server.data.publish({ ...more, site: { ...site, home: 'https://bakery.example' } });
    await until(server, ['other_site']);
    const ready = await fetch(`${server.url}/readyz`);
    const { generation, refused } = await jsonOf(ready);
    assert.deepEqual([ready.status, generation], [200, 1]);
    assert.match(refused, /of https:\/\/bakery\.example; DATA_DIR belongs to https:\/\/casa\.example/);
    const series = await measured(server);
    assert.equal(series.get('content_service_attention{state="other_site"}'), 1);
    assert.equal(series.get('content_service_attention{state="refused"}'), 0);
    await server.data.publish();
    await until(server, []);
  });

  it('names other_site in the metrics of each site of SITES_DIR', async () => {
    await using sites = await runSites(['bakery', 'garage'], { env: { METRICS_PORT: '0' } });
    for (const name of ['bakery', 'garage']) await sites.ask(`${name}.example`, '/readyz');
    const attention = async (name: string) =>
      seriesOf(await (await fetch(sites.metricsUrl ?? '')).text()).get(
        `content_service_attention{site="${name}",state="other_site"}`,
      );
    assert.deepEqual([await attention('bakery'), await attention('garage')], [0, 0]);
    writeIdentity(join(sites.dir, 'bakery'), { home: 'https://bakery.example', former: [] });
    await publishIn(join(sites.dir, 'bakery'), contentOf('garage'));
    while ((await attention('bakery')) !== 1) {
      await sites.ask('bakery.example', '/readyz');
      await wait(20);
    }
    assert.equal(await attention('garage'), 0);
  });

  it('names stale when INDEX_URL has never answered, and serves the index that is there', async () => {
    const env = { INDEX_URL: 'https://127.0.0.1:9/index', METRICS_PORT: '0' };
    await using server = await runServer({ env });
    await until(server, ['stale']);
    const ready = await fetch(`${server.url}/readyz`);
    assert.deepEqual([ready.status, (await jsonOf(ready)).generation], [200, 1]);
    assert.equal((await measured(server)).get('content_service_attention{state="stale"}'), 1);
  });
});

describe('docs/at-3-am.md', () => {
  const page = readFileSync(join(ROOT, 'docs/at-3-am.md'), 'utf8');
  const [, ...rules] = readFileSync(join(ROOT, 'deploy/prometheus/rules.yml'), 'utf8').split('- alert: ');
  const alerts = new Map(rules.map((rule) => [/^\w+/.exec(rule)?.[0] ?? '', rule]));

  it('has a row for each state and each alert', () => {
    for (const state of ATTENTION) assert.ok(page.includes(`\n| \`${state}\` `), state);
    for (const alert of alerts.keys()) assert.ok(page.includes(`\n| \`${alert}\` `), alert);
  });

  it('has an alert for each state, and each alert names a command', () => {
    for (const [state, alert] of Object.entries(ALERTS)) assert.ok(alerts.has(alert), state);
    for (const [alert, rule] of alerts) assert.match(rule, /npm run \w+|systemctl \w+|journalctl |\bdf -h/, alert);
  });
});
