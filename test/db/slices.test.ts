import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runAtOnce, runInSlices, type Slices } from '../../db/slices.ts';
import { countTurns } from '../helpers/event-loop-turns.ts';

function* slicesOf(count: number, milliseconds: number): Slices<number> {
  for (let at = 0; at < count; at++) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    yield;
  }
  return count;
}

describe('runInSlices', () => {
  it('gives others a turn after each long slice', async () => {
    const { result, turns } = await countTurns(() => runInSlices(slicesOf(5, 5)));
    assert.equal(result, 5);
    assert.ok(turns >= 5, `${turns} turns`);
  });

  it('does many short slices between two turns', async () => {
    const { result, turns } = await countTurns(() => runInSlices(slicesOf(10_000, 0)));
    assert.equal(result, 10_000);
    assert.ok(turns < 5000, `${turns} turns`);
  });

  it('passes on what the work throws', async () => {
    // oxlint-disable-next-line require-yield
    const failing = (function* (): Slices<never> {
      throw new Error('damaged');
    })();
    await assert.rejects(runInSlices(failing), /damaged/);
  });
});

describe('runAtOnce', () => {
  it('does the work without a turn', () => {
    assert.equal(runAtOnce(slicesOf(3, 0)), 3);
  });
});
