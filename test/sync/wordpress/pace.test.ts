import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  backoff,
  createPace,
  decideRetry,
  retryOversizedOnce,
  acceptErrorStatus,
  acceptHtml,
  isTransient,
  parseRetryAfter,
  retryAll,
  smallerSize,
} from '../../../sync/wordpress/pace.ts';

const NOW = Date.UTC(2026, 2, 1, 9, 30);
const ATTEMPT = { attempt: 1, most: 5, now: NOW, random: () => 1 };

describe('parseRetryAfter', () => {
  it('reads seconds and dates, and never a moment that has passed', () => {
    assert.equal(parseRetryAfter('120', NOW), 120_000);
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 09:31:00 GMT', NOW), 60_000);
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 09:29:00 GMT', NOW), 0);
    assert.equal(parseRetryAfter('soon', NOW), undefined);
    assert.equal(parseRetryAfter(undefined, NOW), undefined);
  });
});

describe('backoff', () => {
  it('doubles up to half a minute, half of it left to chance', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 9].map((attempt) => backoff(attempt, () => 1)),
      [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
    );
    assert.equal(
      backoff(3, () => 0),
      2000,
    );
  });
});

describe('decideRetry', () => {
  it('tries again what passes by itself, and nothing else', () => {
    for (const status of [429, 500, 502, 503, 504, 521]) assert.equal(isTransient({ ...STATUS, status }), true);
    for (const status of [400, 404, 410, 501]) assert.equal(isTransient({ ...STATUS, status }), false);
    for (const kind of ['denied', 'too_large', 'redirect', 'foreign', 'unexpected'] as const) {
      assert.deepEqual(decideRetry({ ...STATUS, kind }, ATTEMPT), { retry: false });
    }
    assert.deepEqual(decideRetry({ ...STATUS, kind: 'broken' }, ATTEMPT), { retry: true, delayMs: 1000 });
  });

  it('waits as long as Retry-After asks, and at least its own backoff', () => {
    const at = (retryAfter: string) => decideRetry({ kind: 'status', status: 503, retryAfter }, ATTEMPT);
    assert.deepEqual(at('90'), { retry: true, delayMs: 90_000 });
    assert.deepEqual(at('0'), { retry: true, delayMs: 1000 });
    assert.deepEqual(at('3600'), { retry: false, later: 3_600_000 });
  });

  it('gives up after the last attempt', () => {
    const failure = { ...STATUS, status: 503 };
    assert.equal(decideRetry(failure, { ...ATTEMPT, attempt: 4 }).retry, true);
    assert.equal(decideRetry(failure, { ...ATTEMPT, attempt: 5 }).retry, false);
  });
});

describe('RetryPolicy', () => {
  it('allows a second attempt of a request that can be made smaller, if its size may be the cause', () => {
    assert.equal(retryOversizedOnce({ ...STATUS, status: 504 }), 2);
    assert.equal(retryOversizedOnce({ ...STATUS, kind: 'timeout' }), 2);
    assert.equal(retryOversizedOnce({ ...STATUS, status: 503 }), Infinity);
    assert.equal(retryOversizedOnce({ ...STATUS, kind: 'unreachable' }), Infinity);
    assert.equal(retryAll({ ...STATUS, status: 504 }), Infinity);
  });

  it('allows one attempt of a guess that is answered by HTML, and of a front page under construction', () => {
    assert.equal(acceptHtml({ ...STATUS, kind: 'html' }), 1);
    assert.equal(acceptHtml({ ...STATUS, status: 503 }), Infinity);
    assert.equal(acceptErrorStatus({ ...STATUS, status: 503 }), 1);
    assert.equal(acceptErrorStatus({ ...STATUS, status: 429 }), Infinity);
  });
});

describe('smallerSize', () => {
  it('leads from 100 to 1 by sizes that divide one another, so that no row falls between', () => {
    const sizes = [100];
    for (let size = smallerSize(100); size !== undefined; size = smallerSize(size)) sizes.push(size);
    assert.deepEqual(sizes, [100, 50, 10, 1]);
    assert.ok(sizes.every((size, index) => index === 0 || (sizes[index - 1] ?? 0) % size === 0));
  });
});

