import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { changelogFaults, releaseChangelog } from './changelog.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHANGELOG = `# Changelog

## [Unreleased]

### Fixed

- A fault.

## [1.0.0] - 2026-11-22

### Added

- Everything.
`;

describe('CHANGELOG.md', () => {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');

  it('keeps to Keep a Changelog, and describes the version of package.json and of the lock file', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      readonly version: string;
      readonly packages: Readonly<Record<string, { readonly version: string }>>;
    };
    assert.deepEqual(changelogFaults(text, packageFile.version), []);
    assert.equal(lock.version, packageFile.version);
    assert.equal(lock.packages['']?.version, packageFile.version);
  });
});

describe('changelogFaults', () => {
  it('names another version, a kind of its own, a kind that comes twice, and a release without words', () => {
    assert.deepEqual(changelogFaults(CHANGELOG, '1.0.0'), []);
    assert.deepEqual(changelogFaults(CHANGELOG, '1.1.0'), ['describes 1.0.0, and package.json is 1.1.0']);
    assert.deepEqual(changelogFaults(CHANGELOG.replace('### Fixed', '### Mended'), '1.0.0'), [
      '[Unreleased] has Mended',
    ]);
    assert.deepEqual(changelogFaults(`${CHANGELOG}\n### Added\n\n- More.\n`, '1.0.0'), ['[1.0.0] has Added']);
    assert.deepEqual(changelogFaults(CHANGELOG.replace(/### Added[^]*/, ''), '1.0.0'), ['[1.0.0] says nothing']);
  });

  it('wants the newest release first, each with its date', () => {
    const older = `${CHANGELOG}\n## [0.9.0] - 2026-12-01\n\n### Added\n\n- Less.\n`;
    assert.deepEqual(changelogFaults(older, '1.0.0'), ['is not sorted, newest first']);
    assert.throws(() => changelogFaults(CHANGELOG.replace(' - 2026-11-22', ''), '1.0.0'), /wants ## \[1\.2\.3\] - /);
  });
});

describe('releaseChangelog', () => {
  it('gives what is unreleased a version and a date, and begins anew', () => {
    const released = releaseChangelog(CHANGELOG, '1.0.1', '2026-12-24');
    assert.match(released, /^## \[Unreleased\]\n\n## \[1\.0\.1\] - 2026-12-24\n\n### Fixed\n/m);
    assert.deepEqual(changelogFaults(released, '1.0.1'), []);
  });

  it('refuses a version that is there, and one without a change', () => {
    assert.throws(() => releaseChangelog(CHANGELOG, '1.0.0', '2026-12-24'), /has 1\.0\.0 already/);
    const released = releaseChangelog(CHANGELOG, '1.0.1', '2026-12-24');
    assert.throws(() => releaseChangelog(released, '1.0.2', '2026-12-25'), /nothing to release/);
  });
});
