import { once, EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { createRunQueue } from '../../sync/service/run-queue.ts';
import { runOnSchedule } from '../../sync/service/schedule.ts';
import { prepared } from '../sync/service/prepared-run.ts';
import { settableClock } from '../helpers/set-clock.ts';

const HOUR = 3600;
const YEAR = 365 * 24 * HOUR;

describe('runOnSchedule, when the clock is set', () => {
  // A clock that was wrong by years at boot is common on small machines; waiting for it would be waiting for years.
  it('goes on with the schedule, whether it is set ahead or back', { timeout: 180_000 }, async () => {
    using clock = settableClock();
    const controller = new AbortController();
    const runs = new EventEmitter();
    const ended = runOnSchedule({
      schedule: '* * * * * *',
      fullSchedule: '0 0 1 1 *',
      offset: 0,
      startFull: false,
      signal: controller.signal,
      queue: createRunQueue(
        prepared(() => {
          runs.emit('run');
          return Promise.resolve('done');
        }),
        controller.signal,
      ),
    });
    for (const ahead of [0, 10 * YEAR, 0, -5 * HOUR, -50 * YEAR, 5 * HOUR]) {
      clock.setAhead(ahead);
      for (let count = 0; count < 2; count++) await once(runs, 'run');
    }
    controller.abort();
    await ended;
  });
});