describe('createPace', () => {
  function start(requestsPerSecond: number) {
    const clock = { now: 0 };
    const events: unknown[] = [];
    const pace = createPace({
      requestsPerSecond,
      now: () => clock.now,
      wait: (milliseconds) => {
        clock.now += milliseconds;
        return Promise.resolve();
      },
      onEvent: (event) => events.push(event),
    });
    return { clock, pace, events };
  }
  const { signal } = new AbortController();

  it('keeps requests as far apart as the rate says, without saving up for a burst', async () => {
    const { clock, pace } = start(2);
    const starts = [];
    for (const idle of [0, 0, 3000, 0, 0]) {
      clock.now += idle;
      await pace.turn(signal);
      starts.push(clock.now);
    }
    assert.deepEqual(starts, [0, 500, 3500, 4000, 4500]);
  });

  it('lets a hurry spend twenty requests that a pause has earned, and then keeps the rate', async () => {
    const { clock, pace } = start(2);
    await pace.turn(signal);
    clock.now += 60_000;
    const began = clock.now;
    for (let request = 0; request < 20; request += 1) await pace.turn(signal, true);
    assert.equal(clock.now, began);
    await pace.turn(signal, true);
    await pace.turn(signal);
    assert.equal(clock.now, began + 1000);
  });

  it('lets a hurry spend no more than was earned since the last one', async () => {
    const { clock, pace } = start(2);
    for (let request = 0; request < 20; request += 1) await pace.turn(signal, true);
    clock.now += 1500;
    const began = clock.now;
    for (let request = 0; request < 3; request += 1) await pace.turn(signal, true);
    assert.equal(clock.now, began);
    await pace.turn(signal, true);
    assert.equal(clock.now, began + 500);
  });

  it('earns nothing while requests are sent at the rate', async () => {
    const { clock, pace } = start(2);
    for (let request = 0; request < 20; request += 1) await pace.turn(signal, true);
    for (let request = 0; request < 10; request += 1) await pace.turn(signal);
    const began = clock.now;
    await pace.turn(signal, true);
    assert.equal(clock.now, began + 500);
  });

  it('keeps the rate of others while a hurry spends', async () => {
    const { clock, pace } = start(2);
    const starts = [];
    for (let request = 0; request < 3; request += 1) {
      await pace.turn(signal);
      starts.push(clock.now);
      await pace.turn(signal, true);
    }
    assert.deepEqual(starts, [0, 500, 1000]);
  });

  it('waits in a hurry too for a pause that the site asks for, and keeps the rate once the site was asked too fast', async () => {
    const { clock, pace } = start(2);
    pace.pause(30_000);
    await pace.turn(signal, true);
    assert.equal(clock.now, 30_000);
    pace.slowDown();
    clock.now += 60_000;
    const starts = [];
    for (let request = 0; request < 3; request += 1) {
      await pace.turn(signal, true);
      starts.push(clock.now);
    }
    assert.deepEqual(starts, [90_000, 91_000, 92_000]);
  });

  it('does not wait at all without a limit', async () => {
    const { clock, pace } = start(0);
    for (let request = 0; request < 100; request += 1) await pace.turn(signal);
    assert.equal(clock.now, 0);
  });

  it('gives nobody a turn during a pause', async () => {
    const { clock, pace } = start(2);
    await pace.turn(signal);
    pace.pause(30_000);
    await pace.turn(signal);
    assert.equal(clock.now, 30_000);
  });

  it('halves the rate when the site says it is too fast, also without a limit', async () => {
    const { clock, pace, events } = start(0);
    pace.slowDown();
    pace.slowDown();
    await pace.turn(signal);
    await pace.turn(signal);
    assert.equal(clock.now, 1000);
    assert.deepEqual(events, [
      { type: 'slowed_down', requestsPerSecond: 2 },
      { type: 'slowed_down', requestsPerSecond: 1 },
    ]);
  });
});

const STATUS = { kind: 'status', status: undefined, retryAfter: undefined } as const;
