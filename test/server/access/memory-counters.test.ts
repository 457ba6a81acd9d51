import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLimiter, createMemoryCounters } from '../../../server/access/limiter.ts';

describe('createMemoryCounters', () => {
  it('forgets windows that have ended as new ones come, so that their number is bounded by time', () => {
    let time = 0;
    const counters = createMemoryCounters(() => time);
    for (let n = 0; n < 30_000; n++) {
      time += 10;
      counters.add(`address ${n}`, 1, 60_000);
      assert.ok(counters.size() <= 12_000, String(counters.size()));
    }
  });

  it('forgets a flood after two windows, and no window before its end', () => {
    let time = 0;
    const counters = createMemoryCounters(() => time);
    for (let n = 0; n < 8000; n++) {
      time = n;
      counters.add(`address ${n}`, 1, 60_000);
    }
    for (const at of [59_999, 60_000, 67_998]) {
      time = at;
      counters.add('one', 1, 60_000);
      assert.deepEqual(counters.find('address 7999'), { count: 1, msLeft: 67_999 - at });
    }
    assert.equal(counters.find('address 7998'), undefined);
    time = 120_000;
    counters.add('one', 1, 60_000);
    assert.ok(counters.size() <= 2, String(counters.size()));
  });
});

describe('createLimiter', () => {
  it('counts in fixed windows from the first request, whatever came before', async () => {
    let time = 0;
    const limiter = createLimiter(
      { name: 'x', limit: 2, windowSeconds: 10 },
      createMemoryCounters(() => time),
    );
    const at = async (ms: number) => {
      time = ms;
      const { used, remaining, resetSeconds, exceeded } = await limiter.count('key');
      return [used, remaining, resetSeconds, exceeded];
    };
    assert.deepEqual(await at(0), [1, 1, 10, false]);
    assert.deepEqual(await at(9000), [2, 0, 1, false]);
    assert.deepEqual(await at(9999), [2, 0, 1, true]);
    assert.deepEqual(await at(10_000), [1, 1, 10, false]);
  });

  it('looks without counting, and at an unknown key too', async () => {
    const policy = { name: 'x', limit: 2, windowSeconds: 10 };
    const limiter = createLimiter(
      policy,
      createMemoryCounters(() => 0),
    );
    const fresh = { policy, used: 0, remaining: 2, resetSeconds: 10, exceeded: false };
    assert.deepEqual(await limiter.look('key'), fresh);
    await limiter.count('key');
    assert.deepEqual(await limiter.look('key'), { ...fresh, used: 1, remaining: 1 });
    assert.deepEqual(await limiter.look('key'), { ...fresh, used: 1, remaining: 1 });
  });

  it('passes on what goes wrong with its store', async () => {
    const broken = { add: async () => assert.fail('no disk'), find: () => undefined };
    await assert.rejects(
      async () => createLimiter({ name: 'x', limit: 2, windowSeconds: 10 }, broken).count('key'),
      /no disk/,
    );
  });
});
