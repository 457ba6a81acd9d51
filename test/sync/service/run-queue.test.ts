import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutcomeCode } from '../../../sync/outcome.ts';
import { createRunQueue, type WatchOrder } from '../../../sync/service/run-queue.ts';

/** Runs that end when the test says so. */
function heldRuns() {
  const orders: string[] = [];
  const ends: (() => void)[] = [];
  return {
    orders,
    runOnce: ({ full, short, isRenewal }: WatchOrder) => {
      if (isRenewal) orders.push('renewal');
      else orders.push(short ? `${short.why}: ${short.pages.map(({ id }) => id).join()}` : full ? 'full' : 'changes');
      return new Promise<OutcomeCode>((resolve) => ends.push(() => resolve('done')));
    },
    end: () => ends.shift()?.(),
  };
}

const told = (id: number): WatchOrder => ({
  full: false,
  short: { why: 'told', types: new Map(), pages: [{ id, type: 'page' }] },
});

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createRunQueue', () => {
  it('never runs twice at once, and skips a look for changes that comes during a run', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    void queue.ask({ full: false });
    assert.equal(await queue.ask({ full: false }, { isDispensable: true }), undefined);
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes']);
  });

  it('does not lose a full sweep that comes during a run', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    void queue.ask({ full: false });
    void queue.ask({ full: true });
    void queue.ask({ full: true });
    runs.end();
    await settled();
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'full']);
  });

  it('begins nothing after the signal', async () => {
    const runs = heldRuns();
    const controller = new AbortController();
    const queue = createRunQueue(runs.runOnce, controller.signal);
    void queue.ask({ full: false });
    void queue.ask({ full: true });
    controller.abort();
    void queue.ask({ full: false });
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes']);
  });

  it('makes one short run of all that is asked for during a run, and before a full sweep', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    void queue.ask({ full: false });
    void queue.ask({ full: true });
    for (const [why, id] of [
      ['told', 12],
      ['told', 13],
      ['a probe', 12],
    ] as const) {
      void queue.ask({ full: false, short: { why, types: new Map(), pages: [{ id, type: 'page' }] } });
    }
    for (let run = 0; run < 3; run += 1) {
      runs.end();
      await settled();
    }
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'told; a probe: 12,13', 'full']);
  });

  it('builds the whole index anew once for all who ask, after every run that somebody waits for', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    const renewal: WatchOrder = { full: false, isRenewal: true };
    for (const order of [{ full: false }, renewal, renewal, told(12)]) void queue.ask(order);
    for (let run = 0; run < 3; run += 1) {
      runs.end();
      await settled();
    }
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'told: 12', 'renewal']);
  });

  it('lets nothing else begin while something that is no run is done between runs', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    void queue.ask({ full: false });
    const between = queue.between(async () => {
      runs.orders.push('probe');
      void queue.ask({ full: false });
      await settled();
      runs.orders.push('probed');
    });
    runs.end();
    await settled();
    await settled();
    runs.end();
    await between;
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'probe', 'probed', 'changes']);
  });

  it('answers how the run ended that was asked for, and nothing after the signal', async () => {
    const runs = heldRuns();
    const controller = new AbortController();
    const queue = createRunQueue(runs.runOnce, controller.signal);
    const [first, second] = [queue.ask({ full: false }), queue.ask({ full: true })];
    controller.abort();
    runs.end();
    assert.deepEqual([await first, await second], ['done', undefined]);
  });

  it('lets a short run pass one that opens a lane, and waits for it when the lane is shut', async () => {
    const steps: string[] = [];
    const passed = Promise.withResolvers<OutcomeCode>();
    const queue = createRunQueue(async ({ short }, openLane) => {
      if (short) {
        steps.push('short');
        return await passed.promise;
      }
      const shut = openLane?.();
      await settled();
      const isShut = shut?.().then(() => steps.push('shut'));
      await settled();
      steps.push('reading ends');
      passed.resolve('done');
      await isShut;
      return 'done';
    }, new AbortController().signal);
    const sweep = queue.ask({ full: true });
    assert.equal(await queue.ask(told(12)), 'done');
    assert.equal(await sweep, 'done');
    assert.deepEqual(steps, ['short', 'reading ends', 'shut']);
  });

  it('lets probes and short runs go before a run that waits for its turn, and none beside one at work', async () => {
    const steps: string[] = [];
    const turn = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const queue = createRunQueue(async ({ short }, _, standAside) => {
      if (short) {
        steps.push('short');
        return 'done';
      }
      const goOn = standAside?.();
      await turn.promise;
      await goOn?.();
      steps.push('begins');
      await end.promise;
      steps.push('ends');
      return 'done';
    }, new AbortController().signal);
    const probe = async () => void steps.push('probe');
    const look = queue.ask({ full: false });
    await queue.between(probe);
    assert.equal(await queue.ask(told(12)), 'done');
    assert.deepEqual(steps, ['probe', 'short']);

    const slow = Promise.withResolvers<void>();
    const between = queue.between(() => slow.promise);
    turn.resolve();
    await settled();
    assert.deepEqual(steps, ['probe', 'short']);
    slow.resolve();
    await between;
    await settled();
    const late = queue.between(probe);
    const short = queue.ask(told(13));
    await settled();
    assert.deepEqual(steps.slice(2), ['begins']);
    end.resolve();
    await Promise.all([look, late, short]);
    assert.deepEqual(steps.slice(2), ['begins', 'ends', 'short', 'probe']);
  });

  it('makes a short run that could not pass after the one at work, with what was asked for meanwhile', async () => {
    const orders: string[] = [];
    const end = Promise.withResolvers<void>();
    const queue = createRunQueue(async ({ short }, openLane) => {
      const ids = short?.pages.map(({ id }) => id).join();
      orders.push(ids === undefined ? 'full' : openLane ? `short ${ids}` : `passing ${ids}`);
      if (short) return openLane ? 'done' : 'lease_held';
      const shut = openLane?.();
      await end.promise;
      await shut?.();
      return 'done';
    }, new AbortController().signal);
    void queue.ask({ full: true });
    const first = queue.ask(told(12));
    await settled();
    const second = queue.ask(told(13));
    end.resolve();
    assert.deepEqual([await first, await second], ['done', 'done']);
    assert.deepEqual(orders, ['full', 'passing 12', 'short 12,13']);
  });

  it('makes what nobody waits for last', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(runs.runOnce, new AbortController().signal);
    void queue.ask({ full: false });
    void queue.ask({ full: false, short: { why: 'in turn', types: new Map(), pages: [], isPatient: true } });
    void queue.ask({ full: true });
    void queue.ask(told(12));
    for (let run = 0; run < 4; run += 1) {
      runs.end();
      await settled();
    }
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'told: 12', 'full', 'in turn: ']);
  });
});
