import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoize } from '../../shared/cache.ts';

/** Every answer takes ten bytes, but for that of key 0. */
function counted(bytes: number) {
  const made: number[] = [];
  const get = memoize({
    maxBytes: bytes,
    compute(key: number) {
      made.push(key);
      return { key };
    },
    bytesOf: (_, key) => (key === 0 ? bytes : 10),
  });
  return { get, made };
}

describe('memoize', () => {
  it('makes what is asked for again and again only once', () => {
    const { get, made } = counted(1000);
    for (const key of [1, 2, 1, 2, 1]) assert.deepEqual(get(key), { key });
    assert.deepEqual(made, [1, 2]);
  });

  it('forgets what nobody asked for, and keeps the rest, when there is no more room', () => {
    const { get, made } = counted(200);
    for (let key = 2; key <= 50; key++) {
      get(key);
      get(1);
    }
    assert.equal(made.filter((key) => key === 1).length, 1);
    get(2);
    assert.equal(made.at(-1), 2);
  });

  it('keeps nothing that would take most of the room', () => {
    const { get, made } = counted(200);
    get(1);
    get(0);
    get(0);
    get(1);
    assert.deepEqual(made, [1, 0, 0]);
  });
});
