import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openMirrorDatabase } from '../../../../db/mirror/mirror.ts';
import { doubtAltered, vanishingOf } from '../../../../sync/run/guard/guard.ts';
import type { Departure } from '../../../../sync/run/read/change-collector.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from '../publish/published-site.ts';

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

/** A site of five pages, of which the disk has altered two. */
async function alteredSite() {
  const site = await publishedSite();
  site.write([1, 2, 3, 4, 5].map((id) => page(id, `/p${id}`, `Page ${id}`, 'Text')));
  const db = openMirrorDatabase(join(site.dir, 'mirror.db'));
  db.exec(`UPDATE pages SET markdown = 'Taxt' WHERE id IN (2, 5)`);
  db.close();
  return site;
}

describe('doubtAltered', () => {
  it('looks at all pages of a small mirror, and doubts a page once', async () => {
    await using site = await alteredSite();
    assert.deepEqual(doubtAltered(site.mirror, { all: false }), ['/p2', '/p5']);
    assert.deepEqual(doubtAltered(site.mirror, { all: false }), []);
  });

  it('looks at the pages of a large mirror in turn, and at all when it is asked to', async () => {
    await using site = await alteredSite();
    const turns = [1, 2, 3, 4].map(() => doubtAltered(site.mirror, { all: false, most: 2 }));
    assert.deepEqual(turns, [['/p2'], [], ['/p5'], []]);
    await using other = await alteredSite();
    assert.deepEqual(doubtAltered(other.mirror, { all: true, most: 2 }), ['/p2', '/p5']);
  });
});
