import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { documentLanguage } from '../../../server/texts/texts.ts';
import { fill, fillDocument } from '../../../shared/fill.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Folders with a catalogue for each language, as files or as folders. */
const FOLDERS = ['shared/operation-texts', 'server/texts', 'server/console/texts', 'server/insights/texts'];
/** Values that a language may omit: Spanish texts name their language, and do not repeat its tag. */
const OPTIONAL = new Set(['language', 'main']);

/** The texts of a language by file and key; a Markdown document is a single text. */
function textsOf(folder: string, language: string): ReadonlyMap<string, string> {
  const all = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const files = all.filter((name) => name === `${language}.json` || name.startsWith(`${language}/`));
  return new Map(
    files.flatMap((file) => {
      const source = readFileSync(join(ROOT, folder, file), 'utf8');
      const values: unknown = file.endsWith('.md') ? source : JSON.parse(source);
      return leavesOf(values, file.slice(language.length + 1));
    }),
  );
}

function leavesOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  assert.ok(typeof value === 'object' && value !== null, path);
  return Object.entries(value).flatMap(([key, field]) =>
    leavesOf(field, /\.(?:json|md)$/.test(path) ? `${path} ${key}` : `${path}.${key}`),
  );
}

const placeholders = (text: string) =>
  new Set(Array.from(text.matchAll(/\{([a-z][\w.]*)\}/gi), ([, name = '']) => name));

describe('the catalogues of texts', () => {
  for (const folder of FOLDERS) {
    it(`have the same texts and placeholders in each language: ${folder}`, () => {
      const [en, es] = [textsOf(folder, 'en'), textsOf(folder, 'es')];
      assert.ok(en.size > 0);
      assert.deepEqual([...es.keys()].toSorted(), [...en.keys()].toSorted());
      for (const [key, text] of en) {
        const given = [placeholders(text), placeholders(es.get(key) ?? '')];
        const [wanted, found] = given.map((names) => new Set([...names].filter((name) => !OPTIONAL.has(name))));
        assert.deepEqual(found, wanted, key);
      }
    });
  }
});

describe('fill', () => {
  it('replaces each placeholder once, also nested ones', () => {
    assert.equal(fill('{a} {b.c} {"d"} {}', { a: '{b.c}', b: { c: 2 } }), '{b.c} 2 {"d"} {}');
  });

  it('rejects a missing value', () => {
    assert.throws(() => fill('{a.b}', { a: 'text' }), /No value for \{a\.b\}/);
  });
});

describe('fillDocument', () => {
  it('fills keys and strings, and takes a single placeholder as the value of any type', () => {
    const template = { '{a}': ['{list}', 'at {b.c}', 1, null], in: { whole: '{b}' } };
    const values = { a: 'key', b: { c: 2 }, list: ['x', '{a}'] };
    assert.deepEqual(fillDocument(template, values), { key: [['x', '{a}'], 'at 2', 1, null], in: { whole: { c: 2 } } });
  });

  it('rejects a missing value', () => {
    assert.throws(() => fillDocument({ a: ['{b.c}'] }, { b: {} }), /No value for \{b\.c\}/);
  });
});

describe('documentLanguage', () => {
  it('is Spanish for every kind of Spanish', () => {
    for (const tag of ['es', 'es-ES', 'es-419', 'ES-mx', 'es_ES']) assert.equal(documentLanguage(tag), 'es', tag);
  });

  it('is English for every other language, and for none', () => {
    for (const tag of ['en', 'en-GB', 'ca', 'fr-FR', 'est', 'esu', '', undefined]) {
      assert.equal(documentLanguage(tag), 'en', tag);
    }
  });
});
