import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutcomeCode } from '../../../sync/outcome.ts';
import { prepared } from './prepared-run.ts';
import { createRunQueue, type WatchOrder } from '../../../sync/service/run-queue.ts';

/** Runs that end when the test says so. */
function heldRuns() {
  const orders: string[] = [];
  const ends: ((outcome: OutcomeCode) => void)[] = [];
  const early: OutcomeCode[] = [];
  return {
    orders,
    runOnce: ({ full, short, isRenewal }: WatchOrder) => {
      if (isRenewal) orders.push('renewal');
      else orders.push(short ? `${short.why}: ${short.pages.map(({ id }) => id).join()}` : full ? 'full' : 'changes');
      const outcome = early.shift();
      return outcome ? Promise.resolve(outcome) : new Promise<OutcomeCode>((resolve) => ends.push(resolve));
    },
    /** Ends the first run at work, or the next one. */
    end: (outcome: OutcomeCode = 'done') => {
      const end = ends.shift();
      if (end) end(outcome);
      else early.push(outcome);
    },
  };
}

const orderFor = (id: number): WatchOrder => ({
  full: false,
  short: { why: 'message', types: new Map(), pages: [{ id, type: 'page' }] },
});

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createRunQueue', () => {
  it('never runs twice at once, and skips a look for changes that comes during a run', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    void queue.request({ full: false });
    assert.equal(await queue.request({ full: false }, { isDispensable: true }), undefined);
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes']);
  });

  it('does not lose a full sweep that comes during a run', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    void queue.request({ full: false });
    void queue.request({ full: true });
    void queue.request({ full: true });
    runs.end();
    await settled();
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'full']);
  });

  it('begins nothing after the signal', async () => {
    const runs = heldRuns();
    const controller = new AbortController();
    const queue = createRunQueue(prepared(runs.runOnce), controller.signal);
    void queue.request({ full: false });
    void queue.request({ full: true });
    controller.abort();
    void queue.request({ full: false });
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes']);
  });

  it('merges urgent runs that could not pre-empt into a single run, before a full sweep', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    void queue.request({ full: false });
    await settled();
    void queue.request({ full: true });
    for (const [why, id] of [
      ['message', 12],
      ['message', 13],
      ['a probe', 12],
    ] as const) {
      void queue.request({ full: false, short: { why, types: new Map(), pages: [{ id, type: 'page' }] } });
    }
    await settled();
    // The run at work ends, and its process refuses the urgent run.
    runs.end();
    runs.end('lease_held');
    for (let run = 0; run < 2; run += 1) {
      await settled();
      runs.end();
    }
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'message: 12', 'message; a probe: 13,12', 'full']);
  });

  it('builds the whole index anew once for all who ask, after every run that somebody waits for', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    const renewal: WatchOrder = { full: false, isRenewal: true };
    void queue.request({ full: false });
    await settled();
    for (const order of [renewal, renewal, orderFor(12)]) void queue.request(order);
    for (let run = 0; run < 3; run += 1) {
      runs.end();
      await settled();
    }
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'message: 12', 'renewal']);
  });

  it('lets nothing else begin while something that is no run is done between runs', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    void queue.request({ full: false });
    await settled();
    const between = queue.between(async () => {
      runs.orders.push('probe');
      void queue.request({ full: false });
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
    const queue = createRunQueue(prepared(runs.runOnce), controller.signal);
    const [first, second] = [queue.request({ full: false }), queue.request({ full: true })];
    controller.abort();
    runs.end();
    assert.deepEqual([await first, await second], ['done', undefined]);
  });

  it('performs an urgent run beside the run at work, and nothing else until both end', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    const sweep = queue.request({ full: true });
    await settled();
    const urgent = queue.request(orderFor(12));
    void queue.request({ full: false });
    await settled();
    assert.deepEqual(runs.orders, ['full', 'message: 12']);
    runs.end();
    await settled();
    assert.deepEqual(runs.orders, ['full', 'message: 12']);
    runs.end();
    assert.deepEqual(await Promise.all([sweep, urgent]), ['done', 'done']);
    await settled();
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['full', 'message: 12', 'changes']);
  });

  it('starts a run that no urgent run may skip before the urgent run that waited for it', async () => {
    const runs = heldRuns();
    const prepare = prepared(runs.runOnce);
    const queue = createRunQueue((order) => ({ ...prepare(order), maySkip: false }), new AbortController().signal);
    const sweep = queue.request({ full: true });
    const urgent = queue.request(orderFor(12));
    await settled();
    assert.deepEqual(runs.orders, ['full', 'message: 12']);
    for (let run = 0; run < 2; run += 1) runs.end();
    assert.deepEqual(await Promise.all([sweep, urgent]), ['done', 'done']);
  });

  it('lets probes and short runs go before a run that waits for its turn, and no probe beside one at work', async () => {
    const steps: string[] = [];
    const turn = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const perform = async ({ short }: WatchOrder): Promise<OutcomeCode> => {
      steps.push(short ? 'short' : 'begins');
      if (!short) await end.promise;
      return 'done';
    };
    const queue = createRunQueue(prepared(perform, turn.promise), new AbortController().signal);
    const probe = async () => void steps.push('probe');
    const look = queue.request({ full: false });
    await queue.between(probe);
    assert.equal(await queue.request(orderFor(12)), 'done');
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
    await settled();
    assert.deepEqual(steps.slice(2), ['begins']);
    end.resolve();
    await Promise.all([look, late]);
    assert.deepEqual(steps.slice(2), ['begins', 'probe']);
  });

  it('goes on probing during a renewal', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    void queue.request({ full: false, isRenewal: true });
    await settled();
    await queue.between(async () => void runs.orders.push('probe'));
    runs.end();
    await queue.idle();
    assert.deepEqual(runs.orders, ['renewal', 'probe']);
  });

  it('makes what nobody waits for last', async () => {
    const runs = heldRuns();
    const queue = createRunQueue(prepared(runs.runOnce), new AbortController().signal);
    void queue.request({ full: false });
    await settled();
    void queue.request({ full: false, short: { why: 'in turn', types: new Map(), pages: [], isPatient: true } });
    void queue.request({ full: true });
    void queue.request(orderFor(12));
    for (let run = 0; run < 4; run += 1) {
      runs.end();
      await settled();
    }
    await queue.idle();
    assert.deepEqual(runs.orders, ['changes', 'message: 12', 'full', 'in turn: ']);
  });
});
