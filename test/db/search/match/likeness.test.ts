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
        page({ id: 4, title: 'Avisos', markdown: 'A buzón y en llave se da, con la guarda cerrada.' }),
        page({ id: 5, title: 'Avisos', markdown: 'La llave se guarda en buzón y con cerrada a da.' }),
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

    it('counts the passage that has most of the query', () => {
      const others = Array.from({ length: 60 }, (_, at) => `palabra${at}`).join(' ');
      using pages = indexOf(
        [
          page({
            id: 1,
            title: 'Uno',
            markdown: `Humedades tejados ${others} canalones fachadas ${others} terrazas patios.`,
          }),
          page({
            id: 2,
            title: 'Dos',
            markdown: `${others} ${others} humedades tejados canalones fachadas terrazas patios.`,
          }),
        ],
        { vocabulary: {} },
        mode,
      );
      const likenesses = likenessesIn(
        pages.index,
        'humedades de tejados o de canalones, fachadas de terrazas o de patios',
      );
      assert.deepEqual(
        likenesses.map(({ id }) => id),
        [2, 1],
      );
      const [near, far] = likenesses.map(({ likeness }) => likeness);
      assert.ok(near !== undefined && far !== undefined && far > 0 && near > far + 0.03, `${near} ${far}`);
    });

    it('compares more pages than a few where they are closer to the best', () => {
      const texts = [
        ...Array<string>(6).fill('Humedades, tejados, canalones, fachadas, terrazas y patios.'),
        ...Array<string>(2).fill('Humedades, tejados, canalones y fachadas.'),
      ];
      const others = Array<string>(30).fill('Fugas de agua.');
      using pages = indexOf(
        [...texts, ...others].map((markdown, at) => page({ id: at + 1, title: `Obra ${at}`, markdown })),
        { vocabulary: {} },
        mode,
      );
      const results = likenessesIn(pages.index, 'humedades en tejados con canalones, fachadas, terrazas y patios');
      const best = results[0]?.signs ?? 0;
      const least = LIKENESS.furtherShare * best;
      assert.equal(results.length, texts.length);
      assert.ok(results.slice(0, 6).every(({ signs, likeness }) => signs >= least && likeness > 0));
      for (const { signs, likeness } of results.slice(6)) {
        assert.ok(signs >= LIKENESS.share * best && signs < least, `${signs / best}`);
        assert.equal(likeness, 0);
      }
    });
  });
}

/** The results of a query with their scores without likeness, and their likeness. */
function likenessesIn(index: ReturnType<typeof indexOf>['index'], query: string) {
  return index.explain(query, undefined, 10).results.map(({ id, reranked }) => {
    const likeness = reranked?.shares.letters ?? 0;
    return { id, signs: (reranked?.score ?? 0) - likeness, likeness };
  });
}
