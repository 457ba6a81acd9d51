import type { LeaseRow, LeaseTable } from '../../db/mirror/lease.ts';
import { SyncError } from '../run/sync-error.ts';

/** Milliseconds without a renewal after which a lease has expired. */
export const EXPIRES_AFTER_MS = 60_000;
const RENEW_EVERY_MS = 10_000;

/**
 * Identity of one session of a process: `machine` is the same only for processes that see each other's pid, `random` for those of one
 * process, `session` for nothing else.
 */
export type SessionIdentity = {
  readonly machine: string;
  readonly pid: number;
  readonly random: string;
  readonly session: string;
};

type Collaborators = {
  readonly table: LeaseTable;
  readonly self: SessionIdentity;
  readonly now: () => number;
  /** True for the pid of a process that runs on this machine. */
  readonly isAlive: (pid: number) => boolean;
};

/** Owners of the leases that sessions of this process have at present: a full disk may keep one from being released in its table. */
const heldHere = new Set<string>();

/** The lease on the mirror: the exclusive right to write it, renewed every ten seconds while a run works. */
export function createLease({ table, self, now, isAlive }: Collaborators) {
  const owner = `${self.machine}/${self.pid}/${self.random}-${self.session}`;
  let renewedAt = 0;

  function isFree(held: LeaseRow | undefined): boolean {
    if (!held || held.owner === owner) return true;
    // A renewal in the future was written before the clock was set back.
    if (Math.abs(now() - held.renewedAt) > EXPIRES_AFTER_MS) return true;
    const holder = parseOwner(held.owner);
    if (holder?.machine !== self.machine) return false;
    // A crashed holder leaves its pid behind, and after a restart of the container that may be our own.
    if (holder.pid !== self.pid) return !isAlive(holder.pid);
    return holder.random !== self.random || !heldHere.has(held.owner);
  }

  /** Renews the lease; throws `lease_lost` when another run took over meanwhile. */
  function assertHeld(): void {
    const at = now();
    if (!table.renew({ owner, renewedAt: at })) {
      throw new SyncError('lease_lost', 'Another run took over while this one stood still');
    }
    renewedAt = at;
  }

  /** A renewal that fails shows at the next `assertHeld`; thrown in a timer it would end the process. */
  function renewQuietly(): void {
    try {
      table.renew({ owner, renewedAt: now() });
    } catch {}
  }

  /** A lease that cannot be released is free for this process, or expires by itself, and must not hide why the run ended. */
  function releaseQuietly(): void {
    try {
      table.release(owner);
    } catch {}
  }

  /** Takes the lease and renews it until disposed; throws `lease_held` when another run has it. */
  function acquire() {
    renewedAt = now();
    const held = table.take({ owner, renewedAt }, isFree);
    if (held) {
      const pid = parseOwner(held.owner)?.pid ?? '?';
      const seconds = Math.max(0, Math.round((now() - held.renewedAt) / 1000));
      throw new SyncError('lease_held', `Another run is at work (process ${pid}, heard of ${seconds} s ago)`);
    }
    heldHere.add(owner);
    const timer = setInterval(renewQuietly, RENEW_EVERY_MS);
    timer.unref();
    return {
      ...share(),
      [Symbol.dispose]: () => {
        clearInterval(timer);
        heldHere.delete(owner);
        releaseQuietly();
      },
    };
  }

  /** The lease that this session has taken, perhaps by another connection. */
  function share() {
    return {
      assertHeld,
      /** Renews when it is due: for work that keeps the event loop from running timers. */
      keepAlive: () => {
        // After the clock was set back, the difference is negative.
        if (Math.abs(now() - renewedAt) >= RENEW_EVERY_MS) assertHeld();
      },
    };
  }

  return { acquire, share };
}

function parseOwner(owner: string): Pick<SessionIdentity, 'machine' | 'pid' | 'random'> | undefined {
  const [, machine = '', pid, random = ''] = /^(.*)\/(\d+)\/([^/-]*)[^/]*$/s.exec(owner) ?? [];
  return pid === undefined ? undefined : { machine, pid: Number(pid), random };
}
