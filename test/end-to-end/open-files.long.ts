import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryDataDir } from '../helpers/sample-index.ts';

const SKIP = { skip: process.platform === 'win32' };

/** Runs a program where so many files may be open, until it ends or has printed this. */
async function run(file: string, openFiles: number, dataDir: string, until?: RegExp) {
  const child = spawn('sh', ['-c', `ulimit -n ${openFiles} && exec "$0" ${file}`, process.execPath], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', SYNC_REQUESTS_PER_SECOND: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (until?.test(printed) && !child.killed) child.kill('SIGTERM');
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed };
}

describe('a program that may open few files', () => {
  it('says how many, how many it needs and how to permit them, and ends with 4', SKIP, async () => {
    await using data = await temporaryDataDir();
    const programs = ['server/start', 'server/main', 'server/clients'];
    for (const program of [...programs, 'sync/main', 'sync/doctor', 'sync/status', 'sync/rollback']) {
      const { code, printed } = await run(`${program}.ts`, 24, data.dir);
      assert.equal(code, 4, `${program}: ${printed}`);
      assert.match(printed, /open files: got 24, wants at least 64: run "ulimit -n 1024".*LimitNOFILE=1024/, program);
    }
  });

  it('works with as few as it asks for', SKIP, async () => {
    await using data = await temporaryDataDir();
    const sync = await run('sync/main.ts', 64, data.dir);
    assert.equal(sync.code, 0, sync.printed);
    const server = await run('server/main.ts', 64, data.dir, /server\.listening/);
    assert.deepEqual([server.code, /"level":"(?:warn|error)"/.test(server.printed)], [0, false], server.printed);
  });
});
