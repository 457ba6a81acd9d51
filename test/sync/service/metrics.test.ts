import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LoggedRun } from '../../../db/mirror/run-log.ts';
import { createSyncMetrics } from '../../../sync/service/metrics.ts';
import type { RunSummary } from '../../../sync/run/events.ts';
import { seriesOf } from '../../helpers/metrics-text.ts';

const SUMMARY: RunSummary = {
  mode: 'changes',
  why: [],
  dryRun: false,
  pages: 12,
  new: 2,
  changed: 1,
  moved: 0,
  gone: 1,
  unchanged: 9,
  skipped: { noindex: 3 },
  warnings: [],
  warningCount: 0,
  generation: 4,
  published: true,
  renewalDue: false,
  milliseconds: 1500,
};

const NOON = Date.parse('2026-01-01T12:00:00Z');

function metricsAt(earlier: readonly LoggedRun[] = []) {
  let time = NOON;
  const outcomes = ['done', 'site', 'mass_loss'] as const;
  const { metrics, of } = createSyncMetrics({ outcomes, bySite: false, now: () => new Date(time) });
  return {
    ...of('', earlier),
    later: (seconds: number) => (time += seconds * 1000),
    series: async () => seriesOf(await metrics.text()),
  };
}

describe('the metrics of sync', () => {
  it('begin with every outcome at 0, and with what the run log knows of earlier processes', async () => {
    const run = { mode: 'changes', summary: {} };
    const { series } = metricsAt([
      { ...run, id: 9, outcome: 'site', startedAt: '2026-01-01T11:50:00Z', finishedAt: '2026-01-01T11:51:00Z' },
      { ...run, id: 8, outcome: 'done', startedAt: '2026-01-01T11:40:00Z', finishedAt: '2026-01-01T11:41:00Z' },
    ]);
    const found = await series();
    assert.equal(found.get('content_sync_runs_total{outcome="site"}'), 0);
    assert.equal(found.get('content_sync_last_run_timestamp_seconds'), Date.parse('2026-01-01T11:51:00Z') / 1000);
    assert.equal(found.get('content_sync_last_success_timestamp_seconds'), Date.parse('2026-01-01T11:41:00Z') / 1000);
  });

  it('tell the pages of a run that came to its end', async () => {
    const { begin, event, later, series } = metricsAt();
    const end = begin();
    assert.equal((await series()).get('content_sync_running'), 1);
    event({ type: 'phase', phase: 'census', total: 13 });
    event({ type: 'advanced', done: 13 });
    event({ type: 'phase', phase: 'read', total: 3 });
    event({ type: 'advanced', done: 2 });
    event({ type: 'advanced', done: 3 });
    event({ type: 'warning', message: 'x' });
    event({ type: 'published', generation: 4, pages: 12, why: 'the content has changed' });
    later(90);
    event({ type: 'finished', summary: SUMMARY });
    end('done');
    const found = await series();
    assert.equal(found.get('content_sync_running'), 0);
    assert.equal(found.get('content_sync_runs_total{outcome="done"}'), 1);
    assert.equal(found.get('content_sync_run_duration_seconds_sum'), 90);
    assert.equal(found.get('content_sync_pages'), 12);
    assert.equal(found.get('content_sync_pages_read_total'), 3);
    assert.equal(found.get('content_sync_page_changes_total{change="new"}'), 2);
    assert.equal(found.get('content_sync_left_out_pages{reason="noindex"}'), 3);
    assert.equal(found.get('content_sync_generations_published_total'), 1);
    assert.equal(found.get('content_sync_warnings_total'), 1);
    assert.equal(found.get('content_sync_last_success_timestamp_seconds'), NOON / 1000 + 90);
  });

  it('take a run for a success that ended with a guard that holds, and not one that the site failed', async () => {
    const { begin, event, later, series } = metricsAt();
    const end = begin();
    event({ type: 'finished', summary: SUMMARY });
    end('mass_loss');
    later(600);
    const endFailed = begin();
    event({ type: 'wordpress', event: { type: 'slowed_down', requestsPerSecond: 1 } });
    endFailed('site');
    const found = await series();
    assert.equal(found.get('content_sync_last_success_timestamp_seconds'), NOON / 1000);
    assert.equal(found.get('content_sync_last_run_timestamp_seconds'), NOON / 1000 + 600);
    assert.equal(found.get('content_sync_runs_total{outcome="mass_loss"}'), 1);
    assert.equal(found.get('content_sync_site_events_total{event="slowed_down"}'), 1);
  });

  it('do not count a run that is queued again', async () => {
    const { begin, series } = metricsAt();
    const endFull = begin();
    begin()(undefined);
    const meanwhile = await series();
    assert.equal(meanwhile.get('content_sync_running'), 1);
    assert.equal(meanwhile.get('content_sync_run_duration_seconds_count'), 0);
    endFull('done');
    assert.equal((await series()).get('content_sync_running'), 0);
  });

  it('tell how long probes take, how often they come, and how long what WordPress told of waited', async () => {
    const { event, later, timed, paced, series } = metricsAt();
    assert.equal((await series()).get('content_sync_probe_interval_seconds'), undefined);
    paced(5);
    paced(10);
    const probe = timed(async (type: string) => {
      later(2);
      return type;
    });
    assert.equal(await probe('pages'), 'pages');
    await assert.rejects(timed(() => Promise.reject(new Error('no answer')))());
    event({ type: 'refreshed', seconds: 4 });
    const found = await series();
    assert.equal(found.get('content_sync_probe_duration_seconds_count'), 2);
    assert.equal(found.get('content_sync_probe_duration_seconds_sum'), 2);
    assert.equal(found.get('content_sync_probe_interval_seconds'), 10);
    assert.equal(found.get('content_sync_refresh_delay_seconds_sum'), 4);
  });

  it('forget a reason for leaving out that no page has any more', async () => {
    const { event, series } = metricsAt();
    event({ type: 'finished', summary: SUMMARY });
    event({ type: 'finished', summary: { ...SUMMARY, skipped: {} } });
    const reasons = [...(await series()).keys()].filter((name) => name.includes('left_out'));
    assert.deepEqual(reasons, []);
  });

  it('have the name of the site where there are many, and forget a site that is gone', async () => {
    const { metrics, of, forget } = createSyncMetrics({ outcomes: ['done'], bySite: true, now: () => new Date(NOON) });
    for (const name of ['one', 'two']) {
      const { begin, event, paced } = of(name, []);
      paced(10);
      const end = begin();
      event({ type: 'finished', summary: SUMMARY });
      event({ type: 'finished', summary: { ...SUMMARY, skipped: { password: 1 } } });
      end('done');
    }
    const both = seriesOf(await metrics.text());
    assert.equal(both.get('content_sync_runs_total{site="two",outcome="done"}'), 1);
    assert.equal(both.get('content_sync_probe_interval_seconds{site="one"}'), 10);
    assert.equal(both.get('content_sync_left_out_pages{site="one",reason="password"}'), 1);
    assert.equal(both.get('content_sync_left_out_pages{site="one",reason="noindex"}'), undefined);
    await forget('one');
    const text = await metrics.text();
    assert.doesNotMatch(text, /site="one"/);
    assert.equal(seriesOf(text).get('content_sync_pages{site="two"}'), 12);
  });
});
