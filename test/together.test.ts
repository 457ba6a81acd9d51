import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
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
});
