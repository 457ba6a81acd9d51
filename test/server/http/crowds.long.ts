import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '../../helpers/program.ts';
import { runServer } from '../../helpers/running-server.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';
import { startBystander } from './bystander.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';

const LIVE = 'GET /livez HTTP/1.1\r\nHost: casa.example\r\n\r\n';
/** The head of a request whose body never comes. */
const UNFINISHED =
  'POST /oauth/token HTTP/1.1\r\nHost: casa.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n';

/** Opens connections, some at a time so that others get a turn, and sends the same over each. */
async function crowd(url: string, count: number, bytes: string) {
  const connections: RawConnection[] = [];
  while (connections.length < count) {
    const more = await Promise.all(Array.from({ length: 50 }, () => connectRaw(url)));
    connections.push(...more);
    for (const connection of more) connection.send(bytes);
  }
  const alive = (from = 0, to = count) => connections.slice(from, to).filter(({ socket }) => !socket.destroyed).length;
  return {
    connections,
    /** Number of these that the server has not closed. */
    alive,
    [Symbol.dispose](): void {
      for (const connection of connections) connection[Symbol.dispose]();
    },
  };
}

describe('the server', () => {
  it('keeps 3,000 idle connections, serves others meanwhile, and those again', { timeout: 120_000 }, async (t) => {
    await using data = await temporaryDataDir();
    await data.publish();
    await using server = runProgram('server/main.ts', { DATA_DIR: data.dir, PORT: '0', TRUST_PROXY: '127.0.0.1' });
    const [, url = ''] = await server.printed(/"url":"([^"]+)"/);
    using bystander = startBystander(url);
    using idle = await crowd(url, 3000, LIVE);
    const { connections } = idle;
    await Promise.all(connections.map((connection) => connection.answered(1)));
    t.diagnostic(await bystander.stop());
    assert.equal(idle.alive(), 3000);
    for (const connection of connections) connection.send(LIVE);
    const answers = await Promise.all(connections.map((connection) => connection.answered(2)));
    assert.ok(answers.every((two) => two.length === 2 && two.every(({ status }) => status === 200)));
    assert.ok(!server.output().includes('http.connections.crowded'));
  });

  it('takes no more connections than leave it files to open', { skip: process.platform === 'win32' }, async (t) => {
    await using data = await temporaryDataDir();
    await data.publish();
    const started = ['ulimit -n 256 && exec "$0" server/main.ts', process.execPath];
    const child = spawn('sh', ['-c', ...started], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: data.dir, PORT: '0', TRUST_PROXY: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    async function logged(event: string): Promise<Record<string, unknown>> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`The server ended without ${event}`);
        const line = JSON.parse(value) as Record<string, unknown>;
        if (line['msg'] === event) return line;
      }
    }
    try {
      const url = String((await logged('server.listening'))['url']);
      using bystander = startBystander(url);
      using flood = await crowd(url, 600, LIVE);
      while (flood.alive() > 192) await wait(10);
      await logged('http.connections.crowded');
      await data.publish();
      await logged('server.index.opened');
      t.diagnostic(await bystander.stop());
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });

  for (const [what, bytes] of Object.entries({ silent: '', 'once served': LIVE, 'half asked': UNFINISHED })) {
    it(`closes those unused for longest when there are more than it takes: ${what}`, async (t) => {
      const warnings: string[] = [];
      await using server = await runServer({
        limits: { maxConnections: 400 },
        logTo: { write: (line) => void (line.includes('http.connections.crowded') && warnings.push(line)) },
      });
      using bystander = startBystander(server.url);
      using flood = await crowd(server.url, 1000, bytes);
      while (flood.alive() > 400) await wait(10);
      t.diagnostic(await bystander.stop());
      assert.equal(flood.alive(0, 500), 0);
      assert.ok(flood.alive(900) > 0, 'the newest are kept');
      assert.equal(warnings.length, 1);
    });
  }
});
