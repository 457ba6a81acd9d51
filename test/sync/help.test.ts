import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';

const SYNC = join(import.meta.dirname, '../../sync');
const NAMES = readdirSync(join(SYNC, 'help')).map((file) => basename(file, '.txt'));

/** Options of every program that has them; a hidden option has a comment in its program. */
const COMMON = new Set(['help', 'site']);
const HIDDEN: Readonly<Record<string, readonly string[]>> = { sites: ['check'] };

const namesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(SYNC, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);

describe('--help', () => {
  it('has a file for each program of sync', () => {
    const programs = readdirSync(SYNC).filter((file) => file.endsWith('.ts'));
    const users = programs.flatMap((file) => namesIn(file, /\bnew URL\('help\/([a-z]+)\.txt'/g));
    assert.deepEqual(users.toSorted(), NAMES.toSorted());
  });

  for (const name of NAMES) {
    it(`lists the options of ${name}`, () => {
      const declared = namesIn(
        `${name === 'sync' ? 'main' : name}.ts`,
        /'?\b([a-z-]+)'?: \{ type: '(?:boolean|string)'/g,
      );
      const listed = namesIn(`help/${name}.txt`, /^ {2,}--([a-z-]+)/gm).filter((option) => !COMMON.has(option));
      assert.deepEqual(listed.toSorted(), declared.filter((option) => !HIDDEN[name]?.includes(option)).toSorted());
    });
  }
});
