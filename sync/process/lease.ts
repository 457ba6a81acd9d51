import type { LeaseRow, LeaseTable } from '../../db/mirror/lease.ts';
import { SyncError } from '../run/sync-error.ts';

/** A holder that has not been heard of for this long is taken for dead. */
export const EXPIRES_AFTER_MS = 60_000;
const BEAT_EVERY_MS = 10_000;

/** Who a process is: `machine` is the same only for processes that see each other's pid. */
export type ProcessIdentity = { readonly machine: string; readonly pid: number; readonly random: string };

type Collaborators = {
  readonly table: LeaseTable;
  readonly self: ProcessIdentity;
  readonly now: () => number;
  /** Whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean;
};

/** The right to write the mirror: one run at a time, whatever started it. */
export function createLease({ table, self, now, isAlive }: Collaborators) {
  const owner = `${self.machine}/${self.pid}/${self.random}`;
  let beatenAt = 0;

  function isFree(held: LeaseRow | undefined): boolean {
    if (!held || held.owner === owner) return true;
    // A beat of the future was written before the clock was set back.
    if (Math.abs(now() - held.beatenAt) > EXPIRES_AFTER_MS) return true;
    const holder = parseOwner(held.owner);
    if (holder?.machine !== self.machine) return false;
    // A crashed holder leaves its pid behind, and after a restart of the container that may be our own.
    return holder.pid === self.pid || !isAlive(holder.pid);
  }

  /** Says that the holder lives; throws when another run took over meanwhile. */
  function assertHeld(): void {
    const at = now();
    if (!table.beat({ owner, beatenAt: at })) {
      throw new SyncError('lease_lost', 'Another run took over while this one stood still');
    }
    beatenAt = at;
  }

  /** A beat that fails shows at the next `assertHeld`; in a timer it would end the process. */
  function beatQuietly(): void {
    try {
      table.beat({ owner, beatenAt: now() });
    } catch {}
  }

  /** A lease that cannot be given back expires by itself, and must not hide why the run ended. */
  function releaseQuietly(): void {
    try {
      table.release(owner);
    } catch {}
  }

  /** Takes the lease, and keeps it until disposed; throws when another run holds it. */
  function acquire() {
    beatenAt = now();
    const held = table.take({ owner, beatenAt }, isFree);
    if (held) {
      const pid = parseOwner(held.owner)?.pid ?? '?';
      const seconds = Math.max(0, Math.round((now() - held.beatenAt) / 1000));
      throw new SyncError('lease_held', `Another run is at work (process ${pid}, heard of ${seconds} s ago)`);
    }
    const timer = setInterval(beatQuietly, BEAT_EVERY_MS);
    timer.unref();
    return {
      assertHeld,
      /** For work that lets no timer run: beats when it is time to. */
      keepAlive: () => {
        // A clock that was set back must not silence it.
        if (Math.abs(now() - beatenAt) >= BEAT_EVERY_MS) assertHeld();
      },
      [Symbol.dispose]: () => {
        clearInterval(timer);
        releaseQuietly();
      },
    };
  }

  return { acquire };
}

function parseOwner(owner: string): { machine: string; pid: number } | undefined {
  const match = /^(.*)\/(\d+)\/[^/]*$/s.exec(owner);
  return match ? { machine: match[1] ?? '', pid: Number(match[2]) } : undefined;
}
