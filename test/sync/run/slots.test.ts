import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createSlots } from '../../../sync/run/slots.ts';

const NEVER = new AbortController().signal;

describe('createSlots', () => {
  it('gives the turn to whoever has waited longest, and to urgent work before patient work', async () => {
    const { take } = createSlots({ most: 1, mostPatient: 1, mostHeavy: 1 });
    const order: string[] = [];
    const work = async (name: string, priority: 'urgent' | 'patient') => {
      const end = await take(priority, NEVER);
      order.push(name);
      end?.();
    };
    const end = await take('patient', NEVER);
    const all = [work('b', 'patient'), work('a', 'patient'), work('z', 'urgent')];
    end?.();
    await Promise.all(all);
    assert.deepEqual(order, ['z', 'b', 'a']);
  });

  it('keeps room for urgent work', async () => {
    const { take } = createSlots({ most: 2, mostPatient: 1, mostHeavy: 1 });
    await take('patient', NEVER);
    let isWaiting = true;
    void take('patient', NEVER).then(() => (isWaiting = false));
    const end = await take('urgent', NEVER);
    assert.ok(end && isWaiting);
    end();
    end();
    await take('urgent', NEVER);
    assert.ok(isWaiting, 'a turn ends once');
  });

  it('has light work pass when there is as much heavy work as there may be', async () => {
    const { take } = createSlots({ most: 3, mostPatient: 3, mostHeavy: 1 });
    await take('heavy', NEVER);
    let isWaiting = true;
    void take('heavy', NEVER).then(() => (isWaiting = false));
    assert.ok(await take('patient', NEVER));
    assert.ok(await take('patient', NEVER));
    assert.ok(isWaiting);
  });

  it('lets heavy work begin beside some that lasts for long, up to twice as much', async () => {
    const { take } = createSlots({ most: 9, mostPatient: 9, mostHeavy: 1 }, 1);
    const end = await take('heavy', NEVER);
    // The timer of a turn that lasts keeps no process alive; this one does.
    const [second] = await Promise.all([take('heavy', NEVER), wait(20)]);
    assert.ok(second);
    let isWaiting = true;
    const third = take('heavy', NEVER).then(() => (isWaiting = false));
    await wait(20);
    assert.ok(isWaiting);
    end?.();
    await third;
  });

  it('lets go who is interrupted', async () => {
    const { take } = createSlots({ most: 1, mostPatient: 1, mostHeavy: 1 });
    const end = await take('patient', NEVER);
    const leaving = new AbortController();
    const left = take('patient', leaving.signal);
    const next = take('patient', NEVER);
    leaving.abort();
    assert.equal(await left, undefined);
    end?.();
    assert.ok(await next);
    assert.equal(await take('patient', leaving.signal), undefined);
  });
});
