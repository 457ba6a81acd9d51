import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../../db/index/builder.ts';
import { arrayReader, readArrays, sizesOfArrays, type ReadArray } from '../../../../db/search/storage/arrays.ts';
import { idf } from '../../../../db/search/bm25f.ts';
import { runAtOnce } from '../../../../db/slices.ts';
import { readLexicon } from '../../../../db/search/storage/lexicon.ts';
import { createMemoryMatcher } from '../../../../db/search/match/memory-matcher.ts';
import { readMemoryIndex } from '../../../../db/search/storage/memory-index.ts';
import type { QueryTerm } from '../../../../db/search/types.ts';
import { openReadOnly } from '../../../../db/sqlite.ts';
import { spanishStem } from '../../../../db/search/text/languages/spanish-stem.ts';
import { contentOf, page, temporaryDirectory } from '../search-pages.ts';

const LIMIT = 20;
const RARE = 100;

/** Pages that all hold `agua` and, every other one, `fontanero`; a hundred hold `bombín`, whatever the site's size. */
function* site(size: number) {
  for (let id = 1; id <= size; id++) {
    const rare = id % Math.floor(size / RARE) === 0 ? 'bombín' : 'puerta';
    yield page({ id, markdown: `agua ${id % 2 === 0 ? 'fontanero' : 'pintor'} ${rare}` });
  }
}

function readAll(file: string): ReadArray {
  const db = openReadOnly(file);
  try {
    const reading = readArrays(db, 'es', sizesOfArrays(db, 'es'));
    for (;;) {
      const { done, value } = reading.next();
      if (done) return arrayReader(value);
    }
  } finally {
    db.close();
  }
}

/** The number of posting list entries that are read to answer these words on a site of this size. */
function entriesRead(size: number, words: readonly string[]): number {
  using directory = temporaryDirectory();
  const file = directory.file('index-1.db');
  buildIndex(file, contentOf(site(size), { vocabulary: {} }));
  const read = readAll(file);
  const index = readMemoryIndex({ own: read });
  const lexicon = runAtOnce(readLexicon(read));
  let entries = 0;
  const counted = (list: Uint32Array) =>
    new Proxy(list, {
      get(_, name) {
        entries += 1;
        return Reflect.get(list, name, list) as unknown;
      },
    });
  const postings = index.postings.map((one) => ({ ...one, pages: counted(one.pages) as Uint32Array<ArrayBuffer> }));
  const termOf = (word: string): QueryTerm => {
    const ordinal = lexicon.stemOrdinal(spanishStem(word)) ?? assert.fail(`${word} is not in the index`);
    return {
      text: word,
      alternatives: [{ stem: ordinal, weight: 1, origin: 'word' }],
      surface: undefined,
      idf: idf(lexicon.stemPages(ordinal), size),
      isPiece: false,
      isGeneral: false,
      isSaid: false,
      isGuess: false,
    };
  };
  const matches = createMemoryMatcher({ ...index, postings }).match(
    {
      cities: undefined,
      terms: words.map(termOf),
      subjects: words.length,
      words: [],
      everyPage: false,
      generalOnly: false,
    },
    LIMIT,
  );
  assert.equal(matches.length, LIMIT);
  return entries;
}

describe('the work of a search', () => {
  it('hardly grows with the pages that hold a frequent word, when a rarer one is asked for too', () => {
    const [small, large] = [2_000, 8_000].map((size) => entriesRead(size, ['agua', 'bombin', 'fontanero']));
    assert.ok(small !== undefined && large !== undefined && large < 1.5 * small, `${small} entries, then ${large}`);
  });

  it('is that of the whole list when a frequent word is all there is', () => {
    assert.ok(entriesRead(2_000, ['agua']) >= 2_000);
  });
});
