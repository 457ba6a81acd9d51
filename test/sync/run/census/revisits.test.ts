import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRevisits } from '../../../../sync/run/census/plan.ts';

const MINUTE = 60_000;
const START = 1_000_000 * MINUTE;

/** Runs every ten minutes over a site that was read whole at the start; answers how often each page was due, and the most at once. */
function runFor(minutes: number, pages: number) {
  const ids = Array.from({ length: pages }, (_, index) => index + 1);
  const snapshots = new Map(ids.map((id) => [id, { checkedAt: START }]));
  const longest = new Map(ids.map((id) => [id, 0]));
  let most = 0;
  for (let now = START + 10 * MINUTE; now <= START + minutes * MINUTE; now += 10 * MINUTE) {
    const lastRun = { unconfirmed: new Set<number>(), revisitedAt: now - 10 * MINUTE };
    const due = createRevisits({ snapshots, lastRun }, new Date(now)).due(ids);
    most = Math.max(most, due.size);
    for (const id of due) {
      longest.set(id, Math.max(longest.get(id) ?? 0, now - (snapshots.get(id)?.checkedAt ?? 0)));
      snapshots.set(id, { checkedAt: now });
    }
  }
  return { longestMinutes: Math.max(...longest.values()) / MINUTE, untouched: [...longest.values()].includes(0), most };
}

describe('createRevisits', () => {
  it('comes to every page of a small site within the hour', () => {
    assert.deepEqual(runFor(120, 12), { longestMinutes: 30, untouched: false, most: 12 });
  });

  it('comes to a thousand pages within the hour, a part in each run', () => {
    const { longestMinutes, untouched, most } = runFor(180, 1000);
    assert.ok(longestMinutes <= 50 && !untouched && most <= 400, JSON.stringify({ longestMinutes, untouched, most }));
  });

  it('comes to the pages of a large site within the day, a few in each run', () => {
    const { longestMinutes, untouched, most } = runFor(48 * 60, 10_000);
    assert.ok(
      longestMinutes <= 24 * 60 && !untouched && most <= 200,
      JSON.stringify({ longestMinutes, untouched, most }),
    );
  });

  it('comes to all of them after a day without a run, and to those in doubt at once', () => {
    const ids = [1, 2, 3];
    const snapshots = new Map(ids.map((id) => [id, { checkedAt: START }]));
    const at = (now: number, revisitedAt: number | undefined, unconfirmed = new Set<number>()) => [
      ...createRevisits({ snapshots, lastRun: { unconfirmed, revisitedAt } }, new Date(now)).due(ids),
    ];
    assert.deepEqual(at(START + 24 * 60 * MINUTE, START), [1, 2, 3]);
    assert.deepEqual(at(START + MINUTE, START), []);
    assert.deepEqual(at(START + MINUTE, START, new Set([2])), [2]);
    assert.deepEqual(at(START - MINUTE, undefined), [1, 2, 3], 'seen by a clock that was wrong');
  });
});
