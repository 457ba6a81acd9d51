import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ATTENTION, attentionOf } from '../../../server/operations/attention.ts';

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

describe('attentionOf', () => {
  it('is empty while nobody is needed', () => {
    const followed = { url: '', followed_at: '2026-01-01T11:59:50Z', failures: 0 };
    const webhook = { failures: 3, failing_since: '2026-01-01T11:50:00Z' };
    assert.deepEqual(attentionOf({ ...WELL, followed, webhook }), []);
  });

  for (const [state, given] of [
    ['pinned', { pinned: '2026-01-01T11:00:00Z' }],
    ['holding', { guard: hold('vanished') }],
    ['partial', { partialOf: 40 }],
    ['unseen', { guard: hold('unseen') }],
    ['stale', { followed: { url: '', followed_at: '2026-01-01T11:00:00Z', failures: 9 } }],
    ['refused', { refused: 'index-7.db is damaged' }],
    ['other_site', { refused: 'Generation 7 is of https://a.example, and the data directory belongs to b.example' }],
    ['webhook_failing', { webhook: { failures: 9, failing_since: '2026-01-01T11:40:00Z' } }],
    ['webhook_failing', { webhook: { failures: 1, is_stopped: true } }],
    ['state_unreachable', { isReachable: false }],
  ] as const) {
    it(`names the state ${state}`, () => assert.deepEqual(attentionOf({ ...WELL, ...given }), [state]));
  }
});

describe('docs/at-3-am.md', () => {
  const page = readFileSync(join(ROOT, 'docs/at-3-am.md'), 'utf8');

  it('has a row for each state and each alert', () => {
    for (const state of ATTENTION) assert.ok(page.includes(`\n| \`${state}\` `), state);
    const rules = readFileSync(join(ROOT, 'deploy/prometheus/rules.yml'), 'utf8');
    for (const [, alert = ''] of rules.matchAll(/- alert: (\w+)/g))
      assert.ok(page.includes(`\n| \`${alert}\` `), alert);
  });
});
