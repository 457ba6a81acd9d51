import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { filesTogether } from './helpers/together.ts';

describe('npm test', () => {
  it('runs every test file once', () => {
    const cwd = import.meta.dirname;
    const folders = globSync('**/*.together.ts', { cwd }).map(dirname);
    const run = folders.flatMap((folder) => filesTogether(join(cwd, folder)).map((file) => join(folder, file)));
    assert.deepEqual(run.toSorted(), globSync('**/*.test.ts', { cwd }).toSorted());
  });

  it('and the scripts beside it run every file of the other kinds once', () => {
    const cwd = join(import.meta.dirname, '..');
    const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { scripts: object };
    const { 'test:coverage': _sameAsTest, ...commands } = scripts as Readonly<Record<string, string>>;
    const patterns = Object.values(commands).flatMap((command) => command.match(/(?<=")test\/\S+\.ts(?=")/g) ?? []);
    const run = patterns.flatMap((pattern) => globSync(pattern, { cwd }));
    const kinds = globSync('test/**/*.*.ts', { cwd }).filter((file) => !file.endsWith('.test.ts'));
    assert.deepEqual(run.toSorted(), kinds.toSorted());
  });

  it('and .ci/run and .ci/nightly run every script of tests', () => {
    const root = join(import.meta.dirname, '..');
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const ci = ['run', 'nightly'].map((name) => readFileSync(join(root, '.ci', name), 'utf8')).join('\n');
    // test:nightly is .ci/nightly itself; test:coverage runs the files of npm test.
    const names = Object.keys(scripts).filter(
      (name) => /^test(?::|$)/.test(name) && name !== 'test:nightly' && name !== 'test:coverage',
    );
    const missing = names.filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(ci));
    assert.ok(names.length > 10);
    assert.deepEqual(missing, []);
  });
});
