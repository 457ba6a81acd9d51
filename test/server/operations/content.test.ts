import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../db/index/builder.ts';
import type { IndexContent } from '../../../db/index/index-file.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { createContent } from '../../../server/operations/content.ts';
import type { AppError } from '../../../shared/errors.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { temporaryDirectory } from '../../db/search/search-pages.ts';
import { sampleContent } from '../../helpers/sample-index.ts';

describe('createContent', () => {
  it('has one table of operations for indexes with the same cities and languages, and for no others', () => {
    using directory = temporaryDirectory();
    let number = 0;
    const contentOf = (more: Partial<IndexContent>) => {
      const file = directory.file(`index-${++number}.db`);
      buildIndex(file, sampleContent(more));
      return createContent(openIndexSync(file), { readPageMaxChars: 1000 });
    };
    const { site } = sampleContent();
    const one = contentOf({});
    const same = contentOf({ site: { ...site, name: 'Otra casa', home: 'https://otra.example' } });
    const inMadrid = contentOf({ cities: DEFAULT_CITIES.filter(({ slug }) => slug === 'madrid') });
    const english = contentOf({ site: { ...site, language: 'en' } });

    assert.equal(same.operations, one.operations);
    assert.equal(new Set([one, inMadrid, english].map(({ operations }) => operations)).size, 3);
    assert.notEqual(english.operations.search_pages.description, one.operations.search_pages.description);
    assert.deepEqual(one.call.search_pages({ query: 'fuga', city: 'gijon' }).noted?.kind, 'question');
    assert.throws(() => inMadrid.call.search_pages({ query: 'fuga', city: 'gijon' }), { code: 'invalid_parameter' });
    for (const { index } of [one, same, inMadrid, english]) index.close();
  });

  it('names the first sync in the hint for a page that it may not have read yet', () => {
    using directory = temporaryDirectory();
    const file = directory.file('index-1.db');
    buildIndex(file, sampleContent());
    const index = openIndexSync(file);
    const hintOf = (of: number | undefined) => {
      const { call } = createContent(index, { readPageMaxChars: 1000, partialOf: () => of });
      try {
        call.read_page({ url: '/pronto' });
      } catch (error) {
        return (error as AppError).hint;
      }
      return undefined;
    };
    assert.match(hintOf(90) ?? '', /^The first sync has read \d+ of 90 pages so far/);
    assert.match(hintOf(undefined) ?? '', /^Use a url/);
    index.close();
  });
});
