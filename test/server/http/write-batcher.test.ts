import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createWriteBatcher } from '../../../server/http/write-batcher.ts';

describe('createWriteBatcher', () => {
  it('does the jobs of a turn together and in their order, and none before', async () => {
    const done: string[] = [];
    const soon = createWriteBatcher(() => 0);
    soon(() => done.push('a'));
    await Promise.resolve();
    soon(() => done.push('b'));
    assert.deepEqual(done, []);
    await endOfTurn();
    assert.deepEqual(done, ['a', 'b']);
  });

  it('lets nobody wait while others work for more than a millisecond', () => {
    let time = 0;
    const done: string[] = [];
    const soon = createWriteBatcher(() => time);
    soon(() => done.push('a'));
    time = 2;
    soon(() => done.push('b'));
    assert.deepEqual(done, ['a', 'b']);
  });

  it('does what a job brings in the next turn', async () => {
    const done: string[] = [];
    const soon = createWriteBatcher(() => 0);
    soon(() => {
      done.push('a');
      soon(() => done.push('b'));
    });
    await endOfTurn();
    assert.deepEqual(done, ['a']);
    await endOfTurn();
    assert.deepEqual(done, ['a', 'b']);
  });
});
