import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State } from '../db/state.ts';
import type { Log } from '../shared/log.ts';

type Options = {
  readonly log: Log;
  /** How often what is past its lifetime is removed, in milliseconds. */
  readonly everyMs: number;
};

/** Purges the state from time to time until disposed of: a few rows in one turn, so that answers come in between. */
export function keepStatePurged(state: Pick<State, 'purge'>, { log, everyMs }: Options) {
  let running = Promise.resolve();
  const stopped = new AbortController();

  async function purge(): Promise<void> {
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
