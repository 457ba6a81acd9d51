import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { sourceDigest, sourcesOf, withoutComments, ENTRIES } from '../../../../sync/run/publish/code-digests.ts';
import { temporaryDir } from '../../../faults/temporary-dir.ts';

const ROOT = join(import.meta.dirname, '../../../..');

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
