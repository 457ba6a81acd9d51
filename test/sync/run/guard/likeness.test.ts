import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNearlyAll, likenessIn } from '../../../../sync/run/guard/likeness.ts';
import type { Answer } from '../../../../sync/run/read/document.ts';

describe('likenessIn', () => {
  const answers = (count: number, answer: (id: number) => Answer) =>
    new Map(Array.from({ length: count }, (_, index) => [index + 1, answer(index + 1)]));

  it('finds the largest group of pages that answer alike', () => {
    const found = likenessIn(answers(10, (id) => ({ alike: id < 4 ? 'status 404' : id < 9 ? 'status 410' : '' })));
    assert.deepEqual(found, { alike: 'status 410', pages: [4, 5, 6, 7, 8] });
    assert.equal(likenessIn(answers(10, () => ({ alike: '' }))), undefined);
  });

  it('takes one new text on pages for an edit where they had one text before, or are two', () => {
    const change = (count: number, before: (id: number) => string) =>
      likenessIn(answers(count, (id) => ({ alike: 'text x', before: before(id) })));
    assert.equal(change(20, String)?.pages.length, 20);
    assert.equal(
      change(20, (id) => String(id % 3)),
      undefined,
    );
    assert.equal(change(2, String), undefined);
  });

  it('wants nine pages in ten', () => {
    assert.deepEqual([isNearlyAll(18, 20), isNearlyAll(17, 20), isNearlyAll(0, 0)], [true, false, false]);
  });
});
