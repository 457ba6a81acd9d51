import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { buildIndex } from '../../../db/index/builder.ts';
import { buildDelta } from '../../../db/index/delta.ts';
import { checksumOf } from '../../../db/index/generations.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { readThesaurus } from '../../../db/search/text/thesauri.ts';
import { contentOf, indexOf, page, temporaryDirectory } from './search-pages.ts';

const SPANISH = `ISO8859-1
colgante|2
-|suspendido|en el aire
(sust.)|joya|pendiente|medallón (generic term)|broche (antonym)
canción|1
-|melodía|música
a bocajarro|1
-|directamente
ola|0
`;

const directory = mkdtempSync(join(tmpdir(), 'thesauri-'));
writeFileSync(join(directory, 'th_es_ES_v2.dat'), SPANISH, 'latin1');
writeFileSync(join(directory, 'th_fr_FR_v2.dat'), 'UTF-8\nécharpe|1\n(Nom)|foulard|cache-nez\n');
after(() => {
  rmSync(directory, { recursive: true });
});

const PAGES = [
  page({ id: 1, path: '/joyas', title: 'Joyas', markdown: 'Una joya con cenizas, hecha a mano.' }),
  page({ id: 2, path: '/flores', title: 'Flores', markdown: 'Coronas y ramos con las cenizas; cenizas y flores.' }),
  page({ id: 3, path: '/ceremonias', title: 'Ceremonias', markdown: 'Música y lecturas.' }),
];

describe('readThesaurus', () => {
  it('reads single words of the same meaning, in the encoding of the file', () => {
    assert.deepEqual(readThesaurus('es', directory), [
      { word: 'colgante', similar: ['suspendido', 'joya', 'pendiente', 'medallón'] },
      { word: 'canción', similar: ['melodía', 'música'] },
    ]);
    assert.deepEqual(readThesaurus('fr', directory), [{ word: 'écharpe', similar: ['foulard', 'cache-nez'] }]);
  });

  it('has nothing of another language, nor without the directory', () => {
    assert.deepEqual(readThesaurus('en', directory), []);
    assert.deepEqual(readThesaurus('es', join(directory, 'none')), []);
  });

  it('has nothing of a file that is none, and ends', () => {
    const broken = mkdtempSync(join(tmpdir(), 'thesauri-'));
    writeFileSync(join(broken, 'th_es_ES_v2.dat'), 'EBCDIC-9\ncolgante|1\n-|joya\n');
    writeFileSync(join(broken, 'th_fr_FR_v2.dat'), 'UTF-8\nlire|-1\nmot|1\n-|parole\n');
    assert.deepEqual(readThesaurus('es', broken), []);
    assert.deepEqual(readThesaurus('fr', broken), [{ word: 'mot', similar: ['parole'] }]);
    rmSync(broken, { recursive: true });
  });
});

for (const mode of ['memory', 'file'] as const) {
  describe(`search with a thesaurus (${mode})`, () => {
    using site = indexOf(PAGES, { thesauri: directory }, mode);
    using without = indexOf(PAGES, {}, mode);
    const ask = ({ index }: typeof site, query: string) => {
      const { hits, unmatched } = index.search({ query, city: undefined, limit: 5, offset: 0 });
      return [hits.map(({ url }) => new URL(url).pathname), unmatched] as const;
    };
    const answers = [site, without].map((one) => [
      ask(one, 'un colgante con cenizas'),
      ask(one, 'canciones y lecturas'),
      ask(one, 'colgante'),
      ask(one, 'colgnte con cenizas'),
    ]);

    it('finds a word that no page has by one of its meaning, in any form of it, and says that it is lacking', () => {
      assert.deepEqual(answers[0]?.slice(0, 2), [
        [['/joyas/', '/flores/'], ['colgante']],
        [['/ceremonias/'], ['canciones']],
      ]);
      assert.deepEqual(answers[1]?.[0], [['/flores/', '/joyas/'], ['colgante']]);
    });

    it('answers a query of such words alone no more than before, and reads no slip so', () => {
      assert.deepEqual(answers[0]?.slice(2), answers[1]?.slice(2));
    });
  });
}

it('an index that is built after a thesaurus was installed has it', () => {
  const installed = mkdtempSync(join(tmpdir(), 'thesauri-'));
  const query = 'un colgante con cenizas';
  using before = indexOf(PAGES, { thesauri: installed });
  assert.equal(before.find(query)[0], '/flores');
  writeFileSync(join(installed, 'th_es_ES_v2.dat'), SPANISH, 'latin1');
  using later = indexOf(PAGES, { thesauri: installed });
  assert.equal(later.find(query)[0], '/joyas');
  rmSync(installed, { recursive: true });
});

describe('a delta', () => {
  it('has the thesaurus of its base', async () => {
    using files = temporaryDirectory();
    const [whole, file] = [files.file('index-1.db'), files.file('index-2.db')];
    buildIndex(whole, contentOf(PAGES, { thesauri: directory }));
    const base = { generation: 1, file: 'index-1.db', sha256: await checksumOf(whole) };
    const { pages: _pages, ...facts } = contentOf([], { generation: 2, thesauri: directory });
    const brooch = page({ id: 2, path: '/pendientes', title: 'Cada pendiente', markdown: 'Un pendiente de plata.' });
    buildDelta(file, { ...facts, base, changed: [[2, brooch]], translated: () => [] });
    const index = openIndexSync(file);
    const { hits } = index.search({ query: 'colgante de plata', city: undefined, limit: 5, offset: 0 });
    assert.deepEqual(
      hits.map(({ title }) => title),
      ['Cada pendiente', 'Joyas'],
    );
    index.close();
  });
});
