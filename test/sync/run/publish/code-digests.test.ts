import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  ENTRIES,
  readCodeDigests,
  sourceDigest,
  sourcesOf,
  withoutComments,
} from '../../../../sync/run/publish/code-digests.ts';
import { temporaryDir } from '../../../faults/temporary-dir.ts';
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

  it('does not change with a message about held pages or a closed REST API', () => {
    const unchanged = copy.digests();
    for (const message of ['show the same text', 'the REST API is closed', 'visitors do not get', 'stay for ']) {
      copy.change('sync/run/guard/guard.ts', message, `${message} now`);
    }
    assert.deepEqual(copy.digests(), unchanged);
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

/** A folder with these files, and what its module `main.ts` is made of. */
async function folderWith(files: Readonly<Record<string, string>>) {
  const { dir, ...rest } = await temporaryDir('sources-');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    write,
    names: () => [...sourcesOf(dir, ['main.ts']).keys()].toSorted(),
    digest: () => sourceDigest(dir, ['main.ts']),
    ...rest,
  };
}

describe('withoutComments', () => {
  it('takes out comments, with the line that they have for themselves', () => {
    const source = '/** One. */\nconst a = 1; // two\n  // three\n/*\n * four\n */\nconst b = /* five */ 2;\n';
    assert.equal(withoutComments(source), 'const a = 1;\nconst b = 2;\n');
  });

  it('leaves what looks like one in a string, a template or a regular expression', () => {
    for (const source of [
      'const a = \'https://casa.example/\'; const b = "/* no */";\n',
      "const a = 'it\\'s // no';\n",
      'const a = `one\n// no\n/* no */\n${b} https://casa.example`;\n',
      "const a = text.replace(/^https?:\\/\\//, '').split(/[/*]+/);\n",
      'const a = b / c; const d = "//";\n',
    ]) {
      assert.equal(withoutComments(source), source);
    }
  });

  it('leaves a program of every source in a code digest', (t) => {
    // Without the warning that the function is experimental.
    t.mock.method(process, 'emitWarning', () => undefined);
    const sources = [...sourcesOf(ROOT, Object.values(ENTRIES).flat())];
    const modules = sources.filter(([name]) => name.endsWith('.ts'));
    assert.ok(modules.length > 50);
    for (const [name, code] of modules) assert.doesNotThrow(() => stripTypeScriptTypes(code), name);
  });
});

describe('sourceDigest', () => {
  const FILES = {
    'main.ts': "import { b } from './folder/b.ts';\nimport type { C } from './c.ts';\nimport p from 'p/part';\nb(p);\n",
    'folder/b.ts':
      "import { join } from 'node:path';\nconst sql = new URL('b.sql', import.meta.url);\nconst r = () => require('r');\n",
    'folder/b.sql': 'SELECT 1',
    'c.ts': 'export type C = string;\n',
    'node_modules/p/package.json': JSON.stringify({ name: 'p', version: '1.0.0', dependencies: { q: '^2.0.0' } }),
    'node_modules/q/package.json': JSON.stringify({ name: 'q', version: '2.0.0' }),
    'node_modules/r/package.json': JSON.stringify({ name: 'r', version: '3.0.0' }),
  };

  it('counts every module, file and package that is reached at run time', async () => {
    await using folder = await folderWith(FILES);
    assert.deepEqual(folder.names(), ['folder/b.sql', 'folder/b.ts', 'main.ts', 'p@1.0.0', 'q@2.0.0', 'r@3.0.0']);
  });

  it('changes with each of them, and with nothing else', async () => {
    await using folder = await folderWith(FILES);
    const first = folder.digest();
    folder.write('c.ts', 'export type C = number;\n');
    folder.write('folder/b.ts', `// A remark.\n${FILES['folder/b.ts']}`);
    assert.equal(folder.digest(), first);
    for (const [name, text] of [
      ['main.ts', `${FILES['main.ts']}b(1);\n`],
      ['folder/b.sql', 'SELECT 2'],
      ['node_modules/q/package.json', JSON.stringify({ name: 'q', version: '2.0.1' })],
    ] as const) {
      folder.write(name, text);
      assert.notEqual(folder.digest(), first, name);
      folder.write(name, FILES[name]);
      assert.equal(folder.digest(), first);
    }
  });

  it('says which package is missing', async () => {
    await using folder = await folderWith({ 'main.ts': "import 'gone';\n" });
    assert.throws(() => folder.digest(), /gone/);
  });
});
