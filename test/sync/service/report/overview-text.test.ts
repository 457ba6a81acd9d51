import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { styleText } from 'node:util';
import type { LoggedRun } from '../../../../db/mirror/run-log.ts';
import { judgeRuns } from '../../../../sync/doctor/installation.ts';
import { overviewOf } from '../../../../sync/service/report/overview.ts';
import { overviewText } from '../../../../sync/service/report/overview-text.ts';

const NOON = new Date('2026-01-01T12:00:00Z');
const LIVE = {
  generation: 7,
  file: 'index-7.db',
  sha256: '0'.repeat(64),
  counts: { pages: 12, 'type:pages': 12, 'city:': 12 },
  schema_version: 7,
  built_at: '2026-01-01T09:00:00Z',
  site: 'https://casa.example/',
};

const runAt = (time: string, outcome: string, summary: unknown = { mode: 'changes' }): LoggedRun => ({
  id: 1,
  mode: 'changes',
  startedAt: `2026-01-01T${time}:00Z`,
  finishedAt: `2026-01-01T${time}:30Z`,
  outcome,
  summary,
});

it('names the first sync while it is at work, and no fault', () => {
  const text = textOf({ live: undefined, published: [], runs: [runAt('11:59', 'running')] });
  assert.match(text, /The first sync is at work, and nothing is served yet/);
  assert.doesNotMatch(text, /There is no live index|doctor/);
});

function textOf(
  given: Partial<Parameters<typeof overviewOf>[0]>,
  paint: Parameters<typeof overviewText>[1]['paint'] = (_, text) => text,
) {
  const overview = overviewOf({
    live: LIVE,
    published: [LIVE],
    runs: [runAt('11:50', 'done')],
    probes: { configured: 15, note: undefined },
    damaged: [],
    faults: [],
    guard: [],
    follows: undefined,
    delivery: undefined,
    webhook: undefined,
    texts: [],
    clients: undefined,
    assistants: undefined,
    now: NOON,
    ...given,
  });
  return overviewText(overview, { now: NOON, schedule: '*/10 * * * *', paint });
}

