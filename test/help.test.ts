import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Options of every program that has them; a hidden option has a comment in its program. */
const COMMON = new Set(['help', 'site']);
const HIDDEN: Readonly<Record<string, readonly string[]>> = { sites: ['check'] };
/** Programs that are named differently from their file. */
const FILES: Readonly<Record<string, string>> = { sync: 'main', serve: 'main' };

for (const layer of ['sync', 'server']) {
  const names = readdirSync(join(ROOT, layer, 'help')).map((file) => basename(file, '.txt'));
  const namesIn = (file: string, pattern: RegExp): string[] =>
    [...readFileSync(join(ROOT, layer, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);

  describe(`--help of ${layer}`, () => {
    it('has a file for each program', () => {
      const programs = readdirSync(join(ROOT, layer)).filter((file) => file.endsWith('.ts'));
      const users = programs.flatMap((file) => namesIn(file, /\bnew URL\('help\/([a-z]+)\.txt'/g));
      assert.ok(names.length >= 5);
      assert.deepEqual(users.toSorted(), names.toSorted());
    });

    for (const name of names) {
      it(`lists the options of ${name}`, () => {
        const declared = namesIn(`${FILES[name] ?? name}.ts`, /'?\b([a-z-]+)'?: \{ type: '(?:boolean|string)'/g);
        const listed = namesIn(`help/${name}.txt`, /^ {2,}--([a-z-]+)/gm).filter((option) => !COMMON.has(option));
        assert.deepEqual(listed.toSorted(), declared.filter((option) => !HIDDEN[name]?.includes(option)).toSorted());
      });
    }
  });
}
