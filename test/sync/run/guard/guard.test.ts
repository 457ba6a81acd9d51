import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { vanishingOf } from '../../../../sync/run/guard/guard.ts';
import { isNearlyAll, likenessIn } from '../../../../sync/run/guard/likeness.ts';
import type { Departure } from '../../../../sync/run/read/change-collector.ts';
import type { Answer } from '../../../../sync/run/read/document.ts';

type Changes = Parameters<typeof vanishingOf>[0];

const pages = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [index + 1, { path: `/p${index + 1}` }]));
const first = (count: number, how: Departure) =>
  new Map(Array.from({ length: count }, (_, index) => [index + 1, how] as const));

const suspicions = (changes: Partial<Changes>) => {
  const found = vanishingOf({
    known: new Map(),
    leaving: new Map(),
    arriving: new Map(),
    lostLately: [],
    gainedLately: 0,
    ...changes,
  });
  return found ? [`${found.why} [${found.pages.length}]`] : [];
};

describe('vanishingOf', () => {
  it('believes in a tenth of a large site, and not in more', () => {
    assert.deepEqual(suspicions({ known: pages(100), leaving: first(10, 'vanished') }), []);
    assert.deepEqual(suspicions({ known: pages(100), leaving: first(11, 'vanished') }), [
      '11 of 100 pages would go [11]',
    ]);
  });

  it('judges a site below 50 pages by share', () => {
    assert.deepEqual(suspicions({ known: pages(20), leaving: first(5, 'vanished') }), []);
    assert.equal(suspicions({ known: pages(20), leaving: first(6, 'vanished') }).length, 1);
    assert.deepEqual(suspicions({ known: pages(8), leaving: first(2, 'vanished') }), []);
    assert.equal(suspicions({ known: pages(8), leaving: first(3, 'vanished') }).length, 1);
    assert.deepEqual(suspicions({ known: pages(3), leaving: first(1, 'vanished') }), []);
  });

  it('does not believe in an empty site, not even in a small one', () => {
    assert.deepEqual(suspicions({ known: pages(1), leaving: first(1, 'vanished') }), ['the only page would go [1]']);
  });

  it('adds up what vanished within seven days', () => {
    const lostLately = Array.from({ length: 12 }, (_, index) => 500 + index);
    assert.deepEqual(suspicions({ known: pages(98), leaving: first(9, 'vanished'), lostLately }), []);
    assert.equal(suspicions({ known: pages(98), leaving: first(11, 'vanished'), lostLately }).length, 1);
    assert.deepEqual(suspicions({ known: pages(10), lostLately }), []);
  });

  it('takes no site for eroding that replaces its pages', () => {
    const lostLately = Array.from({ length: 40 }, (_, index) => 500 + index);
    const week = { known: pages(100), leaving: first(1, 'vanished'), lostLately };
    assert.equal(suspicions(week).length, 1);
    assert.deepEqual(suspicions({ ...week, gainedLately: 40 }), []);
  });

  it('lets go at once, whatever the number, what the site itself keeps from readers', () => {
    assert.deepEqual(suspicions({ known: pages(45), leaving: first(45, 'told') }), []);
  });

  it('does not believe that the front page is gone, unless another page takes its place', () => {
    const known = new Map([...pages(30), [99, { path: '/' }]]);
    const moved = { path: '/old' };
    const lost = ['the front page would go [1]'];
    assert.deepEqual(suspicions({ known, leaving: new Map([[99, 'vanished']]) }), lost);
    assert.deepEqual(suspicions({ known, arriving: new Map([[99, moved]]) }), lost);
    const other = new Map([[100, { ...moved, path: '/' }]]);
    assert.deepEqual(suspicions({ known, leaving: new Map([[99, 'vanished']]), arriving: other }), []);
    assert.deepEqual(suspicions({ known, leaving: new Map([[99, 'told']]) }), []);
  });
});

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
