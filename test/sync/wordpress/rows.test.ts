import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPages } from '../../../sync/wordpress/rows.ts';

const row = { id: 7, link: 'https://casa.example/fontaneria/', modified_gmt: '2026-03-01T09:30:00' };

function pagesIn(data: unknown, askedAt = Number.NaN) {
  const reply = { url: 'https://casa.example/wp-json/', status: 200, askedAt, data, code: undefined };
  return readPages({ ...reply, total: undefined, totalPages: undefined, delay: 0, cache: undefined });
}

/** A page that was changed at 09:30:00, in an answer to what was asked at this time. */
const pageAskedAt = (askedAt: number) => pagesIn([row], askedAt)[0];

describe('readPages', () => {
  it('does not rely on a time of change that another change may have as well', () => {
    const inThatSecond = pageAskedAt(Date.parse('2026-03-01T09:30:00.999Z'));
    assert.deepEqual([inThatSecond?.modified, inThatSecond?.seenModified], ['2026-03-01T09:30:00Z', '']);
  });

  it('relies on it two seconds later, and where the response has no Date', () => {
    for (const askedAt of [Date.parse('2026-03-01T09:30:02Z'), Number.NaN]) {
      assert.equal(pageAskedAt(askedAt)?.seenModified, '2026-03-01T09:30:00Z', String(askedAt));
    }
  });

  it('reads a list that a plugin has made an object', () => {
    const ids = (data: unknown) => pagesIn(data).map(({ id }) => id);
    assert.deepEqual(ids({ 0: row, 1: { ...row, id: 8 }, excerpt: { rendered: '' } }), [7, 8]);
    assert.deepEqual(ids({ 3: { ...row, id: 10 }, 2: { ...row, id: 9 } }), [9, 10]);
    assert.throws(() => pagesIn({ excerpt: { rendered: '' } }), /does not match the format of WordPress/);
    assert.throws(() => pagesIn({}), /does not match the format of WordPress/);
  });
});
