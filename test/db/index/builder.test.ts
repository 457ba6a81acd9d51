import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../db/index/builder.ts';
import { verifyIndex } from '../../../db/index/verify.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { openScratch } from '../../../db/sqlite.ts';
import { contentOf, page, temporaryDirectory } from '../search/search-pages.ts';

const PAGES = [
  page({ id: 3, path: '/', title: 'Inicio', markdown: '# Bienvenidos\n\nReparaciones *del hogar*.', family: '' }),
  page({ id: 5, path: '/madrid/fontaneria', title: 'Fontaneros en Madrid', markdown: 'Grifos.', city: 'madrid' }),
  page({ id: 4, path: '/fontaneria', title: 'Fontanería', markdown: '[Grifos](https://x.example) y cisternas' }),
];

function built(directory: { file: (name: string) => string }, pages = PAGES): string {
  const file = directory.file('index-1.db');
  buildIndex(file, contentOf(pages, { vocabulary: {}, aliases: [{ path: '/antigua', pageId: 4 }] }));
  return file;
}

describe('buildIndex', () => {
  it('counts what it wrote', () => {
    using directory = temporaryDirectory();
    const file = directory.file('index-1.db');
    const counts = buildIndex(file, contentOf(PAGES, { vocabulary: {}, aliases: [{ path: '/antigua', pageId: 4 }] }));
    assert.deepEqual(counts, { pages: 3, aliases: 1 });
  });

  it('leaves out former addresses of pages that are not there', () => {
    using directory = temporaryDirectory();
    const file = directory.file('index-1.db');
    const counts = buildIndex(file, contentOf(PAGES, { vocabulary: {}, aliases: [{ path: '/gone', pageId: 99 }] }));
    assert.deepEqual(counts, { pages: 3, aliases: 0 });
  });

  it('never builds over a file that exists', () => {
    using directory = temporaryDirectory();
    const file = built(directory);
    assert.throws(() => buildIndex(file, contentOf(PAGES, { vocabulary: {} })), /exists/);
  });

  it('refuses two pages with one id', () => {
    using directory = temporaryDirectory();
    assert.throws(() => built(directory, [...PAGES, page({ id: 3 })]), /UNIQUE/);
  });

  it('builds an index without pages', () => {
    using directory = temporaryDirectory();
    const file = built(directory, []);
    verifyIndex(file, { pages: 0 });
    const index = openIndexSync(file);
    const { hits, more } = index.search({ query: 'grifo', city: undefined, limit: 8, offset: 0 });
    assert.deepEqual({ hits, more }, { hits: [], more: false });
    index.close();
  });
});

describe('openIndexSync', () => {
  it('gives back what the index is made of', () => {
    using directory = temporaryDirectory();
    const content = contentOf(PAGES, {
      vocabulary: {},
      generation: 7,
      company: { brand: 'Llave', website: 'https://example.com' },
    });
    buildIndex(directory.file('index-7.db'), content);
    const index = openIndexSync(directory.file('index-7.db'));
    assert.equal(index.generation, 7);
    assert.equal(index.builtAt, content.builtAt);
    assert.deepEqual(index.site, content.site);
    assert.deepEqual(index.company, content.company);
    assert.deepEqual(index.cities, content.cities);
    assert.deepEqual(index.counts, { pages: 3, aliases: 0 });
    index.close();
  });

  it('reads pages by their path, by a former path, and by their slug, the top-level one first', () => {
    using directory = temporaryDirectory();
    const index = openIndexSync(built(directory));
    assert.deepEqual(index.pageByPath('/fontaneria'), PAGES[2]);
    assert.deepEqual(index.pageByPath('/antigua'), PAGES[2]);
    assert.equal(index.pageByPath('/nada'), undefined);
    assert.deepEqual(
      index.pagesBySlug('fontaneria', 5).map(({ path }) => path),
      ['/fontaneria', '/madrid/fontaneria'],
    );
    assert.equal(index.pagesBySlug('fontaneria', 1).length, 1);
    index.close();
  });

  it('refuses foreign, cut and older files', () => {
    using directory = temporaryDirectory();
    const text = directory.file('text.db');
    writeFileSync(text, 'this is no database, but it is long enough to be read as the header of one'.repeat(20));
    assert.throws(() => openIndexSync(text));
    const foreign = directory.file('foreign.db');
    openScratch(foreign).exec('CREATE TABLE a (b)').close();
    assert.throws(() => openIndexSync(foreign), /not an index/);
    assert.throws(() => openIndexSync(directory.file('missing.db')));

    const file = built(directory);
    const db = openScratch(file);
    db.pragma('user_version = 999');
    db.close();
    assert.throws(() => openIndexSync(file), /schema version 999/);
    truncateSync(file, 8192);
    assert.throws(() => openIndexSync(file));
  });
});

describe('verifyIndex', () => {
  it('accepts a good file and leaves every byte of it', () => {
    using directory = temporaryDirectory();
    const file = built(directory);
    const before = createHash('sha256').update(readFileSync(file)).digest('hex');
    verifyIndex(file, { pages: 3 });
    assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), before);
  });

  it('names what is wrong', () => {
    using directory = temporaryDirectory();
    const file = built(directory);
    assert.throws(() => {
      verifyIndex(file, { pages: 4 });
    }, /holds 3 rows in pages, not 4/);
    const db = openScratch(file);
    db.exec('DELETE FROM pages WHERE id = 3');
    db.close();
    assert.throws(() => {
      verifyIndex(file, { pages: 3 });
    }, /holds 2 rows in pages/);
  });
});
