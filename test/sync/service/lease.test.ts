import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLeaseTable } from '../../../db/mirror/lease.ts';
import { openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { createLease, type SessionIdentity } from '../../../sync/service/lease.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

const START = 1_800_000_000_000;

/** One mirror with processes that want its lease, and a clock that stands still. */
async function contest() {
  const data = await temporaryDataDir();
  const clock = { now: START };
  const alive = new Set<number>();
  const databases: ReturnType<typeof openMirrorDatabase>[] = [];
  return {
    clock,
    alive,
    lease(self: Partial<SessionIdentity> & { pid: number }) {
      const db = openMirrorDatabase(`${data.dir}/mirror.db`);
      databases.push(db);
      alive.add(self.pid);
      return createLease({
        table: createLeaseTable(db),
        self: { machine: 'host/boot/namespace', random: `r${self.pid}`, session: '1', ...self },
        now: () => clock.now,
        hasProcess: (pid) => alive.has(pid),
      });
    },
    /** Keeps the processes so far from writing, as a full disk does. */
    fillDisk(): void {
      for (const db of databases) db.pragma('query_only = on');
    },
    async [Symbol.asyncDispose]() {
      for (const db of databases) db.close();
      await data[Symbol.asyncDispose]();
    },
  };
}

describe('createLease', () => {
  it('lets one run in, and the next one when it is done', async () => {
    await using one = await contest();
    const first = one.lease({ pid: 1 });
    const second = one.lease({ pid: 2 });
    {
      using _held = first.acquire();
      one.clock.now += 3000;
      assert.throws(() => second.acquire(), { code: 'lease_held', message: /process 1, last renewal 3 s ago/ });
    }
    using held = second.acquire();
    held.assertHeld();
  });

  it('takes over at once from a process of this machine that is gone', async () => {
    await using one = await contest();
    one.lease({ pid: 1 }).acquire();
    const second = one.lease({ pid: 2 });
    assert.throws(() => second.acquire(), { code: 'lease_held' });
    one.alive.delete(1);
    using _held = second.acquire();
  });

  it('takes over at once from its own pid, which a restarted container gives again', async () => {
    await using one = await contest();
    one.lease({ pid: 1, random: 'before' }).acquire();
    using _held = one.lease({ pid: 1, random: 'after' }).acquire();
  });

  it('is free for another session of a process whose full disk kept it from being released', async () => {
    await using one = await contest();
    {
      using _held = one.lease({ pid: 1 }).acquire();
      one.fillDisk();
    }
    const other = one.lease({ pid: 2 });
    assert.throws(() => other.acquire(), { code: 'lease_held' });
    using _held = one.lease({ pid: 1, session: '2' }).acquire();
  });

  it('keeps two sessions of one process apart, such as those of a folder that has two names', async () => {
    await using one = await contest();
    const first = one.lease({ pid: 1 });
    const second = one.lease({ pid: 1, session: '2' });
    {
      using held = first.acquire();
      assert.throws(() => second.acquire(), { code: 'lease_held' });
      held.assertHeld();
    }
    using _held = second.acquire();
  });

  it('waits a minute for a process of another machine, whatever its pid', async () => {
    await using one = await contest();
    one.lease({ pid: 1, machine: 'elsewhere' }).acquire();
    one.alive.clear();
    const second = one.lease({ pid: 1 });
    one.clock.now += 60_000;
    assert.throws(() => second.acquire(), { code: 'lease_held' });
    one.clock.now += 1;
    using _held = second.acquire();
  });

  it('keeps the lease of a holder that beats', async () => {
    await using one = await contest();
    using held = one.lease({ pid: 1, machine: 'elsewhere' }).acquire();
    const second = one.lease({ pid: 2 });
    for (let minute = 0; minute < 3; minute++) {
      one.clock.now += 59_000;
      held.keepAlive();
    }
    assert.throws(() => second.acquire(), { code: 'lease_held' });
  });

  it('throws for a holder that stood still until another took over', async () => {
    await using one = await contest();
    const stopped = one.lease({ pid: 1, machine: 'elsewhere' }).acquire();
    one.clock.now += 61_000;
    using held = one.lease({ pid: 2 }).acquire();
    assert.throws(() => stopped.assertHeld(), { code: 'lease_lost' });
    assert.throws(() => stopped.keepAlive(), { code: 'lease_lost' });
    stopped[Symbol.dispose]();
    held.assertHeld();
  });

  it('does not believe in a beat of the future', async () => {
    await using one = await contest();
    one.lease({ pid: 1, machine: 'elsewhere' }).acquire();
    one.clock.now -= 3_600_000;
    using _held = one.lease({ pid: 2 }).acquire();
  });
});
