import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryCounters } from '../../../server/access/limiter.ts';

describe('createMemoryCounters', () => {
  it('holds half a million windows at most, and still counts who calls again and again', () => {
    const counters = createMemoryCounters(() => 0);
    for (let n = 0; n < 510_000; n++) {
      counters.add(`address ${n}`, 1, 60_000);
      if (n % 1000 === 0) counters.add('one', 1, 60_000);
    }
    assert.ok(counters.size() <= 500_000, String(counters.size()));
    assert.partialDeepStrictEqual(counters.find('one'), { count: 510 });
  });
});
