import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Data as it was found, and this list of what to look for. */
const EXEMPT = /^(?:test\/data\/(?:search|markdown\/corpus)\/|sync\/demo\/recording\/|test\/stands-alone\.ci\.ts$)/;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '' && !EXEMPT.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

/** `file: what` for everything in the repository that a pattern finds. */
const found = (pattern: RegExp) =>
  files.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([what]) => `${name}: ${what}`));

/** Paths beside a file, as modules name them: an import, or a path from the module's folder. */
const NEIGHBOURS =
  /(?:\bfrom |\bimport |\bimport\(|\bimport\.meta\.dirname, |\bnew URL\()'(\.{1,2}\/[^']*|\.\.)'|\]\((\.{1,2}\/[^)]*)\)/g;

describe('the repository', () => {
  it('reads nothing outside of itself', () => {
    const outside = files.flatMap(({ name, text }) =>
      [...text.matchAll(NEIGHBOURS)]
        .map(([, imported, linked]) => normalize(join(dirname(name), imported ?? linked ?? '')))
        .filter((path) => path.startsWith('..'))
        .map((path) => `${name}: ${path}`),
    );
    assert.deepEqual(outside, []);
    // Written out, as documents and scripts do; modules import `../shared/…`, which is inside.
    const documents = found(/\.\.\/shared\b/g).filter((one) => !/^[^:]+\.m?[jt]s: /.test(one));
    assert.deepEqual(documents, []);
  });

  it('names no folder of anybody’s machine', () => {
    assert.deepEqual(found(/(?<![\w.$}*])\/(?:home|root|Users|work)\/[\w.-]+/g), []);
  });

  it('cites no document that is not in it', () => {
    assert.deepEqual(found(/\b(?:spec|design|protocols|field-notes|house-style)\.md\b/g), []);
  });

  it('names no registry of packages', () => {
    assert.deepEqual(found(/\b(?:registry\.[a-z]+\.[a-z]+|(?:deb|security)\.debian\.org)\b/g), []);
  });
});
