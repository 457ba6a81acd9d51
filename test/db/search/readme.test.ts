import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../db/index/builder.ts';
import { CONFIDENCE } from '../../../db/search/confidence.ts';
import { EXCERPT } from '../../../db/search/excerpt-window.ts';
import { BM25F, MAX_IMPACT } from '../../../db/search/bm25f.ts';
import { WEIGHTS } from '../../../db/search/match/model.ts';
import { LIKENESS } from '../../../db/search/match/likeness-parameters.ts';
import { WINDOW } from '../../../db/search/match/ranker.ts';
import { TERM_WEIGHTS } from '../../../db/search/match/term-weights.ts';
import { RELATED } from '../../../db/search/query/query-terms.ts';
import { EXPANSION_WEIGHT, SYNONYM_WEIGHT } from '../../../db/search/query/synonyms.ts';
import { sizesOfArrays } from '../../../db/search/storage/arrays.ts';
import { MAX_TERMS } from '../../../db/search/types.ts';
import { openReadOnly } from '../../../db/sqlite.ts';
import { contentOf, page, temporaryDirectory } from './search-pages.ts';

const FOLDER = join(import.meta.dirname, '../../../db/search');
const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');

/** The first two cells of the rows of the table under a heading. */
function rowsUnder(heading: string): [string, string][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? assert.fail(`no section ${heading}`);
  return [...section.matchAll(/^\| `(\w[\w.]*)` +\| ([^|]*?) +\|/gm)].map(([, name = '', value = '']) => [name, value]);
}

const valuesOf = (name: string, constants: Readonly<Record<string, number | readonly number[]>>) =>
  Object.entries(constants).map(([key, value]): [string, string] => [`${name}.${key}`, [value].flat().join(', ')]);

describe('db/search/README.md', () => {
  it('names every parameter of the ranking, with its value', () => {
    assert.deepEqual(
      new Map(rowsUnder('Parameters')),
      new Map([
        ...valuesOf('BM25F', BM25F),
        ['MAX_IMPACT', String(MAX_IMPACT)],
        ['MAX_TERMS', String(MAX_TERMS)],
        ...valuesOf('WEIGHTS', WEIGHTS),
        ...valuesOf('WINDOW', WINDOW),
        ...valuesOf('CONFIDENCE', CONFIDENCE),
        ...valuesOf('TERM_WEIGHTS', TERM_WEIGHTS),
        ...valuesOf('LIKENESS', LIKENESS),
        ['SYNONYM_WEIGHT', String(SYNONYM_WEIGHT)],
        ['EXPANSION_WEIGHT', String(EXPANSION_WEIGHT)],
        ...valuesOf('RELATED', RELATED),
        ...valuesOf('EXCERPT', EXCERPT),
      ]),
    );
  });

  it('names every stored array, with elements that its size is a multiple of', () => {
    using directory = temporaryDirectory();
    const file = directory.file('index-1.db');
    buildIndex(file, contentOf([page({ id: 1, title: 'Fontanería', markdown: 'Fugas de agua.', city: 'madrid' })]));
    const db = openReadOnly(file);
    const sizes = sizesOfArrays(db, 'es');
    db.close();
    const rows = rowsUnder('What is stored');
    assert.deepEqual(rows.map(([name]) => name).toSorted(), [...sizes.keys()].toSorted());
    for (const [name, element] of rows) {
      const bytes = Number(/^(?:Uint|Int|Float)(\d+)$/.exec(element)?.[1]) / 8;
      assert.equal((sizes.get(name) ?? 0) % bytes, 0, `${name}: ${element}`);
    }
  });
});
