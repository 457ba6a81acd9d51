import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State } from '../db/state.ts';
import type { Log } from '../shared/log.ts';

/** How often what is past its lifetime is removed from the state, in milliseconds. */
const PURGE_EVERY_MS = 60_000;

/** Purges the state from time to time until disposed of: a few rows in one turn, so that answers come in between. */
export function keepStatePurged(state: Pick<State, 'purge'>, log: Log) {
  let running = Promise.resolve();
  const stopped = new AbortController();

  async function purge(): Promise<void> {
    try {
      while (!stopped.signal.aborted && state.purge()) await nextTurn();
    } catch (error) {
      log.error({ err: error }, 'server.state.purge.failed');
    }
  }

  const timer = setInterval(() => {
    running = running.then(purge);
  }, PURGE_EVERY_MS);

  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}
