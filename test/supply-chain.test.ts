import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeAudit } from './supply-chain/advisories.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

type Manifest = {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly bundleDependencies: readonly string[];
};
type Locked = {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly gypfile?: boolean;
  readonly inBundle?: boolean;
};

const manifest = read('package.json') as Manifest;
const lock = read('package-lock.json') as { lockfileVersion: number; packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('dependencies', () => {
  it('are pinned to one version each, from the registry', () => {
    for (const [name, wanted] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      assert.match(wanted, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
      assert.equal(lock.packages[`node_modules/${name}`]?.version, wanted, name);
    }
  });

  it('are locked by their checksums, without the address of any registry', () => {
    assert.equal(lock.lockfileVersion, 3);
    for (const [path, { integrity, resolved }] of packages) {
      assert.match(integrity ?? '', /^sha512-/, path);
      assert.equal(resolved, undefined, path);
    }
    assert.doesNotMatch(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'), /"resolved"|registry\./);
  });

  it('run nothing at installation but what is declared, and none of production runs anything', () => {
    const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    assert.deepEqual(
      [...new Set(withScripts.map(([path]) => nameOf(path)))].toSorted(),
      Object.keys(manifest.allowScripts).toSorted(),
    );
    for (const [path, { dev }] of withScripts) {
      if (manifest.allowScripts[nameOf(path)]) assert.equal(dev, true, path);
    }
  });
});

/** npm 10 and 11 compile a package that has a `binding.gyp`, unless the lock file or its own package.json refuses it. */
describe('packages with prebuilt binaries', () => {
  const refusing = packages.filter(([path]) => {
    const [gyp, file] = [join(path, 'binding.gyp'), join(path, 'package.json')];
    return existsSync(join(ROOT, gyp)) && (read(file) as { gypfile?: boolean }).gypfile === false;
  });

  it('are not compiled by npm ci: the lock file refuses it, too', () => {
    assert.ok(refusing.length > 0);
    for (const [path, { gypfile }] of refusing) {
      assert.equal(gypfile, false, `npm has dropped "gypfile": false from ${path} in package-lock.json: add it again`);
    }
  });

  it('are not compiled where the package is installed: it has them in it, with their package.json', () => {
    assert.deepEqual(
      refusing.filter(([, { dev }]) => dev !== true).map(([path]) => nameOf(path)),
      manifest.bundleDependencies,
    );
    for (const [path, { inBundle }] of refusing) assert.equal(inBundle, true, path);
  });
});

describe('LICENSING.md', () => {
  const text = readFileSync(join(ROOT, 'LICENSING.md'), 'utf8');
  const production = packages.filter(([, { dev }]) => dev !== true);
  const sectionOf = (title: string) => text.split(/^## /m).find((section) => section.startsWith(title)) ?? '';

  it('has a row for every licence of a package of production, and no other', () => {
    const rows = sectionOf('Licences of all').matchAll(/^\| `([^`]+)` +\|/gm);
    assert.ok(production.length > 50);
    assert.deepEqual(
      [...rows].map(([, licence = '']) => licence).toSorted(),
      [...new Set(production.map(([, { license }]) => license ?? ''))].toSorted(),
    );
  });

  it('names the packages of production under Apache-2.0, and no other', () => {
    const named = sectionOf('Packages under Apache-2.0').matchAll(/^- `([^`]+)`$/gm);
    const apache = production.filter(([, { license }]) => license === 'Apache-2.0');
    assert.deepEqual(
      [...named].map(([, name]) => name),
      [...new Set(apache.map(([path]) => nameOf(path)))].toSorted(),
    );
  });

  it('is right about packages as they are installed', () => {
    for (const [path, locked] of production) {
      const file = join(path, 'package.json');
      // Builds for other machines are locked, and not installed here.
      const { license } = existsSync(join(ROOT, file)) ? (read(file) as { license?: string }) : locked;
      assert.equal(license, locked.license, path);
    }
  });
});

describe('judgeAudit', () => {
  const report = {
    vulnerabilities: {
      a: { via: [{ url: 'https://github.com/advisories/GHSA-aaaa', name: 'a', title: 'Loops', severity: 'high' }] },
      b: { via: ['a'] },
      c: { via: [{ url: 'https://github.com/advisories/GHSA-cccc', name: 'c', title: 'Leaks', severity: 'low' }] },
    },
  };

  it('tells what is open, accepted and outdated', () => {
    assert.deepEqual(judgeAudit(report, { 'GHSA-cccc': 'only in a test', 'GHSA-gone': 'was there once' }), {
      open: ['GHSA-aaaa (high) a: Loops'],
      accepted: ['GHSA-cccc (low) c: Leaks: only in a test'],
      outdated: ['GHSA-gone'],
    });
  });

  it('is content with a clean report, and throws at what is none', () => {
    assert.deepEqual(judgeAudit({ vulnerabilities: {} }, {}), { open: [], accepted: [], outdated: [] });
    assert.throws(() => judgeAudit({ error: 'x' }, {}));
  });

  it('has a reason for every advisory that is accepted', () => {
    const reasons = read('test/supply-chain/accepted-advisories.json') as Record<string, string>;
    for (const [id, reason] of Object.entries(reasons)) {
      assert.match(id, /^GHSA-/);
      assert.ok(reason.length > 20, `${id}: ${reason}`);
    }
  });
});
