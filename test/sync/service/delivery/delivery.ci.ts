import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDelivery } from '../../../../sync/service/delivery/delivery.ts';
import { readDeliveryNote } from '../../../../sync/service/report/notes.ts';
import { createSlots } from '../../../../sync/run/slots.ts';
import type { RunEvent } from '../../../../sync/run/events.ts';
import { temporaryDataDir } from '../../../helpers/sample-index.ts';

/** True where /dev/shm is another disk, in which root may leave files to anybody. */
const OTHER_DISK =
  process.getuid?.() === 0 && statSync('/dev/shm', { throwIfNoEntry: false })?.dev !== statSync(tmpdir()).dev;

const PAUSES = { look: 5, shortest: 10, longest: 40 };

/** A data directory whose publications a command delivers. */
async function delivering(command: string, options: Partial<Parameters<typeof createDelivery>[0]> = {}) {
  const data = await temporaryDataDir();
  const events: RunEvent[] = [];
  const ended = new AbortController();
  const delivery = createDelivery({
    command,
    timeoutMs: 10_000,
    dataDir: data.dir,
    generations: data.generations,
    environment: { PATH: process.env['PATH'], OUT: data.dir, INDEX_PRIVATE_KEY: 'secret' },
    now: () => new Date(),
    report: (event) => void events.push(event),
    signal: ended.signal,
    pauses: PAUSES,
    ...options,
  });
  return {
    data,
    events,
    delivery,
    end: () => ended.abort(),
    lines: async (name: string) =>
      (await readFile(join(data.dir, name), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean),
    [Symbol.asyncDispose]: async () => {
      await delivery[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(5);
}

describe('createDelivery', () => {
  it(
    'leaves the folder to the user of the service when root delivers',
    { skip: process.getuid?.() !== 0 },
    async () => {
      await using one = await delivering('true');
      await chown(one.data.dir, 10_001, 10_002);
      await one.data.publish();
      assert.equal(await one.delivery.deliverNow(), true);
      for (const path of ['outbox', 'outbox/current.json']) {
        const { uid, gid } = await stat(join(one.data.dir, path));
        assert.deepEqual([uid, gid], [10_001, 10_002], path);
      }
    },
  );

  it('leaves it what is copied too, where the folder is on another disk', { skip: !OTHER_DISK }, async () => {
    await using one = await delivering('true');
    const elsewhere = await mkdtemp('/dev/shm/content-service-');
    await using _ = { [Symbol.asyncDispose]: async () => await rm(elsewhere, { recursive: true }) };
    await chown(elsewhere, 10_001, 10_002);
    await symlink(elsewhere, join(one.data.dir, 'outbox'));
    await one.data.publish();
    assert.equal(await one.delivery.deliverNow(), true);
    const { uid, gid, nlink } = await stat(join(elsewhere, 'index-1.db'));
    assert.deepEqual([uid, gid, nlink], [10_001, 10_002, 1]);
  });

  it('runs the command in a folder of what to upload, once for a publication, and keeps secrets to itself', async () => {
    const command =
      'echo "$INDEX_GENERATION|$INDEX_FILES|$INDEX_PRIVATE_KEY|$PWD" >> "$OUT/log"; test "$PWD" = "$INDEX_DIR"';
    await using one = await delivering(command);
    const { data, delivery, events } = one;
    const first = await data.publish();
    assert.equal(await delivery.deliverNow(), true);
    assert.equal(await delivery.deliverNow(), true);
    const outbox = join(data.dir, 'outbox');
    assert.deepEqual(await one.lines('log'), [`1|index-1.db current.json||${outbox}`]);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['delivered'],
    );
    assert.deepEqual((await readdir(outbox)).toSorted(), ['current.json', 'index-1.db']);
    assert.deepEqual(JSON.parse(await readFile(join(outbox, 'current.json'), 'utf8')), first);

    const { generation, file, sha256 } = first;
    const second = await data.publish();
    await data.generations.publish({ ...second, base: { generation, file, sha256 } });
    await delivery.deliverNow();
    assert.match((await one.lines('log')).at(-1) ?? '', /^2\|index-1\.db index-2\.db current\.json\|/);
    for (let n = 0; n < 4; n++) await data.publish();
    await delivery.deliverNow();
    assert.deepEqual((await readdir(outbox)).toSorted(), ['current.json', 'index-4.db', 'index-5.db', 'index-6.db']);
    await data.generations.rollback();
    await delivery.deliverNow();
    assert.match((await one.lines('log')).at(-1) ?? '', /^5\|index-5\.db current\.json\|/);
  });

  it('tells a failure with what the command said, tries three times, and again the next time', async () => {
    await using one = await delivering('echo "no such bucket" >&2; test -e "$OUT/bucket"');
    const { data, delivery, events } = one;
    await data.publish();
    assert.equal(await delivery.deliverNow(), false);
    assert.deepEqual(
      events.map((event) => (event.type === 'undelivered' ? [event.failures, event.why] : [])),
      [1, 2, 3].map((failures) => [failures, 'it ended with 1: no such bucket']),
    );
    assert.equal(readDeliveryNote(data.dir).failures, 3);
  });

  it('ends a command that takes too long, with what it started', async () => {
    await using one = await delivering('sleep 60 & echo $! > "$OUT/pid"; wait', { timeoutMs: 300 });
    const { data, delivery, events } = one;
    await data.publish();
    let pid: string | undefined;
    // On a busy machine, the time can be over before the shell has begun.
    while (pid === undefined) {
      assert.equal(await delivery.deliverNow(), false);
      [pid] = await one.lines('pid');
    }
    const [first] = events;
    assert.equal(first?.type === 'undelivered' && first.why, 'it took longer than 0.3 s');
    await until(() => {
      try {
        process.kill(Number(pid), 0);
        return false;
      } catch {
        return true;
      }
    });
  });

  it('delivers what several sites publish in turn, where they share one', async () => {
    await using shared = await temporaryDataDir();
    const command = `mkdir "${shared.dir}/busy" || exit 1; sleep 0.1; rmdir "${shared.dir}/busy"`;
    const slots = createSlots({ most: 1, mostPatient: 1, mostHeavy: 1 });
    const takeSlot = (signal: AbortSignal) => slots.take('patient', signal);
    await using one = await delivering(command, { takeSlot });
    await using other = await delivering(command, { takeSlot });
    for (const { data } of [one, other]) await data.publish();
    assert.deepEqual(await Promise.all([one, other].map(({ delivery }) => delivery.deliverNow())), [true, true]);
    assert.deepEqual(
      [...one.events, ...other.events].map(({ type }) => type),
      ['delivered', 'delivered'],
    );
  });

  it('keeps delivering the newest, one at a time, and repeats what failed until it succeeds', async () => {
    const command = [
      'mkdir "$OUT/busy" || { echo overlap >> "$OUT/log"; exit 1; }',
      'sleep 0.1; rmdir "$OUT/busy"; test -e "$OUT/open" || exit 7',
      'echo "$INDEX_GENERATION" >> "$OUT/log"',
    ].join('\n');
    await using one = await delivering(command);
    const { data, delivery, events } = one;
    delivery.start();
    await data.publish();
    await until(() => events.filter(({ type }) => type === 'undelivered').length >= 2);
    for (let n = 0; n < 3; n++) await data.publish();
    await data.publish();
    await writeFile(join(data.dir, 'open'), '');
    await until(async () => (await one.lines('log')).at(-1) === '5');
    assert.ok(!(await one.lines('log')).includes('overlap'));
    assert.equal(readDeliveryNote(data.dir).failures, 0);
    await delivery[Symbol.asyncDispose]();
  });

  it('goes on where its own files are damaged', async () => {
    await using one = await delivering('echo "$INDEX_GENERATION" >> "$OUT/log"');
    const { data, delivery, events } = one;
    await writeFile(join(data.dir, 'delivery.db'), 'no database '.repeat(1000));
    delivery.start();
    await data.publish();
    await until(() => events.length > 1);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['undelivered', 'delivered'],
    );
    assert.deepEqual(await one.lines('log'), ['1']);
    await delivery[Symbol.asyncDispose]();
  });

  it('ends its command when sync is told to stop', async () => {
    await using one = await delivering('echo began > "$OUT/log"; exec sleep 10000');
    await one.data.publish();
    one.delivery.start();
    await until(async () => (await one.lines('log')).length > 0);
    one.end();
    await one.delivery[Symbol.asyncDispose]();
    assert.deepEqual(one.events, []);
  });
});
