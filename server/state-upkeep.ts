import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State } from '../db/state/state.ts';
import type { Log } from '../shared/log.ts';

type Options = {
  readonly log: Log;
  // Interval between purges, in milliseconds.
  readonly everyMs: number;
  readonly now: () => Date;
  // Monotonic clock in milliseconds.
  readonly monotonicNow: () => number;
};

/**
 * Purges expired rows of the state at intervals until disposed of. Each turn of the event loop deletes a few rows, so
 * that requests are not delayed. Nothing is purged while the clock may be wrong.
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

// Milliseconds. After a boot or a resume, a machine may take this long to set its clock.
const TRUSTED_AFTER_MS = 10 * 60_000;
// Larger than the usual corrections of a running clock, in milliseconds.
const JUMP_MS = 60_000;

// Trusts the clock after it has agreed with the monotonic clock for a while.
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
