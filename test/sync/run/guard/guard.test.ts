import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdsOf, suspicionsOf, type Departure } from '../../../../sync/run/guard/guard.ts';

type Changes = Parameters<typeof suspicionsOf>[0];

const pages = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [index + 1, { path: `/p${index + 1}`, size: 1000 }]));
const first = (count: number, how: Departure) =>
  new Map(Array.from({ length: count }, (_, index) => [index + 1, how] as const));
const texts = (count: number, size: number, text: (id: number) => string) =>
  new Map(
    Array.from({ length: count }, (_, index) => [index + 1, { path: `/p${index + 1}`, size, text: text(index + 1) }]),
  );

const suspicions = (changes: Partial<Changes>) =>
  suspicionsOf({
    known: new Map(),
    leaving: new Map(),
    arriving: new Map(),
    emptied: new Set(),
    doubted: new Set(),
    lostLately: [],
    gainedLately: 0,
    textLostLately: [],
    ...changes,
  }).map(({ kind, why, pages: suspected }) => `${kind}: ${why} [${suspected.length}]`);

describe('suspicionsOf', () => {
  it('believes in a tenth of a large site, and not in more', () => {
    assert.deepEqual(suspicions({ known: pages(100), leaving: first(10, 'vanished') }), []);
    assert.deepEqual(suspicions({ known: pages(100), leaving: first(11, 'vanished') }), [
      'vanished: 11 of 100 pages would go [11]',
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
    assert.deepEqual(suspicions({ known: pages(1), leaving: first(1, 'vanished') }), [
      'vanished: the only page would go [1]',
    ]);
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

  it('does not believe that more than a third, and more than five, turn different at once', () => {
    assert.deepEqual(suspicions({ known: pages(45), leaving: first(15, 'different') }), []);
    assert.deepEqual(suspicions({ known: pages(45), leaving: first(16, 'different') }), [
      'different: 16 of 45 pages would lose their text, or are not shown to visitors any more [16]',
    ]);
    assert.deepEqual(suspicions({ known: pages(9), leaving: first(5, 'different') }), []);
    assert.equal(suspicions({ known: pages(4), leaving: first(4, 'different') }).length, 1);
  });

  it('does not believe that a third loses most of its text, or turns into one text', () => {
    const own = (id: number) => `text ${id}`;
    assert.deepEqual(suspicions({ known: pages(30), arriving: texts(30, 400, own) }), []);
    assert.equal(suspicions({ known: pages(30), arriving: texts(11, 200, own) }).length, 1);
    assert.equal(suspicions({ known: pages(30), arriving: texts(11, 1000, () => 'one') }).length, 1);
    assert.equal(suspicions({ known: pages(30), emptied: new Set(pages(11).keys()) }).length, 1);
  });

  it('believes that pages which were one text are another one now, such as one for each town', () => {
    const towns = [...texts(11, 1000, () => 'new')].map(([id, page]) => [id, { ...page, before: 'old' }] as const);
    assert.deepEqual(suspicions({ known: pages(30), arriving: new Map(towns) }), []);
    const own = towns.map(([id, page]) => [id, { ...page, before: `text ${id}` }] as const);
    assert.equal(suspicions({ known: pages(30), arriving: new Map(own) }).length, 1);
  });

  it('adds up the texts that were lost within seven days', () => {
    const week = { known: pages(30), arriving: texts(6, 200, (id) => `text ${id}`) };
    assert.deepEqual(suspicions({ ...week, textLostLately: [27, 28, 29, 30] }), []);
    assert.deepEqual(suspicions({ ...week, textLostLately: [26, 27, 28, 29, 30] }), [
      'different: 11 of 30 pages would lose their text within seven days, or are not shown to visitors any more [6]',
    ]);
    assert.deepEqual(suspicions({ known: pages(30), textLostLately: [...pages(30).keys()] }), []);
  });

  it('judges what is different among the pages that the site does not keep from readers', () => {
    const leaving = new Map([...first(40, 'told'), [41, 'different'], [42, 'different'], [43, 'different']] as const);
    assert.deepEqual(suspicions({ known: pages(45), leaving }), []);
    assert.equal(suspicions({ known: pages(43), leaving }).length, 1);
  });

  it('does not believe that the front page is gone, unless another page takes its place', () => {
    const known = new Map([...pages(30), [99, { path: '/', size: 1000 }]]);
    const moved = { path: '/old', size: 1000, text: 'x' };
    const lost = ['vanished: the front page would go [1]'];
    assert.deepEqual(suspicions({ known, leaving: new Map([[99, 'vanished']]) }), lost);
    assert.deepEqual(suspicions({ known, arriving: new Map([[99, moved]]) }), lost);
    const other = new Map([[100, { ...moved, path: '/' }]]);
    assert.deepEqual(suspicions({ known, leaving: new Map([[99, 'vanished']]), arriving: other }), []);
    assert.deepEqual(suspicions({ known, leaving: new Map([[99, 'told']]) }), []);
  });
});

describe('holdsOf', () => {
  const suspicion = (kind: 'vanished' | 'different') => ({ kind, why: 'x', pages: [1] });
  const hours = 24;

  it('holds since the first run that was suspicious', () => {
    const now = new Date('2026-03-01T00:00:00.000Z');
    const [hold] = holdsOf({ suspicions: [suspicion('different')], former: [], now, hours });
    assert.equal(hold?.since, '2026-03-01T00:00:00.000Z');
    const later = new Date('2026-03-01T23:00:00.000Z');
    const [held] = holdsOf({ suspicions: [suspicion('different')], former: [hold], now: later, hours });
    assert.equal(held?.since, '2026-03-01T00:00:00.000Z');
  });

  it('ends by itself where visitors see something else, and never where pages vanished', () => {
    const since = '2026-03-01T00:00:00.000Z';
    const former = (['different', 'vanished'] as const).map((kind) => Object.assign(suspicion(kind), { since }));
    const now = new Date('2026-03-02T00:00:00.000Z');
    const holds = holdsOf({ suspicions: [suspicion('different'), suspicion('vanished')], former, now, hours });
    assert.deepEqual(
      holds.map(({ kind }) => kind),
      ['vanished'],
    );
  });
});
