import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPassageWindow } from '../../../../db/search/match/passage-window.ts';

const WEIGHTS = new Float64Array([1, 2, 4]);

describe('a passage window', () => {
  it('finds the heaviest passage of a page with any number of occurrences, and of the next page', () => {
    const window = createPassageWindow(10);
    for (const pairAt of [3, 300, 30_000]) {
      window.clear(WEIGHTS);
      for (let place = 0; place <= pairAt; place++) window.add(0, 20 * place);
      window.add(1, 20 * pairAt + 9);
      window.add(2, 20 * pairAt + 10);
      assert.equal(window.best(), 6);
      window.clear(WEIGHTS);
      window.add(2, 0);
      window.next();
      window.add(1, 0);
      assert.equal(window.best(), 4);
    }
  });
});
