import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sourcesOf, ENTRIES, readCodeDigests } from '../../../../sync/run/publish/code-digests.ts';
import { CLEANING_RULE, copyOfSources, STEM_RULE } from './copy-of-sources.ts';

const ROOT = join(import.meta.dirname, '../../../..');

describe('readCodeDigests', () => {
  let copy: Awaited<ReturnType<typeof copyOfSources>>;
  before(async () => (copy = await copyOfSources()));
  after(() => copy[Symbol.asyncDispose]());

  it('tells a change of the converter from one of the indexer, and takes no comment for a change', async () => {
    const unchanged = copy.digests();
    copy.change('db/search/text/languages/spanish-stem.ts', 'export function', '// A remark.\nexport function');
    copy.change('sync/markdown/clean/noise.ts', 'const ', '/** A remark. */\nconst ');
    assert.deepEqual(copy.digests(), unchanged);
    copy.change(...STEM_RULE);
    const stemmed = copy.digests();
    assert.equal(stemmed.converter, unchanged.converter);
    assert.notEqual(stemmed.indexer, unchanged.indexer);
    copy.change(...CLEANING_RULE);
    assert.notEqual(copy.digests().converter, unchanged.converter);
    assert.equal(copy.digests().indexer, stemmed.indexer);
    for (const [file, from, to] of [STEM_RULE, CLEANING_RULE]) copy.change(file, to, from);
  });

  it('tells a change of a vocabulary or of a map from one of the code', async () => {
    const unchanged = copy.digests();
    for (const file of ['places/ES.yaml', 'vocabulary/home-services/es.yaml']) {
      copy.change(file, '\n', '\n\n');
      const { composer, ...rest } = copy.digests();
      assert.notEqual(composer, unchanged.composer);
      assert.deepEqual({ ...rest, composer: unchanged.composer }, unchanged);
      copy.change(file, '\n\n', '\n');
    }
  });

  it('changes with the words by which company data is read', async () => {
    const unchanged = copy.digests();
    copy.change('sync/company/words/hours.yaml', '\n', '\n\n');
    const { converter, indexer, composer } = copy.digests();
    assert.notEqual(converter, unchanged.converter);
    assert.notEqual(composer, unchanged.composer);
    assert.equal(indexer, unchanged.indexer);
  });

  it('tells another ICU, which finds other words in texts without spaces', () => {
    const [older, newer] = [readCodeDigests(ROOT, '75.1'), readCodeDigests(ROOT, '76.1')];
    assert.notEqual(older.indexer, newer.indexer);
    assert.deepEqual({ ...older, indexer: newer.indexer }, newer);
  });

  it('believes the sources before a record of them, and the record where there are none', async () => {
    const unchanged = copy.digests();
    writeFileSync(join(copy.dir, 'code-digests.json'), JSON.stringify(unchanged));
    copy.change(...STEM_RULE);
    assert.notDeepEqual(copy.digests(), unchanged);
    for (const folder of ['shared', 'db', 'sync']) rmSync(join(copy.dir, folder), { recursive: true });
    assert.deepEqual(copy.digests(), unchanged);
    rmSync(join(copy.dir, 'code-digests.json'));
    assert.throws(copy.digests, /ENOENT.*code-digests\.json/);
  });
});

describe('the code digest of the converter', () => {
  /** Modules of the client that find, ask and list, and read nothing of a page. */
  const CARRIERS =
    'api caches client collections connection decode discovery events failures hidden-products latest listing requests robots-txt site-hosts sitemap types';

  it('is made of every module of the WordPress client but those that are named here', () => {
    const sources = sourcesOf(ROOT, ENTRIES.converter);
    const others = readdirSync(join(ROOT, 'sync/wordpress')).filter((name) => !sources.has(`sync/wordpress/${name}`));
    // Modules and their data.
    const names = new Set(others.map((name) => name.replace(/\.(?:ts|json)$/, '')));
    assert.deepEqual([...names].toSorted(), CARRIERS.split(' '));
  });

  it('contains no guard, so that its messages change without a new reading of every page', () => {
    const sources = sourcesOf(ROOT, ENTRIES.converter);
    assert.ok(sources.has('sync/run/guard/likeness.ts'));
    assert.ok(!sources.has('sync/run/guard/guard.ts'));
  });
});
