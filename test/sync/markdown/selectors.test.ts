import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMatch } from '../../../sync/markdown/clean/visibility/compounds.ts';
import type { Match } from '../../../sync/markdown/clean/visibility/match.ts';
import { createMatching } from '../../../sync/markdown/clean/visibility/matching.ts';
import { createSelectors, selectorsOf } from '../../../sync/markdown/clean/visibility/selectors.ts';
import { allElements, parseHtml } from '../../../sync/markdown/parse/html.ts';

const elements = allElements(parseHtml('<p class="uno">a</p><p class="dos">b</p>'));

describe('the budget of a page for its selectors', () => {
  it('pays for each selector of a list', () => {
    const [first] = elements;
    const stepsOf = (selector: string) => {
      let steps = 0;
      const tree = { spend: (more: number) => (steps += more), parentOf: () => null };
      const compound = selectorsOf(selector)[0]?.compound;
      assert.ok(first && compound);
      assert.ok(isMatch(compound, first, tree));
      return steps;
    };
    const classes = Array.from({ length: 500 }, (_, n) => `.q${n}`).join();
    assert.ok(stepsOf(`p:not(${classes})`) - stepsOf('p:not(.q)') >= 499);
    assert.ok(stepsOf(`p:is(${classes}, .uno)`) - stepsOf('p:is(.uno)') >= 499);
  });

  it('looks nothing up any more once it is spent', () => {
    let looked = 0;
    const get = () => {
      looked++;
      return undefined;
    };
    const index: ReadonlyMap<string, readonly Match[]> = Object.assign(new Map<string, readonly Match[]>(), { get });
    const selectors = createSelectors();
    const [first, second] = elements;
    assert.ok(first && second);
    const matchesOf = createMatching(index, selectors, elements);
    matchesOf(first);
    const before = looked;
    assert.ok(before > 0);
    selectors.count(Infinity);
    assert.deepEqual(matchesOf(second), []);
    assert.equal(looked, before);
  });
});
