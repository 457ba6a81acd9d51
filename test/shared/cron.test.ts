import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cronFault } from '../../shared/cron.ts';

describe('cronFault', () => {
  it('accepts what cron does, and says what is wrong with the rest', () => {
    assert.equal(cronFault('*/10 * * * *'), undefined);
    assert.equal(cronFault('30 3 * * 1-5'), undefined);
    assert.match(cronFault('99 * * * *') ?? '', /\w/);
    assert.match(cronFault('often') ?? '', /field/);
  });
});
