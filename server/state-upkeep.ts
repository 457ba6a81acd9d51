import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State } from '../db/state/state.ts';
import type { Log } from '../shared/log.ts';

type Options = {
  readonly log: Log;
  /** Interval between purges, in milliseconds. */
  readonly everyMs: number;
  readonly now: () => Date;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicNow: () => number;
};

/**
 * Purges the state from time to time until disposed of: a few rows in one turn, so that answers come in between. While the
 * clock is in doubt nothing is purged: what a wrong clock takes for outlived is there again when the clock is right.
 */
export function keepStatePurged(state: Pick<State, 'purge'>, { log, everyMs, now, monotonicNow }: Options) {
  let running = Promise.resolve();
  const stopped = new AbortController();
  const clock = watchClock({ log, now, monotonicNow });

  async function purge(): Promise<void> {
    if (!clock.isTrusted()) return;
    try {
      while (!stopped.signal.aborted && (await state.purge())) await nextTurn();
    } catch (error) {
      log.error({ err: error }, 'server.state.purge.failed');
    }
  }

  const timer = setInterval(() => {
    running = running.then(purge);
  }, everyMs);

  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** A machine that starts, or wakes, may take this long to learn the time. */
const TRUSTED_AFTER_MS = 10 * 60_000;
/** More than a clock is corrected by while it runs. */
const JUMP_MS = 60_000;

/** Trusts the clock once it has kept pace with the one that never goes back for a while. */
function watchClock({ log, now, monotonicNow }: Pick<Options, 'log' | 'now' | 'monotonicNow'>) {
  const ahead = () => now().getTime() - monotonicNow();
  let before = ahead();
  let steadySince = monotonicNow();
  return {
    isTrusted(): boolean {
      const jump = ahead() - before;
      if (Math.abs(jump) > JUMP_MS) {
        steadySince = monotonicNow();
        log.warn({ seconds: Math.round(jump / 1000) }, 'server.clock.jumped');
      }
      before += jump;
      return monotonicNow() - steadySince >= TRUSTED_AFTER_MS;
    },
  };
}
