import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { remember } from '../../../db/search/remember.ts';

describe('a function that remembers', () => {
  it('computes an answer once, also one that is empty, until there are too many', () => {
    const computed: string[] = [];
    const lengthOf = remember(
      2,
      (text: string) => text,
      (text) => {
        computed.push(text);
        return text.length;
      },
    );
    assert.deepEqual(['', 'a', '', 'a'].map(lengthOf), [0, 1, 0, 1]);
    assert.deepEqual(computed, ['', 'a']);
    assert.deepEqual(['abc', 'abc', 'a'].map(lengthOf), [3, 3, 1]);
    assert.deepEqual(computed, ['', 'a', 'abc', 'a']);
  });
});
