import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PATHS, publicAddress } from '../../shared/public-paths.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Sources that run in Node: what browsers get has no imports of ours, so it says where the console asks first. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

describe('PATHS', () => {
  const { oauth, ...others } = PATHS;
  const paths = [...Object.values(oauth), ...Object.values(others)];

  it('names each address once', () => {
    assert.equal(new Set(paths).size, paths.length);
  });

  it('is the only place in the sources that spells an address', () => {
    // At the beginning of a text, or after the origin in a template: not in an import, nor inside a longer path.
    const spelled = new RegExp(`['"\`}](?:${paths.join('|')})(?![\\w-])`);
    const said = ['shared', 'server', 'sync/doctor'].flatMap(sources).filter((file) => {
      return spelled.test(readFileSync(join(ROOT, file), 'utf8').replaceAll(/^ *(?:\/\*\*|\*|\/\/).*$/gm, ''));
    });
    assert.deepEqual(said, ['shared/public-paths.ts']);
  });
});

describe('publicAddress', () => {
  const settings = { PUBLIC_URL: undefined, SITE_URL: undefined, PORT: 8080 };

  it('is PUBLIC_URL, else the origin of the site, else this machine', () => {
    assert.equal(publicAddress(settings), 'http://localhost:8080');
    assert.equal(publicAddress({ ...settings, SITE_URL: 'https://casa.example/web' }), 'https://casa.example');
    assert.equal(publicAddress({ ...settings, PUBLIC_URL: 'https://api.example' }), 'https://api.example');
    assert.equal(publicAddress({ ...settings, PUBLIC_URL: 'https://API.example:443/uno' }), 'https://api.example/uno');
  });
});
