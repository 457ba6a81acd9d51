import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createGenerations } from '../../db/index/generations.ts';
import { startFaultProxy, type FaultProxy } from '../helpers/fault-proxy.ts';
import { freePort } from '../helpers/local-server.ts';
import { register } from '../helpers/oauth.ts';
import { API } from '../helpers/running-server.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { compiledOnce } from './temporary-dir.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { supervised } from './supervised.ts';

/** Kilobytes of the disk of DATA_DIR. */
const DISK = 65_536;
const PAGES = 30;
const READ_EVERY_MS = 50;
const LOOK_EVERY_MS = 100;
/** Looks after which a drill has failed: ten minutes. */
const MOST_LOOKS = 6000;

/** The production set-up: server and scheduled sync under a supervisor, over one disk, beside a WordPress. */
type Installation = {
  readonly disk: SmallDisk;
  readonly dir: string;
  readonly url: string;
  readonly proxy: FaultProxy;
  readonly server: ReturnType<typeof supervised>;
  readonly sync: ReturnType<typeof supervised>;
  readonly live: () => Promise<string>;
};

type Drill = {
  readonly fault: string;
  readonly inflict: (one: Installation) => unknown;
  /** Printed by sync or server once the fault has taken effect. */
  readonly effect: RegExp;
  /** Responses that readers got during the drill. */
  readonly readers: 'every answer' | 'no answer during the restart';
  readonly mend?: (one: Installation) => unknown;
  /** Work of the operator; of whoever runs WordPress in brackets. */
  readonly person: string;
};

const restartServer = ({ server }: Installation) => server.kill('SIGTERM');

const DRILLS: readonly Drill[] = [
  {
    fault: 'WordPress is down',
    inflict: ({ proxy }) => proxy.refuse(),
    effect: /"msg":"sync\.failed"/,
    readers: 'every answer',
    mend: ({ proxy }) => proxy.accept(),
    person: 'nothing',
  },
  {
    fault: 'WordPress answers 500',
    inflict: ({ proxy }) => proxy.setFaults({ kind: 'status', status: 500 }),
    effect: /"msg":"sync\.failed"/,
    readers: 'every answer',
    mend: ({ proxy }) => proxy.setFaults(undefined),
    person: 'nothing',
  },
  {
    fault: 'A firewall blocks sync',
    inflict: ({ proxy }) => proxy.setFaults({ kind: 'html', title: 'Just a moment...', status: 403 }),
    effect: /"msg":"sync\.failed"/,
    readers: 'every answer',
    mend: ({ proxy }) => proxy.setFaults(undefined),
    person: 'allows sync in the firewall',
  },
  {
    fault: 'Sync is killed',
    inflict: ({ sync }) => sync.kill('SIGKILL'),
    effect: /"msg":"sync\.started"/,
    readers: 'every answer',
    person: 'nothing',
  },
  {
    fault: 'The server is killed',
    inflict: ({ server }) => server.kill('SIGKILL'),
    effect: /"msg":"server\.listening"/,
    readers: 'no answer during the restart',
    person: 'nothing',
  },
  {
    fault: 'The disk is full',
    inflict: ({ disk }) => disk.fill(),
    effect: /"code":"no_room"/,
    readers: 'every answer',
    mend: ({ disk }) => disk.makeRoom(),
    person: 'makes room',
  },
  {
    fault: 'The served index is damaged, then the server restarts',
    inflict: async (one) => {
      const file = await one.live();
      truncateSync(file, statSync(file).size - 1);
      restartServer(one);
    },
    effect: /"msg":"server\.index\.refused"/,
    readers: 'no answer during the restart',
    person: 'nothing',
  },
  {
    fault: '`current.json` is lost, then the server restarts',
    inflict: (one) => {
      rmSync(join(one.dir, 'index/current.json'));
      restartServer(one);
    },
    effect: /"msg":"server\.listening"/,
    readers: 'no answer during the restart',
    person: 'nothing',
  },
  {
    fault: '`mirror.db` is damaged',
    inflict: ({ dir }) => writeFileSync(join(dir, 'mirror.db'), Buffer.alloc(16_384, 'no database ')),
    effect: /mirror\.db/,
    readers: 'every answer',
    person: 'nothing',
  },
  {
    fault: '`state.db` is damaged, then the server restarts',
    inflict: (one) => {
      writeFileSync(join(one.dir, 'state.db'), Buffer.alloc(16_384, 'no database '));
      restartServer(one);
    },
    effect: /"msg":"server\.state\.damaged"/,
    readers: 'no answer during the restart',
    person: 'nothing; clients register again',
  },
];

