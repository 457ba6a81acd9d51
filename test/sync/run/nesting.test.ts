import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNestedDeeper } from '../../../sync/run/nesting.ts';

describe('isNestedDeeper', () => {
  it('counts levels of objects and arrays', () => {
    assert.equal(isNestedDeeper({ a: [1, { b: 2 }] }, 3), false);
    assert.equal(isNestedDeeper({ a: [1, { b: 2 }] }, 2), true);
    assert.equal(isNestedDeeper('text', 0), false);
  });

  it('bears twelve kilobytes of nothing but levels', () => {
    assert.equal(isNestedDeeper(JSON.parse('['.repeat(6000) + ']'.repeat(6000)), 100), true);
  });
});
