import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cacheOf } from '../../../sync/wordpress/caches.ts';

describe('cacheOf', () => {
  it('names the cache and distinguishes a hit from a miss', () => {
    assert.deepEqual(cacheOf({ 'cf-cache-status': 'HIT', age: '30' }), { name: 'Cloudflare', hit: true, age: 30 });
    assert.deepEqual(cacheOf({ 'cf-cache-status': 'DYNAMIC' }), { name: 'Cloudflare', hit: false, age: 0 });
    assert.deepEqual(cacheOf({ 'x-varnish': '12 7' }), { name: 'Varnish', hit: true, age: 0 });
    assert.deepEqual(cacheOf({ age: '4' }), { name: 'a proxy', hit: true, age: 4 });
    assert.equal(cacheOf({ server: 'nginx' }), undefined);
  });
});
