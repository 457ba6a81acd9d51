import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { listingDifference, queryVarsIn } from '../../../../sync/run/census/census.ts';

const SIZE = 10;

/** Compares an expectation with a listing; tells how many parts of it were asked for. */
async function compare(expected: readonly number[], actual: readonly number[], most = Infinity) {
  let asked = 0;
  const differing = await listingDifference({
    expected,
    total: actual.length,
    size: SIZE,
    most,
    idsOf: (part) => {
      asked += 1;
      return Promise.resolve(actual.slice((part - 1) * SIZE, part * SIZE));
    },
  });
  return { ids: [...differing].toSorted((a, b) => a - b), asked };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => 3 * index + 1);

describe('listingDifference', () => {
  it('finds the one page that a large listing lost, in few parts of it', async () => {
    const expected = upTo(3000);
    const { ids, asked } = await compare(
      expected,
      expected.filter((id) => id !== 4000),
    );
    assert.deepEqual(ids, [4000]);
    assert.ok(asked <= 9, `${asked} parts`);
  });

  it('finds the pages that came, wherever their ids are', async () => {
    const expected = upTo(500);
    const { ids } = await compare(
      expected,
      [...expected, 2, 800, 9999].toSorted((a, b) => a - b),
    );
    assert.deepEqual(ids, [2, 800, 9999]);
  });

  it('asks for nothing where the listing is as long as it was', async () => {
    assert.deepEqual(await compare(upTo(50), upTo(50)), { ids: [], asked: 0 });
  });

  it('stops after so many parts', async () => {
    const expected = upTo(1000);
    const { asked } = await compare(
      expected,
      expected.filter((id) => id % 2 === 0),
      7,
    );
    assert.equal(asked, 7);
  });

  it('finds every loss where nothing came, and every gain where nothing went', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(ids, ids, async (some, others) => {
        const base = [...new Set(some)].toSorted((a, b) => a - b);
        const more = [...new Set([...some, ...others])].toSorted((a, b) => a - b);
        const difference = more.filter((id) => !base.includes(id));
        assert.deepEqual((await compare(more, base)).ids, difference, 'losses');
        assert.deepEqual((await compare(base, more)).ids, difference, 'gains');
      }),
      { numRuns: 200 },
    );
  });
});

const row = (query: string, slug: string) => ({ link: `https://casa.example/${query}`, slug });

describe('queryVarsIn', () => {
  it('finds the names that carry slugs, with or without a parent, encoded or not', () => {
    const rows = [
      row('?servicio=fontaneria', 'fontaneria'),
      row('?zona=madrid/centro', 'centro'),
      row('?oficio=ca%C3%B1er%C3%ADa', 'ca%c3%b1er%c3%ada'),
      row('?servicio=cerrajeria&utm=x', 'cerrajeria'),
    ];
    assert.deepEqual(queryVarsIn(rows), ['oficio', 'servicio', 'zona']);
  });

  it('finds none in pretty permalinks, in numbers, and in languages', () => {
    const rows = [
      row('madrid/fontaneria/', 'fontaneria'),
      row('?page_id=12', 'fontaneria'),
      row('?post_type=servicio&p=12', 'fontaneria'),
      row('?lang=en', 'en'),
      row('?lang=en', 'home'),
      row('', ''),
      { link: 'no address', slug: 'x' },
    ];
    assert.deepEqual(queryVarsIn(rows), []);
  });
});
