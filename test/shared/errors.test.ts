import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, explain } from '../../shared/errors.ts';

describe('explain', () => {
  it('names the fault and all its causes', () => {
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const error = new AppError('service_not_ready', 'It cannot be reached', { cause: refused });
    assert.equal(explain(error), 'It cannot be reached: ECONNREFUSED');
    assert.equal(explain(new Error('No disk')), 'No disk');
    assert.equal(explain(new TypeError('', { cause: 'a word' })), 'TypeError: a word');
  });
});
