import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUrgentQueue } from '../../../sync/run/urgent-queue.ts';

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createUrgentQueue', () => {
  it('performs urgent runs while a step waits, one at a time, and lets the step end after them', async () => {
    const done: string[] = [];
    using queue = createUrgentQueue();
    const held = Promise.withResolvers<void>();
    const first = queue.add(async () => {
      done.push('first begins');
      await held.promise;
      return done.push('first ends');
    });
    void queue.add(async () => done.push('second'));
    await settled();
    assert.equal(done.length, 0);
    const step = queue.during(Promise.resolve()).then(() => done.push('step'));
    await settled();
    assert.deepEqual(done, ['first begins']);
    held.resolve();
    assert.equal(await first, 2);
    await step;
    assert.deepEqual(done, ['first begins', 'first ends', 'step']);
    await queue.during(settled());
    assert.equal(done.at(-1), 'second');
  });

  it('refuses the waiting runs at the end of the run', async () => {
    const queue = createUrgentQueue();
    const refused = queue.add(() => assert.fail());
    queue[Symbol.dispose]();
    assert.equal(await refused, undefined);
  });

  it('retains all passages that a page lost in several urgent runs', () => {
    using queue = createUrgentQueue();
    queue.onPreempted(new Set([11]), new Map([[11, ['Cuesta 30 euros.']]]));
    queue.onPreempted(new Set([11]), new Map([[11, ['Cuesta 35 euros.']]]));
    assert.deepEqual([...queue.withdrawn], [[11, ['Cuesta 30 euros.', 'Cuesta 35 euros.']]]);
  });

  it('reports the failure of an urgent run to its caller alone', async () => {
    using queue = createUrgentQueue();
    const failed = queue.add(() => Promise.reject(new Error('no page')));
    await Promise.all([assert.rejects(failed, /no page/), queue.during(settled())]);
  });
});
