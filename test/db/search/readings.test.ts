import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { demoPages } from '../index/demo-pages.ts';
import { withTypo } from '../../../bench/corpus.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { NO_PLACE_NAMES } from '../../../shared/place-names.ts';
import { seeded } from '../../helpers/seeded.ts';
import { indexOf, page, placeNamesOf } from './search-pages.ts';

const WORDS =
  'grifo fontanero cerrajero lavadora persiana atasco enchufe Vallecas Triana 28013 madrid sevilla fuera de casa precio paella email no traga presión caldera baño'.split(
    ' ',
  );
const RUNS = 150;

describe('the facts about the reading of a query', () => {
  const pages = demoPages(4);
  const site = indexOf(pages, { placeNames: placeNamesOf(pages, DEFAULT_CITIES, 'ES') });
  after(() => {
    site[Symbol.dispose]();
  });

  it('list nothing that nobody typed, and nothing as replaced that was still searched', () => {
    const chance = seeded(37);
    const pick = () => WORDS[Math.floor(chance() * WORDS.length)] ?? '';
    let corrections = 0;
    for (let run = 0; run < RUNS; run++) {
      const query = withTypo([pick(), pick(), pick()].join(' '), chance);
      const answer = site.index.search({ query, city: undefined, limit: 1, offset: 0 });
      const { corrected = [], alsoSearched = [], placeReadAs } = answer;
      const typed = [...corrected, ...alsoSearched, ...(placeReadAs ? [placeReadAs] : [])].map((one) => one.typed);
      for (const part of typed) for (const word of part.split(' ')) assert.ok(query.split(' ').includes(word), query);
      for (const { typed: own, words } of alsoSearched) {
        for (const word of words) assert.ok(!own.split(' ').includes(word), `${query}: ${word} was typed`);
      }
      const searched = new Set(site.index.explain(query, undefined, 1).words.map(({ text }) => text));
      const replaced = corrected.flatMap((one) => one.typed.split(' '));
      const isTwice = (word: string) => query.split(' ').filter((one) => one === word).length > 1;
      for (const word of replaced) assert.ok(isTwice(word) || !searched.has(word.toLowerCase()), `${query}: ${word}`);
      corrections += corrected.length;
    }
    assert.ok(corrections > 50, String(corrections));
  });

  it('replace no word by one that is two edits away: punèse is no pensée', () => {
    const pansies = page({ id: 1, language: 'fr', title: 'Pensées en pot', markdown: 'Des pensées pour le balcon.' });
    const home = { name: '', description: '', home: 'https://example.com', language: 'fr', hosts: [] };
    using french = indexOf([pansies], { site: home, vocabulary: {} });
    const answer = french.index.search({ query: 'punèse', city: undefined, limit: 1, offset: 0 });
    assert.equal(answer.corrected, undefined);
    assert.equal(answer.confidence, 'low');
  });

  for (const { language, title, query, read } of [
    { language: 'ru', title: 'Разные цены в рублях', query: 'разбили', read: undefined },
    { language: 'ru', title: 'Экспертиза мебели', query: 'экспиртиза', read: 'экспертиза' },
    { language: 'el', title: 'Θέρμανση σπιτιού', query: 'θέρμασνη', read: 'θέρμανση' },
    { language: 'ar', title: 'تنظيف المنازل', query: 'تنظيق', read: 'تنظيف' },
  ]) {
    it(`correct a slip in every script, but no unrelated word of an alphabet: ${query}`, () => {
      const home = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      using small = indexOf([page({ id: 1, language, title, markdown: title })], { site: home, vocabulary: {} });
      const { corrected } = small.index.search({ query, city: undefined, limit: 1, offset: 0 });
      assert.equal(corrected?.[0]?.readAs, read);
    });
  }

  it('are those of each occurrence of a repeated word', () => {
    const titles = ['Fontanero urgente', 'Fontanería urgente', 'Carpintero Carabancher', 'Fontanero en Sevilla'];
    const cities = ['madrid', 'madrid', 'madrid', 'sevilla'];
    const placeNames = { ...NO_PLACE_NAMES, names: [{ name: 'Carabanchel', city: 'madrid', isSaid: true }] };
    using small = indexOf(
      titles.map((title, at) => page({ id: at + 1, title, city: cities[at] ?? '' })),
      { placeNames },
    );
    const answer = (query: string) => small.index.search({ query, city: undefined, limit: 1, offset: 0 });
    const { corrected } = answer('fontaneto urgente fontaneto');
    const read = { typed: 'fontaneto', readAs: 'fontanero' };
    assert.deepEqual(corrected, [read, read]);
    for (const query of ['carabanchel fontanero carabanchel', 'en carabanchel fontanero carabanchel']) {
      const reading = answer(query);
      assert.deepEqual(reading.placeReadAs, { typed: 'carabanchel', city: 'madrid' });
      assert.deepEqual([reading.corrected, reading.alsoSearched, reading.unmatched], [undefined, undefined, undefined]);
    }
  });
});
