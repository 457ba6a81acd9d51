import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRunQueue, isOverdue, runOnSchedule } from '../../../sync/process/schedule.ts';

/** Runs that end when the test says so. */
function heldRuns() {
  const orders: boolean[] = [];
  const ends: (() => void)[] = [];
  return {
    orders,
    runOnce: ({ full }: { readonly full: boolean }) => {
      orders.push(full);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    end: () => ends.shift()?.(),
  };
}

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('isOverdue', () => {
  it('is so when a date of the schedule has passed', () => {
    const since = new Date('2026-03-01T03:30:00Z');
    const hours = (count: number) => new Date(since.getTime() + count * 3_600_000);
    assert.equal(isOverdue('30 3 * * *', since, hours(23)), false);
    assert.equal(isOverdue('30 3 * * *', since, hours(26)), true);
    assert.equal(isOverdue('0 * * * *', since, hours(2)), true);
  });
});

describe('createRunQueue', () => {
  it('never runs twice at once, and skips a look for changes that comes during a run', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    queue.ask({ full: false });
    queue.ask({ full: false });
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, [false]);
  });

  it('does not lose a full sweep that comes during a run', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    queue.ask({ full: false });
    queue.ask({ full: true });
    queue.ask({ full: true });
    runs.end();
    await settled();
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, [false, true]);
  });

  it('begins nothing after the signal', async () => {
    const runs = heldRuns();
    const controller = new AbortController();
    const queue = createRunQueue(runs.runOnce, controller.signal);
    queue.ask({ full: false });
    queue.ask({ full: true });
    controller.abort();
    queue.ask({ full: false });
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, [false]);
  });
});

describe('runOnSchedule', () => {
  it('runs at once, then on schedule, and ends after the run at work', async () => {
    const controller = new AbortController();
    const orders: boolean[] = [];
    let ended = 0;
    await runOnSchedule({
      schedule: '* * * * * *',
      fullSchedule: '0 0 1 1 *',
      startFull: true,
      signal: controller.signal,
      runOnce: async ({ full }) => {
        orders.push(full);
        if (orders.length === 2) controller.abort();
        await settled();
        ended++;
      },
    });
    assert.deepEqual(orders, [true, false]);
    assert.equal(ended, 2);
  });
});
