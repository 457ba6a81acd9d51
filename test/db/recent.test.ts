import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecent } from '../../db/recent.ts';

function counted(room: number) {
  const loaded: number[] = [];
  const get = createRecent({
    load: (number) => {
      loaded.push(number);
      return `value ${number}`;
    },
    weightOf: (value) => value.length,
    room,
  });
  return { get, loaded };
}

describe('createRecent', () => {
  it('loads what is asked for again and again only once', () => {
    const { get, loaded } = counted(1000);
    for (const number of [1, 2, 1, 2, 1]) assert.equal(get(number), `value ${number}`);
    assert.deepEqual(loaded, [1, 2]);
  });

  it('forgets what nobody asked for, and keeps the rest, when there is no more room', () => {
    const { get, loaded } = counted(60);
    for (let number = 1; number <= 20; number++) {
      get(number);
      get(0);
    }
    assert.equal(loaded.filter((number) => number === 0).length, 1);
    get(1);
    assert.equal(loaded.at(-1), 1);
  });

  it('keeps nothing that is larger than the room', () => {
    const { get, loaded } = counted(10);
    get(1);
    assert.equal(get(1), 'value 1');
    assert.deepEqual(loaded, [1, 1]);
  });
});
