import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State, States } from '../db/state/state.ts';
import type { Log } from '../shared/log.ts';
import { onDamage, type Sources } from './site.ts';
import type { Member } from './sites/registry.ts';

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

// Interval between turns in milliseconds, and turns after which all sites were tidied.
const EVERY_MS = 60_000;
const TURNS = 60;

type TidyOptions = {
  readonly members: () => Iterable<Member>;
  readonly states: States;
  readonly log: Log;
  readonly sources: Pick<Sources, 'now' | 'monotonicNow'>;
  // Interval between turns, in milliseconds.
  readonly everyMs?: number;
};

/**
 * Removes expired rows from states and ledgers of all sites until disposed of, also of closed sites. Each site has a
 * turn every hour.
 */
export function keepStatesTidy({ members, states, log, sources, everyMs = EVERY_MS }: TidyOptions): AsyncDisposable {
  const { now, monotonicNow } = sources;
  let due: Member[] = [];
  let share = 0;
  let left = 0;

  // Returns false when the share of this turn is done.
  async function tidyNext(): Promise<boolean> {
    if (due.length === 0) {
      due = [...members()];
      share = Math.ceil(due.length / TURNS);
      left = 0;
    }
    if (left === 0) left = share;
    const member = due.pop();
    if (!member) return false;
    await tryTidy(member);
    left -= 1;
    return left > 0 && due.length > 0;
  }

  // An error is logged and does not stop the rest.
  async function tryTidy({ name, config }: Member): Promise<void> {
    const ownLog = log.child({ site: name });
    try {
      if (existsSync(config.dataDir)) await tidy(config, ownLog);
    } catch (error) {
      ownLog.error({ err: error }, 'server.state.purge.failed');
    }
  }

  async function tidy(config: Member['config'], ownLog: Log): Promise<void> {
    await using state = states.of({ ...config.state, onDamage: onDamage(ownLog) });
    while (await state.purge()) await nextTurn();
    await tidyLedger(state, config.ledgerDays);
  }

  async function tidyLedger({ ledger }: State, keepDays: number): Promise<void> {
    const day = now().getTime() - (keepDays - 1) * 86_400_000;
    await ledger.removeBefore(keepDays === 0 ? '9999-12-31' : new Date(day).toISOString().slice(0, 10));
  }

  return keepStatePurged({ purge: tidyNext }, { log, everyMs, now, monotonicNow });
}
