import assert from 'node:assert/strict';
import { buildIndex } from '../../../db/index/builder.ts';
import { buildDelta } from '../../../db/index/delta.ts';
import { checksumOf } from '../../../db/index/generations.ts';
import { growthOf } from '../../../db/index/former.ts';
import { openIndexFile } from '../../../db/index/index-file.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { verifyIndex } from '../../../db/index/verify.ts';
import type { Page } from '../../../shared/page.ts';
import { seeded } from '../../helpers/seeded.ts';
import { contentOf, temporaryDirectory } from '../search/search-pages.ts';
import { answersOf, createRandomSite, type Site } from './random-site.ts';

/** Edits a random site some times, and holds each delta against the index that is built of all pages; returns the number of deltas. */
export async function checkDeltas(seed: number, edits: number): Promise<number> {
  using directory = temporaryDirectory();
  const random = createRandomSite(seeded(seed));
  const first = random.site();
  buildIndex(directory.file('index-1.db'), contentAt(first, 1));
  const sha256 = await checksumOf(directory.file('index-1.db'));
  const base = { generation: 1, file: 'index-1.db', sha256 };
  let site = first;
  let deltas = 0;
  for (let generation = 2; generation < 2 + edits; generation++) {
    site = random.edit(site);
    const [whole, delta] = [directory.file(`whole-${generation}.db`), directory.file(`index-${generation}.db`)];
    const content = contentAt(site, generation);
    buildIndex(whole, content);
    const { pages: _pages, ...facts } = content;
    const changed = changesBetween(first, site);
    if (!buildDelta(delta, { ...facts, base, changed, translated: () => translatedIn(content.pages) })) continue;
    verifyIndex(delta, { pages: site.pages.size });
    if (weighsOtherwise(delta)) continue;
    deltas += 1;
    for (const mode of ['memory', 'file'] as const) {
      const [expected, actual] = [whole, delta].map((file) => answersOf(openIndexSync(file, { mode }), site));
      assert.deepEqual(actual, expected, `seed ${seed}, generation ${generation}, searched in ${mode}`);
    }
  }
  assert.equal(await checksumOf(directory.file('index-1.db')), sha256);
  return deltas;
}

function weighsOtherwise(file: string): boolean {
  const db = openIndexFile(file);
  try {
    return growthOf(db).weighsOtherwise;
  } finally {
    db.close();
  }
}

const contentAt = ({ pages, aliases, synonyms }: Site, generation: number) => ({
  ...contentOf([], { vocabulary: {}, generation, aliases, synonyms }),
  pages: [...pages.values()].toSorted((a, b) => a.id - b.id),
});

const changesBetween = (before: Site, after: Site) =>
  [...new Set([...before.pages.keys(), ...after.pages.keys()])].flatMap((id): [number, Page | undefined][] =>
    before.pages.get(id) === after.pages.get(id) ? [] : [[id, after.pages.get(id)]],
  );

const translatedIn = (pages: readonly Page[]) =>
  pages.flatMap(({ id, path, language, translations }) => (translations ? [{ id, path, language, translations }] : []));
