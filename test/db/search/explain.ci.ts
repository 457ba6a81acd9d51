import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ExplainedPage } from '../../../db/search/explain.ts';
import { demoPages } from '../index/demo-pages.ts';
import { indexOf, page } from './search-pages.ts';

const QUERIES = [
  'fuga de agua',
  'fontaneros en madrid',
  'plomero urjente',
  'madrid',
  'cambiarbombin',
  'que si',
  'servicios en sevilla',
  'cuánto cuesta reparar la lavadora que no centrifuga',
];

/** The sum of the shares of all features and the bonus. */
function sumOf({ shares, bonus }: NonNullable<ExplainedPage['reranked']>): number {
  return Object.values(shares).reduce((sum, share) => sum + share, bonus);
}

for (const mode of ['memory', 'file'] as const) {
  describe(`explain (${mode})`, () => {
    const site = indexOf(demoPages(), {}, mode);
    after(() => {
      site[Symbol.dispose]();
    });

    it('explains the pages that search answers, in their order', () => {
      for (const query of QUERIES) {
        for (const city of [undefined, 'madrid']) {
          const { hits } = site.index.search({ query, city, limit: 25, offset: 0 });
          const { results } = site.index.explain(query, city, 25);
          assert.deepEqual(
            results.map(({ id }) => site.index.pageById(id)?.url),
            hits.map(({ url }) => url),
          );
          assert.deepEqual(
            results.map(({ place }) => place),
            hits.map((_, at) => at + 1),
          );
        }
      }
    });

    it('parts the score of every re-ranked page without rest', () => {
      let parted = 0;
      for (const query of QUERIES) {
        for (const { reranked, terms } of site.index.explain(query, undefined, 60).results) {
          if (!reranked) continue;
          const sum = sumOf(reranked);
          assert.ok(Math.abs(sum - reranked.score) < 1e-9, `${query}: ${sum} of ${reranked.score}`);
          for (const feature of ['text', 'exact', 'title', 'proximity'] as const) {
            const ofTerms = terms.reduce((total, term) => total + term[feature], 0);
            assert.ok(Math.abs(ofTerms - reranked.shares[feature]) < 1e-9, `${query}: ${feature}`);
          }
          parted += 1;
        }
      }
      assert.ok(parted > 100);
    });
  });
}

describe('explain', () => {
  const copies = ['madrid', 'sevilla', 'valencia'].map((city, at) =>
    page({
      id: 10 + at,
      path: `/${city}/fontaneria`,
      title: 'Fontaneros',
      markdown: 'Fugas.',
      city,
      family: 'fontaneria',
    }),
  );
  const site = indexOf([
    page({ id: 1, path: '/fontaneria', title: 'Servicio de agua', markdown: 'Un fontanero.', family: 'fontaneria' }),
    page({ id: 2, path: '/madrid', title: 'Madrid', markdown: 'Fontanero y cerrajero.', city: 'madrid', family: '' }),
    page({ id: 3, path: '/contacto', title: 'Contacto', markdown: 'Teléfono y correo.' }),
    ...copies,
  ]);
  after(() => {
    site[Symbol.dispose]();
  });

  it('tells how each word was read: stop words, corrections, synonyms, the name of a city', () => {
    const { words, namedCity } = site.index.explain('el plomero fontanreo madrid', undefined, 8);
    assert.deepEqual(
      words.map(({ text, typed, role, alternatives }) => [text, typed.join(), role, alternatives[0]?.origin]),
      [
        ['el', 'el', 'stop_word', undefined],
        ['plomero', 'plomero', 'term', 'synonym'],
        ['fontanero', 'fontanreo', 'term', 'spelling'],
        ['madrid', 'madrid', 'city', 'word'],
      ],
    );
    assert.equal(namedCity, 'madrid');
  });

  it('tells the passes of a query that names a city', () => {
    const { passes } = site.index.explain('fontanero madrid', undefined, 8);
    assert.deepEqual(
      passes.map(({ cities, terms, matches }) => ({ cities, terms, matches })),
      [
        { cities: { only: 'madrid' }, terms: ['fontanero'], matches: 2 },
        { cities: { except: 'madrid' }, terms: ['fontanero', 'madrid'], matches: 3 },
      ],
    );
  });

  it('reports that a general page was moved before a copy', () => {
    const { results } = site.index.explain('fontaneros', undefined, 8);
    assert.deepEqual([results[0]?.id, results[0]?.promotedBefore], [1, 10]);
  });

  it('does not move a general page before a copy that matches far better', () => {
    const edited = demoPages().map((one) =>
      one.path === '/madrid/fontaneria' ? page({ ...one, markdown: 'Fontaneros con la llave grifa dorada.' }) : one,
    );
    using demo = indexOf(edited);
    const { results } = demo.index.explain('grifa dorada', undefined, 8);
    assert.equal(edited.find(({ id }) => id === results[0]?.id)?.path, '/madrid/fontaneria');
  });

  it('reports what a front page loses, and that it comes first when only its city is named', () => {
    const landing = (query: string) => site.index.explain(query, undefined, 8, 2).about?.reranked;
    assert.ok((landing('fontanero')?.shares.front ?? 0) < 0);
    assert.ok((landing('madrid')?.bonus ?? 0) > 0);
  });

  it('tells the place of a page below the answer, and nothing of one that does not match', () => {
    const below = site.index.explain('fontanero', undefined, 1, 12).about;
    assert.ok(below && below.place > 1);
    assert.equal(site.index.explain('fontanero', undefined, 8, 3).about, null);
  });
});
