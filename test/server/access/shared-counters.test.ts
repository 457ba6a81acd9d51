import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stateUnreachable } from '../../../db/state/state.ts';
import { type CounterStore, createMemoryCounters } from '../../../server/access/limiter.ts';
import { createQuota } from '../../../server/access/quota.ts';

/** Counters that two servers share, and that can go away. */
function sharedCounters() {
  const counters = createMemoryCounters(() => 0);
  let fault: Error | undefined;
  const shared: CounterStore = {
    add: async (key, points, windowMs) => {
      if (fault) throw fault;
      return await counters.add(key, points, windowMs);
    },
    find: async (key) => {
      if (fault) throw fault;
      return await counters.find(key);
    },
  };
  return {
    shared,
    breakWith: (error?: Error) => {
      fault = error;
    },
  };
}

const counters = () => ({ anonimo: createMemoryCounters(() => 0), identificado: createMemoryCounters(() => 0) });

describe('createQuota with shared counters', () => {
  const caller = { address: '192.0.2.1', anonymousLimit: 60 };

  it('counts a caller of two servers once for all', async () => {
    const { shared } = sharedCounters();
    const server = () => createQuota({ inMemory: counters(), shared, onOutage: () => assert.fail() });
    const servers = [server(), server()] as const;
    const counted = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => servers[n % 2 ? 0 : 1].count(caller)),
    );
    assert.equal(counted.filter(({ exceeded }) => !exceeded).length, 60);
    assert.equal((await servers[0].look(caller)).used, 60);
  });

  it('counts alone while they cannot be reached, reports each outage once, and comes back', async () => {
    const { shared, breakWith } = sharedCounters();
    const reported: unknown[] = [];
    const quota = createQuota({ inMemory: counters(), shared, onOutage: (error) => reported.push(error) });
    await quota.count(caller);
    for (const cause of ['first', 'second']) {
      const away = stateUnreachable(new Error(cause));
      breakWith(away);
      await quota.count(caller);
      await quota.count(caller);
      assert.equal(reported.at(-1), away);
      breakWith();
      await quota.count(caller);
    }
    assert.equal(reported.length, 2);
    assert.equal((await quota.look(caller)).used, 3);
    breakWith(stateUnreachable(new Error('third')));
    assert.equal((await quota.look(caller)).used, 4);
  });

  it('hides no other fault', async () => {
    const { shared, breakWith } = sharedCounters();
    const quota = createQuota({ inMemory: counters(), shared, onOutage: () => assert.fail() });
    breakWith(new TypeError('a bug'));
    await assert.rejects(async () => quota.count(caller), /a bug/);
  });
});
