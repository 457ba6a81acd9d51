import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
};
type Locked = {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
};

/** The part of a CycloneDX component that is looked at. */
type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly unknown[];
  readonly licenses: readonly unknown[];
  readonly properties: readonly { readonly name: string }[];
};

const manifest = read('package.json') as Manifest;
const lock = read('package-lock.json') as { lockfileVersion: number; packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Licences whose code may be part of a work under GPL-2.0-or-later; Apache-2.0 by way of version 3. */
const COMPATIBLE = new Set(
  'MIT ISC 0BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 Unlicense Apache-2.0 MPL-2.0 GPL-2.0-or-later GPL-3.0-or-later'.split(
    ' ',
  ),
);

/** Whether an SPDX expression offers a compatible way. */
function isCompatible(expression: string): boolean {
  const inner = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/\bOR\b/.test(inner)) return inner.split(/\s+OR\s+/).some(isCompatible);
  return inner.split(/\s+AND\s+/).every((licence) => COMPATIBLE.has(licence));
}

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

  it('of production have licences that go with GPL-2.0-or-later', () => {
    const production = packages.filter(([, { dev }]) => dev !== true);
    assert.ok(production.length > 50);
    for (const [path, locked] of production) {
      const file = join(path, 'package.json');
      // Builds for other machines are locked, and not installed here.
      const { license } = existsSync(join(ROOT, file)) ? (read(file) as { license?: string }) : locked;
      assert.equal(license, locked.license, path);
      assert.ok(isCompatible(license ?? ''), `${path}: ${license}`);
    }
  });
});

describe('isCompatible', () => {
  it('takes any of several licences on offer, and all that hold together', () => {
    assert.equal(isCompatible('(MPL-2.0 OR Proprietary)'), true);
    assert.equal(isCompatible('MIT AND Apache-2.0'), true);
    assert.equal(isCompatible('MIT AND SSPL-1.0'), false);
    assert.equal(isCompatible('GPL-2.0-only OR BUSL-1.1'), false);
    assert.equal(isCompatible(''), false);
  });
});

describe('npm run sbom', () => {
  it('lists every package with version, licence and checksum, tells those of development apart, and needs no installation', () => {
    const dir = mkdtempSync(join(tmpdir(), 'sbom-'));
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, file), join(dir, file));
      const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: dir, encoding: 'utf8' });
      const { bomFormat, components } = JSON.parse(printed) as { bomFormat: string; components: Component[] };
      assert.equal(bomFormat, 'CycloneDX');
      const listed = new Map(components.map((component) => [`${component.name}@${component.version}`, component]));
      for (const [path, { version, dev }] of packages) {
        const component = listed.get(`${nameOf(path)}@${version}`);
        assert.ok(component, path);
        assert.match(component.purl, /^pkg:npm\//, path);
        assert.ok(component.hashes.length > 0 && component.licenses.length > 0, path);
        const isForDevelopment = component.properties.some(({ name }) => name === 'cdx:npm:package:development');
        assert.equal(isForDevelopment, dev === true, path);
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
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
