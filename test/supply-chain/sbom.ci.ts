import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

type Locked = { readonly version: string; readonly license?: string; readonly dev?: boolean };

/** The part of a CycloneDX component that is looked at. */
type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly unknown[];
  readonly licenses: readonly unknown[];
  readonly properties: readonly { readonly name: string }[];
};

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** No expressions of SPDX, for which npm lists none: LICENSING.md says what they are. */
const UNLISTED_LICENCES = new Set(['(MIT AND BSD)']);

describe('npm run sbom', () => {
  it('lists every package with version, licence and checksum, tells those of development apart, and needs no installation', () => {
    const dir = mkdtempSync(join(tmpdir(), 'sbom-'));
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, file), join(dir, file));
      const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: dir, encoding: 'utf8' });
      const { bomFormat, components } = JSON.parse(printed) as { bomFormat: string; components: Component[] };
      assert.equal(bomFormat, 'CycloneDX');
      const listed = new Map(components.map((component) => [`${component.name}@${component.version}`, component]));
      for (const [path, { version, dev, license }] of packages) {
        const component = listed.get(`${nameOf(path)}@${version}`);
        assert.ok(component, path);
        assert.match(component.purl, /^pkg:npm\//, path);
        assert.ok(component.hashes.length > 0, path);
        assert.ok(UNLISTED_LICENCES.has(license ?? '') || component.licenses.length > 0, path);
        const isForDevelopment = component.properties.some(({ name }) => name === 'cdx:npm:package:development');
        assert.equal(isForDevelopment, dev === true, path);
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
