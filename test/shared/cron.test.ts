import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cronFault, isOverdue } from '../../shared/cron.ts';

describe('cronFault', () => {
  it('accepts what cron does, and says what is wrong with the rest', () => {
    assert.equal(cronFault('*/10 * * * *'), undefined);
    assert.equal(cronFault('30 3 * * 1-5'), undefined);
    assert.match(cronFault('99 * * * *') ?? '', /\w/);
    assert.match(cronFault('often') ?? '', /field/);
  });
});

describe('isOverdue', () => {
  it('is so when a date of the schedule has passed', () => {
    const since = new Date('2026-03-01T03:30:00Z');
    const hours = (count: number) => new Date(since.getTime() + count * 3_600_000);
    assert.equal(isOverdue('30 3 * * *', since, hours(23)), false);
    assert.equal(isOverdue('30 3 * * *', since, hours(26)), true);
    assert.equal(isOverdue('0 * * * *', since, hours(2)), true);
  });
});
