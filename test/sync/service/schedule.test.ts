import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepared } from './prepared-run.ts';
import { createRunQueue } from '../../../sync/service/run-queue.ts';
import { nextRun, runOnSchedule } from '../../../sync/service/schedule.ts';

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('nextRun', () => {
  it('is within the interval, put off by its share of it', () => {
    for (const offset of [0, 0.25, 0.95]) {
      const now = new Date();
      const at = nextRun('*/10 * * * *', offset, now)?.getTime() ?? 0;
      const seconds = (at - now.getTime()) / 1000;
      assert.ok(seconds > 0 && seconds <= 600, `${offset}: ${seconds}`);
      assert.equal((at / 1000) % 600, offset * 600);
    }
  });
});

describe('nextRun of an irregular schedule', () => {
  it('is no earlier than its next date', () => {
    const hour = (new Date().getHours() + 5) % 24;
    const next = nextRun(`0 ${hour},${(hour + 1) % 24} * * *`, 0.5, new Date());
    assert.deepEqual([next?.getHours(), next?.getMinutes()], [hour, 30]);
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
      offset: 0,
      startFull: true,
      signal: controller.signal,
      queue: createRunQueue(
        prepared(async ({ full }) => {
          orders.push(full);
          if (orders.length === 2) controller.abort();
          await settled();
          ended++;
          return 'done';
        }),
        controller.signal,
      ),
    });
    assert.deepEqual(orders, [true, false]);
    assert.equal(ended, 2);
  });
});
