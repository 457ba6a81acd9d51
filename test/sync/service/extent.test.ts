import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extentAfter } from '../../../sync/service/extent.ts';

const NOW = new Date('2026-01-02T12:00:00Z');
const HOUR_AGO = new Date('2026-01-02T11:00:00Z');
const CHANGES = { full: false } as const;
const SHORT = { full: false, short: { why: 'a probe', types: new Map(), pages: [] } } as const;
const FULL_SCHEDULE = '0 3 * * *';
const LAST = { pages: 200, fullAt: HOUR_AGO, converter: 'a' };

const given = { order: CHANGES, converter: 'a', now: NOW, fullSchedule: FULL_SCHEDULE };

describe('the extent of a run', () => {
  it('is every page where the site was never read whole, or by other code, or not for too long', () => {
    assert.equal(extentAfter(LAST, given).readsAll, false);
    assert.equal(extentAfter({ ...LAST, fullAt: undefined }, given).readsAll, true);
    assert.equal(extentAfter(LAST, { ...given, converter: 'b' }).readsAll, true);
    assert.equal(extentAfter(LAST, { ...given, order: { full: true } }).readsAll, true);
    const longAgo = { ...LAST, fullAt: new Date('2025-12-30T03:00:00Z') };
    assert.equal(extentAfter(longAgo, given).readsAll, true);
    assert.equal(extentAfter(longAgo, { ...given, order: SHORT }).readsAll, false);
    assert.equal(extentAfter(LAST, { ...given, order: SHORT, converter: 'b' }).readsAll, true);
    const renewal = { full: false, isRenewal: true } as const;
    assert.equal(extentAfter(longAgo, { ...given, order: renewal }).readsAll, false);
  });

  it('is large from so many pages on that other sites would wait for its index', () => {
    assert.equal(extentAfter(LAST, given).isLarge, false);
    assert.equal(extentAfter({ ...LAST, pages: 10_000 }, given).isLarge, true);
  });
});
