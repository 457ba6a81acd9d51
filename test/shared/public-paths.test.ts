import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PATHS, publicAddress } from '../../shared/public-paths.ts';

describe('PATHS', () => {
  const { oauth, ...others } = PATHS;
  const paths = [...Object.values(oauth), ...Object.values(others)];

  it('names each address once', () => {
    assert.equal(new Set(paths).size, paths.length);
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
