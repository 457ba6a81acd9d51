import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queryVarsIn } from '../../../../sync/run/census/census.ts';

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
