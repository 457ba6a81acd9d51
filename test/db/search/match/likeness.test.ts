import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { LIKENESS } from '../../../../db/search/match/likeness.ts';
import { indexOf, page } from '../search-pages.ts';

for (const mode of ['memory', 'file'] as const) {
  describe(`likeness by letters (${mode})`, () => {
    const site = indexOf(
      [
        page({ id: 1, title: 'Radio', markdown: 'Una emisora costera cruza el mar.' }),
        page({ id: 2, title: 'Radio', markdown: 'Una emisora transatlántica cruza el mar.' }),
        page({ id: 3, title: 'Contacto', markdown: 'Teléfono y correo.' }),
        page({ id: 4, title: 'Avisos', markdown: 'A buzón y en llave se da, con la guarda cerrada.' }),
        page({ id: 5, title: 'Avisos', markdown: 'La llave se guarda en buzón y con cerrada a da.' }),
      ],
      {},
      mode,
    );
    after(() => {
      site[Symbol.dispose]();
    });
    const likenessesFor = (query: string) =>
      site.index.explain(query, undefined, 8).results.map(({ id, reranked }) => [id, reranked?.likeness ?? 0] as const);

    it('puts the page first that has more letters of a word that no page holds', () => {
      assert.deepEqual(site.find('emisora que cruza el Atlántico'), ['/p2', '/p1']);
    });

    it('counts two words beside each other as in the query, stop words included', () => {
      // Both pages have the same words, and the same distance between those that are no stop words.
      assert.deepEqual(
        likenessesFor('¿Se guarda la llave en buzón?').map(([id]) => id),
        [5, 4],
      );
      const [[, more], [, less]] = likenessesFor('¿Se guarda la llave en buzón?') as [
        readonly [number, number],
        readonly [number, number],
      ];
      assert.ok(more > less + 0.01, `${more} ${less}`);
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
