import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createWriteBatcher } from '../../../server/http/write-batcher.ts';

describe('createWriteBatcher', () => {
  it('does the jobs of a turn together and in their order, and none before', async () => {
    const done: string[] = [];
    const soon = createWriteBatcher();
    soon(0, () => done.push('a'));
    await Promise.resolve();
    soon(0, () => done.push('b'));
    assert.deepEqual(done, []);
    await endOfTurn();
    assert.deepEqual(done, ['a', 'b']);
  });

  it('lets nobody wait while others work for more than a millisecond', () => {
    const done: string[] = [];
    const soon = createWriteBatcher();
    soon(0, () => done.push('a'));
    soon(2, () => done.push('b'));
    assert.deepEqual(done, ['a', 'b']);
  });

  it('does what a job brings in the next turn', async () => {
    const done: string[] = [];
    const soon = createWriteBatcher();
    soon(0, () => {
      done.push('a');
      soon(0, () => done.push('b'));
    });
    await endOfTurn();
    assert.deepEqual(done, ['a']);
    await endOfTurn();
    assert.deepEqual(done, ['a', 'b']);
  });
});
