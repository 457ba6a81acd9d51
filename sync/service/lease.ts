import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { LeaseRow, LeaseTable } from '../../db/mirror/lease.ts';
import { SyncError } from '../run/sync-error.ts';

/** Timeout of a lease after its last renewal, in milliseconds. */
export const EXPIRES_AFTER_MS = 60_000;
const RENEW_EVERY_MS = 10_000;

type Collaborators = {
  readonly table: LeaseTable;
  readonly self: SessionIdentity;
  readonly now?: () => number;
  // True if a process with this pid runs on this machine.
  readonly hasProcess?: (pid: number) => boolean;
};

// Owners of the leases of this process: a full disk may prevent a release in the table.
const heldHere = new Set<string>();

/** Creates the lease on the mirror: the exclusive right to write it, renewed every ten seconds during a run. */
export function createLease({ table, self, now = Date.now, hasProcess = isAlive }: Collaborators) {
  const owner = `${self.machine}/${self.pid}/${self.random}-${self.session}`;
  let renewedAt = 0;

  function isFree(held: LeaseRow | undefined): boolean {
    if (!held || held.owner === owner) return true;
    // A renewal in the future was written before the clock was set back.
    if (Math.abs(now() - held.renewedAt) > EXPIRES_AFTER_MS) return true;
    const holder = parseOwner(held.owner);
    if (holder?.machine !== self.machine) return false;
    // A crashed holder leaves its pid behind, and after a container restart this process may have the same pid.
    if (holder.pid !== self.pid) return !hasProcess(holder.pid);
    return holder.random !== self.random || !heldHere.has(held.owner);
  }

  // Renews the lease; throws `lease_lost` if another run has acquired it.
  function assertHeld(): void {
    const at = now();
    if (!table.renew({ owner, renewedAt: at })) {
      throw new SyncError('lease_lost', 'Another run acquired the lease while this run was suspended');
    }
    renewedAt = at;
  }

  // A failed renewal surfaces at the next `assertHeld`; thrown in a timer it would end the process. After a failed release, this
  // process may still acquire the lease, and it expires. The failure must not hide the error of the run.
  function quietly(act: () => unknown): void {
    try {
      act();
    } catch {}
  }

  // Acquires the lease and renews it until disposal; throws `lease_held` if another run has it.
  function acquire() {
    renewedAt = now();
    const held = table.take({ owner, renewedAt }, isFree);
    if (held) {
      const pid = parseOwner(held.owner)?.pid ?? '?';
      const seconds = Math.max(0, Math.round((now() - held.renewedAt) / 1000));
      throw new SyncError('lease_held', `Another run is active (process ${pid}, last renewal ${seconds} s ago)`);
    }
    heldHere.add(owner);
    const timer = setInterval(() => quietly(() => table.renew({ owner, renewedAt: now() })), RENEW_EVERY_MS);
    timer.unref();
    return {
      ...share(),
      [Symbol.dispose]: () => {
        clearInterval(timer);
        heldHere.delete(owner);
        quietly(() => table.release(owner));
      },
    };
  }

  // Returns the lease of this session, which may use another connection.
  function share() {
    return {
      assertHeld,
      // Renews the lease if due, for work that blocks the timers of the event loop.
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

// Distinguishes this process from an earlier process with the same pid.
const RANDOM = randomText();

/**
 * Creates the identity of a session. Containers may share host name and pid; on Linux, boot id and pid namespace distinguish
 * them.
 */
export function newSession() {
  const machine = [
    hostname(),
    tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    tryRead(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return { machine: machine.join('/'), pid: process.pid, random: RANDOM, session: randomText() };
}
/**
 * Identity of a session. Processes that see each other's pid share `machine`, sessions of a process share `random`; `session` is
 * unique.
 */
export type SessionIdentity = Readonly<ReturnType<typeof newSession>>;

/**
 * Probes a pid of this machine with signal 0. EPERM means that the process belongs to another user. A zombie (Linux) responds
 * too, but is not alive.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] [^)]*$/.test(tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function randomText(): string {
  return randomBytes(6).toString('hex');
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
