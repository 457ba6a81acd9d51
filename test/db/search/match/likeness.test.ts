import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { LIKENESS } from '../../../../db/search/match/likeness-parameters.ts';
import { indexOf, page } from '../search-pages.ts';

for (const mode of ['memory', 'file'] as const) {
  describe(`likeness by letters (${mode})`, () => {
    const site = indexOf(
      [
        page({ id: 1, title: 'Radio', markdown: 'Una emisora costera cruza el mar.' }),
        page({ id: 2, title: 'Radio', markdown: 'Una emisora transatlántica cruza el mar.' }),
        page({ id: 3, title: 'Contacto', markdown: 'Teléfono y correo.' }),
      ],
      { vocabulary: {} },
      mode,
    );
    after(() => {
      site[Symbol.dispose]();
    });
    const likenessesFor = (query: string) =>
      site.index
        .explain(query, undefined, 8)
        .results.map(({ id, reranked }) => [id, reranked?.shares.letters ?? 0] as const);

    it('puts the page first that has more letters of a word that no page holds', () => {
      assert.deepEqual(site.find('emisora que cruza el Atlántico'), ['/p2', '/p1']);
    });

    it('compares pages after the third', () => {
      const alike = Array.from({ length: 5 }, (_, at) =>
        page({ id: at + 1, title: 'Radio', markdown: 'Una emisora costera cruza el mar.' }),
      );
      const last = page({ id: 6, title: 'Radio', markdown: 'Una emisora transatlántica cruza el mar.' });
      using wider = indexOf([...alike, last], { vocabulary: {} }, mode);
      assert.equal(wider.find('emisora que cruza el Atlántico')[0], '/p6');
    });

    it('tells how much of the score it is', () => {
      const [[first, more], [, less]] = likenessesFor('emisora que cruza el Atlántico') as [
        readonly [number, number],
        readonly [number, number],
      ];
      assert.equal(first, 2);
      assert.ok(more > less && less > 0, `${more} ${less}`);
    });

    it('does not compare for a few words, nor a page that no other is close to', () => {
      assert.ok(LIKENESS.fewestWords > 2);
      assert.deepEqual(
        likenessesFor('emisora cruza').map(([, likeness]) => likeness),
        [0, 0],
      );
      assert.deepEqual(likenessesFor('el correo y el teléfono del contacto'), [[3, 0]]);
    });
  });
}
