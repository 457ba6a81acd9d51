import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../../db/index/builder.ts';
import { MAX_IMPACT } from '../../../../db/search/bm25f.ts';
import { createMemoryMatcher } from '../../../../db/search/match/memory-matcher.ts';
import { arrayReader, readArrays, sizesOfArrays } from '../../../../db/search/storage/arrays.ts';
import { readMemoryIndex, type MemoryIndex } from '../../../../db/search/storage/memory-index.ts';
import type { Pass, QueryTerm } from '../../../../db/search/types.ts';
import { runAtOnce } from '../../../../db/slices.ts';
import { openReadOnly } from '../../../../db/sqlite.ts';
import { contentOf, page, temporaryDirectory } from '../search-pages.ts';

const PAGES = 300;
const WORDS = ['agua', 'fontanero', 'caldera', 'grifo', 'ducha', 'llave'];
const CITIES = ['', 'madrid', 'vigo'];

/** Pages with each word by a divisor of their id, so that many pages have equal scores. */
function* site() {
  for (let id = PAGES; id >= 1; id--) {
    const words = WORDS.flatMap((word, at) => Array<string>(id % (at + 2) === 0 ? 1 + (id % 3) : 0).fill(word));
    yield page({ id, markdown: words.join(' '), city: CITIES[id % 3] ?? '' });
  }
}

function readIndex(): MemoryIndex {
  using directory = temporaryDirectory();
  const file = directory.file('index-1.db');
  buildIndex(file, contentOf(site(), { vocabulary: {} }));
  const db = openReadOnly(file);
  try {
    return readMemoryIndex({ own: arrayReader(runAtOnce(readArrays(db, 'es', sizesOfArrays(db, 'es')))) });
  } finally {
    db.close();
  }
}

const index = readIndex();
const [segment] = index.postings;

const termOf = (alternatives: readonly (readonly [stem: number, weight: number])[], idf: number): QueryTerm => ({
  text: '',
  alternatives: alternatives.map(([stem, weight]) => ({ stem, weight, origin: 'word' })),
  surface: undefined,
  idf,
  isPiece: false,
  isGeneral: false,
  isSaid: false,
  isGuess: false,
});

// Stems of the words: not those of the default title, which all pages have, and of addresses, which a single page has.
const pagesOf = (stem: number): number => (segment?.starts[stem + 1] ?? 0) - (segment?.starts[stem] ?? 0);
const [first = 0, second = 0, third = 0, fourth = 0] = [...(segment?.starts.keys() ?? [])].filter(
  (stem) => pagesOf(stem) >= PAGES / 8 && pagesOf(stem) <= PAGES / 2,
);
const TWO: readonly (readonly [number, number])[] = [
  [second, 1],
  [third, 0.25],
];
const TERMS = [termOf([[first, 1]], 1.5), termOf(TWO, 2.25), termOf([[fourth, 1]], 0.75)];

const passOf = (cities: Pass['cities'], everyPage = false): Pass => ({
  cities,
  terms: TERMS,
  subjects: TERMS.length,
  words: [],
  everyPage,
  generalOnly: false,
});

/** Every page with its score by the first alternative of each term, best first. */
function allMatches(isOfPass: (city: string) => boolean) {
  const impactOf = (stem: number, wanted: number): number => {
    const [from, to] = [segment?.starts[stem] ?? 0, segment?.starts[stem + 1] ?? 0];
    const at = segment?.pages.subarray(from, to).indexOf(wanted) ?? -1;
    return at < 0 ? 0 : (segment?.impacts[from + at] ?? 0);
  };
  return Array.from(index.ids, (id, ordinal) => {
    const parts = TERMS.map(({ alternatives, idf }) => {
      const best = alternatives.find(({ stem }) => impactOf(stem, ordinal) > 0);
      return best ? impactOf(best.stem, ordinal) * Math.round(64 * best.weight * idf) : 0;
    });
    return { id, score: parts.reduce((sum, part) => sum + part, 0) / (64 * MAX_IMPACT) };
  })
    .filter(({ id, score }) => score > 0 && isOfPass(CITIES[id % 3] ?? ''))
    .toSorted((a, b) => b.score - a.score || a.id - b.id);
}

describe('the first stage in memory', () => {
  const matcher = createMemoryMatcher(index);
  const PASSES = [
    [undefined, () => true],
    [{ only: 'madrid' }, (city: string) => city === 'madrid'],
    [{ except: 'madrid' }, (city: string) => city !== 'madrid'],
  ] as const;

  for (const [cities, isOfPass] of PASSES) {
    it(`returns the pages with the greatest sums, ties by id: ${JSON.stringify(cities ?? 'all')}`, () => {
      const all = allMatches(isOfPass);
      assert.ok(all.length > 40);
      for (const limit of [0, 1, 2, 7, 40, 500]) {
        const matches = matcher.match(passOf(cities), limit);
        assert.deepEqual(
          matches.map((match) => ({ id: matcher.idOf(match.page), score: match.firstStageScore })),
          all.slice(0, limit),
        );
      }
    });
  }

  it('appends the pages without a term if every page matches', () => {
    const matches = matcher.match(passOf({ only: 'vigo' }, true), 500);
    assert.deepEqual(matches.length, PAGES / 3);
    assert.equal(new Set(matches.map((match) => match.page)).size, PAGES / 3);
    assert.equal(matches.at(-1)?.firstStageScore, 0);
  });
});
