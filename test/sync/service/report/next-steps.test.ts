import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { GuardNote } from '../../../../db/index/generations.ts';
import type { LoggedRun } from '../../../../db/mirror/run-log.ts';
import { overviewOf } from '../../../../sync/service/report/overview.ts';
import { nextSteps } from '../../../../sync/service/report/next-steps.ts';
import STEPS from '../../../../sync/service/report/texts/next-steps.json' with { type: 'json' };

const NOW = new Date('2026-01-01T12:00:00Z');
const LONG_AGO = '2025-12-31T12:00:00Z';
const LIVE = {
  generation: 7,
  file: 'index-7.db',
  sha256: '0'.repeat(64),
  counts: { pages: 12 },
  schema_version: 7,
  built_at: LONG_AGO,
  site: 'https://casa.example/',
};
const URL = 'https://index.example/current.json';

function run(outcome: string): LoggedRun {
  return { id: 1, mode: 'full', startedAt: '2026-01-01T11:59:00Z', finishedAt: null, outcome, summary: undefined };
}

const held = (kind: GuardNote[number]['kind']): GuardNote => [{ kind, since: LONG_AGO, why: 'x' }];

type Input = Parameters<typeof overviewOf>[0];

// Overviews that require each step of the catalogue at least once.
const STATES: readonly Partial<Input>[] = [
  { damaged: [{ file: 'mirror.db', fault: 'x', act: 'run npm run sync' }] },
  { live: undefined, runs: [] },
  { live: undefined, runs: [run('running')] },
  { live: undefined, runs: [run('interrupted')] },
  { runs: [run('configuration')] },
  { runs: [run('failed')] },
  { live: { ...LIVE, partial: { of: 100 } }, runs: [run('running')] },
  { live: { ...LIVE, partial: { of: 100 } } },
  { live: { ...LIVE, pinned: LONG_AGO } },
  { delivery: { failures: 2, fault: 'x' } },
  ...(['unread', 'unseen', 'withdrawn', 'vanished', 'different'] as const).map((kind) => ({ guard: held(kind) })),
  { runs: [run('mass_loss')] },
  { runs: [{ ...run('done'), startedAt: LONG_AGO }] },
  { webhook: { failures: 3, failing_since: LONG_AGO, fault: 'x' } },
  { webhook: { failures: 3, failing_since: LONG_AGO, is_stopped: true } },
  { live: undefined, follows: { url: URL, failures: 3, fault: 'x' } },
  { follows: { url: URL, failures: 0, followed_at: LONG_AGO } },
];

it('has a state for each entry of the catalogue, with a value for each placeholder', () => {
  const found = STATES.flatMap((given) => {
    const overview = overviewOf({
      live: LIVE,
      published: [LIVE],
      runs: [run('done')],
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
      now: NOW,
      ...given,
    });
    return nextSteps(overview, { now: NOW, schedule: '*/10 * * * *' }).map(({ what }) => what);
  });
  const missing = Object.values(STEPS).filter((texts) => {
    const text = 'problem' in texts ? texts.problem : texts.attention;
    const pattern = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.*');
    return !found.some((what) => new RegExp(`^${pattern}$`).test(what));
  });
  assert.deepEqual(missing, []);
});