describe('overviewText', () => {
  it('says in its second line that all is well, and asks for nothing then', () => {
    const [title, verdict, ...rest] = textOf({}).split('\n');
    assert.equal(title, 'Generation 7 of https://casa.example/ serves 12 pages');
    assert.equal(verdict, 'All is well: the site was last read 10 min ago');
    assert.ok(!rest.includes('Next'));
  });

  it('has the last score of the doctor in a line', () => {
    const note = { score: 86, origin: 'https://casa.example', checked_at: '2026-01-01T10:00:00Z' };
    assert.match(textOf({ assistants: note }), /^Assistants +score 86 of 100, 2 h ago: npm run doctor -- --public$/m);
    assert.doesNotMatch(textOf({}), /Assistants/);
  });

  it('lists the trades whose words are on, and no other', () => {
    const none = { on: false, why: '0 of 12 titles name the trade, by 0 of its signs' };
    const vocabulary = [
      { trade: 'dental', on: true, why: '9 of 12 titles name the trade, by 5 of its signs' },
      { trade: 'law', ...none },
    ];
    const text = textOf({ live: { ...LIVE, vocabulary } });
    assert.match(text, /^Vocabulary +dental$/m);
    assert.doesNotMatch(text, /law|off/);
  });

  it('says what to do about a damaged file', () => {
    const act = 'run npm run sync: it moves the file aside';
    const damaged = [{ file: 'mirror.db', fault: 'file is not a database', act }];
    const text = textOf({ damaged, runs: [] });
    assert.match(text, /^mirror\.db is damaged \(file is not a database\)$/m);
    assert.match(text, /→ run npm run sync: it moves the file aside/);
  });

  it('names faults of the settings and of the state store', () => {
    const fault = { what: 'DATA_DIR belongs to another site than https://otra.example', act: 'correct DATA_DIR' };
    assert.match(textOf({ faults: [fault] }), /\nDATA_DIR belongs to another site.*\n[^]*→ correct DATA_DIR\n/);
  });

  it('names an interrupted or failed run without an index once', () => {
    const none = { live: undefined, published: [] };
    const interrupted = textOf({ ...none, runs: [runAt('11:50', 'interrupted')] });
    assert.match(interrupted, /\nThere is no live index; the last run was interrupted\n[^]*→ npm run sync continues\n/);
    const failed = textOf({ ...none, runs: [runAt('11:50', 'site')] });
    assert.match(failed, /\nThe last run failed \(site\)\n[^]*Next\n  → npm run doctor finds the cause\n$/);
  });

  it('breaks no command at the end of a line', () => {
    const text = textOf({
      guard: [{ kind: 'vanished', since: '2026-01-01T11:00:00Z', why: '9 of 12 pages would go' }],
    });
    assert.match(text, /npm run status -- --left-out; if this is intended:\n {4}npm run sync -- --force\n/);
  });

  it('says that a first sync is not finished', () => {
    const text = textOf({ live: { ...LIVE, partial: { of: 40 } }, runs: [runAt('11:50', 'interrupted')] });
    assert.match(text, /serves 12 of about 40 pages\nThe first sync is not finished\n/);
    assert.match(text, /→ npm run sync reads the rest\n/);
    const working = textOf({ live: { ...LIVE, partial: { of: 40 } }, runs: [runAt('11:59', 'running')] });
    assert.match(working, /\nThe first sync is at work, and serves the pages it has read\n/);
    const pinned = textOf({ live: { ...LIVE, partial: { of: 40 }, pinned: '2026-01-01T11:00:00Z' } });
    assert.match(pinned, /\nThe index is pinned since /);
    assert.doesNotMatch(pinned, /sync reads the rest/);
  });

  it('says of a server that follows a published index when it was last seen, and what fails', () => {
    const follows = { url: 'https://cdn.example/index', followed_at: '2026-01-01T11:59:50Z', failures: 0 };
    const well = textOf({ follows, runs: [] });
    assert.match(well, /^All is well: up to date with the published index, checked .+ ago$/m);
    assert.match(well, /^Follows +https:\/\/cdn\.example\/index: /m);
    const failing = textOf({ follows: { ...follows, failures: 3, fault: 'current.json is answered 404' }, runs: [] });
    assert.match(failing, /^The published index cannot be followed \(failures: 3\): current\.json is answered\n404$/m);
    const unchecked = textOf({ follows: { ...follows, followed_at: '2025-12-31T12:00:00Z' }, runs: [] });
    assert.match(unchecked, /^INDEX_URL was last checked /m);
    assert.match(textOf({ follows, live: undefined, runs: [] }), /npm run serve fetches it/);
  });

  it('says when what is published was delivered, and what fails', () => {
    const delivery = { pointer: 'x', delivered_at: '2026-01-01T11:00:00Z', failures: 0 };
    assert.match(textOf({ delivery }), /^Delivered +60 min ago, by SYNC_ON_PUBLISH$/m);
    const failing = textOf({ delivery: { ...delivery, failures: 2, fault: 'it ended with 1' } });
    assert.match(failing, /^The publication was not delivered \(failures: 2\): it ended with 1$/m);
  });

  it('reports the webhook, and failures that last', () => {
    const webhook = { delivered_at: '2026-01-01T11:00:00Z', failures: 2, fault: 'The receiver answered 500' };
    assert.match(textOf({ webhook: { ...webhook, failing_since: '2026-01-01T11:55:00Z' } }), /^All is well/m);
    assert.match(textOf({ webhook }), /^Webhook +last message 60 min ago$/m);
    const failing = textOf({ webhook: { ...webhook, failing_since: '2026-01-01T11:40:00Z' } });
    assert.match(failing, /CHANGES_WEBHOOK has failed for 20 min \(failures: 2\): The receiver answered 500/);
    assert.match(textOf({ webhook: { ...webhook, is_stopped: true } }), /declined further messages \(410\)/);
  });

  it('says what to do when the last run failed', () => {
    const text = textOf({
      runs: [runAt('11:50', 'site', { message: 'The site cannot be reached' }), runAt('11:40', 'done')],
    });
    assert.match(text, /\nThe last run failed \(site\)\n/);
    assert.match(text, /• 10 min ago {2}changes {2}failed \(site\) 30\.0 s: The site cannot be reached\n/);
    assert.match(text, /Next\n {2}→ npm run doctor finds the cause\n$/);
  });

  it('uses the words of the doctor for the same run', () => {
    for (const [outcome, words] of [
      ['done', 'succeeded'],
      ['killed', 'was interrupted'],
      ['site', 'failed'],
      ['mass_loss', 'holds pages back'],
    ] as const) {
      const run = runAt('11:50', outcome, { mode: 'full' });
      assert.match(textOf({ runs: [run] }), new RegExp(`full {5}${words}`));
      assert.match(
        judgeRuns([run], '*/10 * * * *', NOON)[0]?.message ?? '',
        new RegExp(`^The last run \\(full, started 10 min ago\\) ${words}`),
      );
    }
  });

  it('says what to do when runs are missed', () => {
    const text = textOf({ runs: [runAt('08:00', 'done')] });
    assert.match(text, /\nThe last run began 4 h ago\n[^]*→ check that npm start or npm run sync -- --watch runs\n$/);
  });

  it('takes a site for read whose pages the guard holds', () => {
    const guard = [{ kind: 'vanished', since: '2026-01-01T09:00:00.000Z', why: '9 of 12 pages would go' }];
    const text = textOf({ runs: [runAt('11:50', 'mass_loss')], guard });
    assert.match(text, /\nThe guard holds pages at their previous versions\n[^]*--force\n$/);
    assert.doesNotMatch(text, /last read/);
  });

  it('says what to do about a REST API that is closed, and not to force anything', () => {
    const guard = [{ kind: 'unread', since: '2026-01-01T09:00:00.000Z', why: 'the REST API is closed to sync' }];
    const text = textOf({ runs: [runAt('11:50', 'site')], guard });
    assert.match(
      text.replaceAll(/\s+/g, ' '),
      /→ The REST API is closed to sync.*: open \/wp-json\/wp\/v2 to this machine/,
    );
    assert.doesNotMatch(text, /--force/);
  });

  it('is a screen of 24 lines and 80 columns, whatever the site has to tell', () => {
    const runs = Array.from({ length: 10 }, () =>
      runAt('07:50', 'site', { mode: 'changes', message: 'x '.repeat(200), warnings: Array(40).fill('y '.repeat(90)) }),
    );
    const cities = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`city:town-${n}`, 1]));
    const texts = Array.from({ length: 30 }, (_, n) => ({ type: `type-${n}`, path: `/${n}`, why: 'outside' }));
    const guard = ['unread', 'unseen', 'withdrawn', 'vanished'].map((kind) => ({
      kind,
      since: '2026-01-01T09:00:00.000Z',
      why: 'z '.repeat(100),
    }));
    const vocabulary = Array.from({ length: 20 }, (_, n) => ({ trade: `trade-${n}`, on: true, why: '' }));
    const counts = { ...LIVE.counts, ...cities };
    for (const given of [{ guard }, { guard: [] }]) {
      const live = { ...LIVE, pinned: '2026-01-01T09:00:00.000Z', counts, vocabulary };
      const lines = textOf({ runs, texts, live, ...given })
        .trimEnd()
        .split('\n');
      assert.ok(lines.length <= 24, String(lines.length));
      for (const line of lines) assert.ok(line.length <= 80, line);
    }
    const warned = [runAt('11:50', 'done', { mode: 'changes', warnings: Array(40).fill('y') })];
    const text = textOf({ runs: warned, texts });
    assert.match(text, /… and 28 more groups: npm run doctor/);
    assert.match(text, /… and 37 more: npm run status -- --json/);
  });

  it('is red where something is wrong, and green where all is well', () => {
    const paint = (style: Parameters<typeof styleText>[0], text: string) =>
      styleText(style, text, { validateStream: false });
    assert.ok(textOf({}, paint).includes(paint('green', 'All is well: the site was last read 10 min ago')));
    assert.ok(textOf({ runs: [runAt('11:50', 'site')] }, paint).includes(paint('red', 'The last run failed (site)')));
  });
});