describe('fault drills', () => {
  const stack = new AsyncDisposableStack();
  let wordpress: Awaited<ReturnType<typeof startTinyWordPress>>;
  let one: Installation;
  let edits = 0;
  let readers = 0;
  const rows: string[] = [];

  before(async () => {
    const compiled = stack.use(await compiledOnce());
    wordpress = stack.use(await startTinyWordPress({ pages: tinyPages(PAGES) }));
    const proxy = stack.use(await startFaultProxy(wordpress.url, undefined, { local: wordpress }));
    const disk = stack.use(await mountSmallDisk(DISK));
    const dir = join(disk.dir, 'data');
    const PORT = await freePort();
    const env = { ...compiled.env, DATA_DIR: dir, SITE_URL: proxy.url, PORT, TRUST_PROXY: '127.0.0.1' };
    const generations = createGenerations(dir);
    const server = stack.use(supervised('content-service.service', env));
    const sync = stack.use(
      supervised('content-sync.service', { ...env, SYNC_SCHEDULE: '* * * * * *', SYNC_REQUESTS_PER_SECOND: '0' }),
    );
    const live = async () => generations.pathOf((await generations.current()) ?? assert.fail('no live index'));
    one = { disk, dir, url: `http://127.0.0.1:${PORT}`, proxy, server, sync, live };
    await untilWell();
  });
  after(() => stack.disposeAsync());

  /** The page under test, read as a caller without a token. */
  async function read(): Promise<Response> {
    readers += 1;
    const from = `198.18.${(readers >> 8) & 255}.${readers & 255}`;
    return await fetch(`${one.url}${API}/read_page?url=/pagina-11`, { headers: { 'X-Forwarded-For': from } });
  }

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let looks = 0; !(await holds()); looks++) {
      assert.ok(looks < MOST_LOOKS, `${one.sync.output().slice(-3000)}\n${one.server.output().slice(-3000)}`);
      await wait(LOOK_EVERY_MS);
    }
  }

  /** Edits a page, and waits until it is served and a client can register. */
  async function untilWell(): Promise<void> {
    edits += 1;
    const word = `edicion-${edits}`;
    const [page] = wordpress.site.pages;
    assert.ok(page);
    const modified_gmt = new Date().toISOString().slice(0, 19);
    wordpress.site.pages[0] = { ...page, modified_gmt, content: `<p>Texto de la ${word}.</p>` };
    await until(async () => {
      const answer = await read().catch(() => undefined);
      return answer?.status === 200 && (await answer.text()).includes(word);
    });
    await until(async () => (await register(one).catch(() => undefined))?.status === 201);
  }

  /** Reads all the time. Every response must be a page; `gone` counts refused and interrupted connections. */
  function keepReading() {
    const stop = new AbortController();
    const tally = { read: 0, gone: 0, faults: new Set<number>() };
    const done = (async () => {
      while (!stop.signal.aborted) {
        const answer = await read().catch(() => undefined);
        if (!answer) tally.gone += 1;
        else if (answer.status === 200) tally.read += 1;
        else tally.faults.add(answer.status);
        await answer?.arrayBuffer().catch(() => undefined);
        await wait(READ_EVERY_MS);
      }
    })();
    return async () => {
      stop.abort();
      await done;
      return tally;
    };
  }

  for (const { fault, inflict, effect, readers: expected, mend, person } of DRILLS) {
    it(fault, async () => {
      const start = { sync: one.sync.output().length, server: one.server.output().length };
      const since = () => one.sync.output().slice(start.sync) + one.server.output().slice(start.server);
      const end = keepReading();
      let from = Date.now();
      await inflict(one);
      await until(() => effect.test(since()));
      if (mend) {
        await mend(one);
        from = Date.now();
      }
      await untilWell();
      const seconds = Math.ceil((Date.now() - from) / 1000);
      const { read: answered, gone, faults } = await end();
      assert.deepEqual([...faults], [], since().slice(-3000));
      assert.ok(answered > 0);
      assert.equal(gone > 0, expected !== 'every answer');
      rows.push(`| ${fault} | ${expected} | ${seconds} s | ${person} |`);
    });
  }

  it('are the table of the README', () => {
    const table = ['| Fault | Readers got | Well again | A person |', '| --- | --- | --- | --- |', ...rows].join('\n');
    process.stderr.write(`${table}\n`);
    const cells = (row: string) => row.split('|').map((cell) => cell.trim());
    const facts = (row: string) => cells(row).filter((_, at) => at !== 3);
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8').split('\n');
    for (const row of rows) {
      const found = readme.find((line) => line.startsWith('|') && cells(line)[1] === cells(row)[1]);
      assert.deepEqual(facts(found ?? ''), facts(row));
    }
  });
});
