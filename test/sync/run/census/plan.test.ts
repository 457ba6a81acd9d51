import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { KnownPage, SkippedPage } from '../../../../db/mirror/mirror.ts';
import { createRevisits, planRun, type CensusEntry } from '../../../../sync/run/census/plan.ts';

const HOME = 'https://casa.example';

const listed = (id: number, more: Partial<CensusEntry> = {}): CensusEntry => ({
  id,
  type: 'pages',
  link: `${HOME}/p${id}`,
  modified: '2026-03-01T00:00:00Z',
  protected: false,
  status: 'publish',
  ...more,
});

const known = (id: number, more: Partial<KnownPage> = {}): [number, KnownPage] => [
  id,
  {
    id,
    type: 'pages',
    path: `/p${id}`,
    title: `P${id}`,
    modified: '2026-03-01T00:00:00Z',
    hash: `h${id}`,
    seenLink: `${HOME}/p${id}`,
    seenModified: '2026-03-01T00:00:00Z',
    size: 100,
    ...more,
  },
];

const skippedPage = (id: number): [number, SkippedPage] => [
  id,
  {
    id,
    type: 'pages',
    url: `${HOME}/p${id}`,
    title: `P${id}`,
    reason: 'noindex',
    seenLink: `${HOME}/p${id}`,
    seenModified: '2026-03-01T00:00:00Z',
  },
];

function plan(entries: readonly CensusEntry[], more: Partial<Parameters<typeof planRun>[0]> = {}) {
  return planRun({
    entries,
    known: new Map(),
    skipped: new Map(),
    types: ['pages'],
    full: false,
    unlisted: new Set(),
    unasked: new Set(),
    revisit: new Set(),
    keyOf: (link) => (link.startsWith(HOME) ? link.slice(HOME.length) : undefined),
    isExcluded: (path) => path.startsWith('/gracias'),
    isHiddenProduct: (id) => id === 900,
    ...more,
  });
}

describe('planRun', () => {
  it('reads what is new, and what has another time, address or type', () => {
    const { read } = plan(
      [
        listed(1),
        listed(2, { modified: '2026-03-02T00:00:00Z' }),
        listed(3, { link: `${HOME}/otra` }),
        listed(4, { type: 'posts' }),
        listed(5),
      ],
      { known: new Map([known(2), known(3), known(4), known(5)]), types: ['pages', 'posts'] },
    );
    assert.deepEqual(
      [...read],
      [
        [1, 'pages'],
        [2, 'pages'],
        [3, 'pages'],
        [4, 'posts'],
      ],
    );
  });

  it('reads a page whose time went back', () => {
    const { read } = plan([listed(1, { modified: '2025-01-01T00:00:00Z' })], { known: new Map([known(1)]) });
    assert.deepEqual([...read.keys()], [1]);
  });

  it('reads everything in a full sweep, also what was refused before', () => {
    const { read } = plan([listed(1), listed(2)], {
      full: true,
      known: new Map([known(1)]),
      skipped: new Map([skippedPage(2)]),
    });
    assert.deepEqual([...read.keys()], [1, 2]);
  });

  it('does not read again what was refused, until it changes', () => {
    const skipped = new Map([skippedPage(1), skippedPage(2)]);
    const { read, stillSkipped } = plan([listed(1), listed(2, { modified: '2026-04-01T00:00:00Z' })], { skipped });
    assert.deepEqual([...read.keys()], [2]);
    assert.deepEqual(
      stillSkipped.map(({ id }) => id),
      [1],
    );
  });

  it('asks once more for mirrored pages that are not listed', () => {
    const { confirm, retired } = plan([listed(1)], {
      known: new Map([known(1), known(2), known(3, { type: 'posts' })]),
    });
    assert.deepEqual([...confirm], [[2, 'pages']]);
    assert.deepEqual(retired, [3]);
  });

  it('refuses what is not public, excluded, or of another site, with the reason', () => {
    const { read, refused } = plan([
      listed(1, { protected: true }),
      listed(2, { status: 'private' }),
      listed(3, { link: `${HOME}/gracias` }),
      listed(4, { link: 'https://otra.example/x' }),
      listed(900),
    ]);
    assert.equal(read.size, 0);
    assert.deepEqual(
      [...refused].map(([id, { reason }]) => [id, reason]),
      [
        [1, 'password'],
        [2, 'not published'],
        [3, 'excluded'],
        [4, 'foreign address'],
        [900, 'hidden product'],
      ],
    );
  });

  it('takes a page once that is listed twice', () => {
    const { read } = plan([listed(1), listed(1, { type: 'posts' })], { types: ['pages', 'posts'] });
    assert.deepEqual([...read], [[1, 'pages']]);
  });

  it('leaves every other page alone when only one matters', () => {
    const { read, confirm, stillSkipped, retired } = plan([listed(1), listed(2), listed(3)], {
      only: 2,
      known: new Map([known(2), known(4), known(5, { type: 'posts' })]),
      skipped: new Map([skippedPage(3)]),
    });
    assert.deepEqual([...read.keys()], [2]);
    assert.deepEqual([confirm.size, retired.length, stillSkipped.length], [0, 0, 1]);
  });

  it('reads pages again whose turn it is, also refused ones', () => {
    const { read } = plan([listed(1), listed(2), listed(3)], {
      known: new Map([known(1), known(3)]),
      skipped: new Map([skippedPage(2)]),
      revisit: new Set([1, 2]),
    });
    assert.deepEqual([...read.keys()], [1, 2]);
  });

  it('leaves the pages of a type that could not be listed as they were', () => {
    const { confirm, retired, stillSkipped } = plan([listed(1)], {
      known: new Map([known(1), known(3, { type: 'posts' })]),
      skipped: new Map([[4, { ...skippedPage(4)[1], type: 'posts' }]]),
      types: ['pages', 'posts'],
      unlisted: new Set(['posts']),
    });
    assert.deepEqual([confirm.size, retired.length], [0, 0]);
    assert.deepEqual(
      stillSkipped.map(({ id }) => id),
      [4],
    );
  });

  it('gives each mirrored page one fate', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(ids, ids, ids, fc.boolean(), (inCensus, inMirror, guarded, full) => {
        const census = inCensus.map((id) => listed(id, { protected: guarded.includes(id) }));
        const { read, confirm, refused } = plan(census, { known: new Map(inMirror.map((id) => known(id))), full });
        for (const id of inMirror) {
          const fates = [read.has(id), confirm.has(id), refused.has(id)].filter(Boolean).length;
          assert.ok(fates <= 1);
          assert.equal(confirm.has(id), !inCensus.includes(id));
        }
      }),
    );
  });
});

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
