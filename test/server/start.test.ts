import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../helpers/local-server.ts';
import { runProgram } from '../helpers/program.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { temporaryDir } from '../faults/temporary-dir.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('npm start', () => {
  it('prints calls that the live index answers', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const port = await freePort();
    await using program = runProgram('server/start.ts', { DATA_DIR: data.dir, PORT: port, LOG_LEVEL: 'warn' });
    const [lines] = await program.printed(/try:\n(?: {2}curl .*\n)+For people: /);
    const addresses = [...lines.matchAll(/curl '(.*)'/g)].map(([, address = '']) => address);
    assert.equal(addresses.length, 3);
    assert.match(addresses[0] ?? '', /search_pages\?query=Fontaner%C3%ADa&city=(?:madrid|gijon)&limit=2$/);
    for (const address of addresses) {
      assert.ok(address.startsWith(`http://localhost:${port}/`));
      assert.equal((await fetch(address)).status, 200, address);
    }
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);
  });

  it('ends the server and the sync, too, when npm gets SIGTERM', { timeout: 60_000 }, async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using data = await temporaryDir('start-');
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, SITE_URL: wordpress.url, DATA_DIR: data.dir, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(npm, 'exit');
    // Each process of the tree has this pipe: it is at its end when none is left.
    const closed = once(npm.stdout, 'close');
    let said = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    while (!said.includes('The service answers at')) await once(npm.stdout, 'data');
    npm.kill('SIGTERM');
    await Promise.all([ended, closed]);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/livez`));
  });

  it('leaves no sync behind when it is killed', { timeout: 60_000 }, async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const env = { DATA_DIR: data.dir, PORT: await freePort(), SITE_URL: 'http://127.0.0.1:9' };
    await using program = runProgram('server/start.ts', env);
    await program.printed(/"msg":"sync\.failed"/);
    program.child.kill('SIGKILL');
    // Each process of the tree has the pipe that is at its end now.
    assert.equal((await program.ended).signal, 'SIGKILL');
  });

  it('names every fault of settings and site file, with exit code 4, and starts nothing', async () => {
    await using data = await temporaryDir('start-');
    writeFileSync(join(data.dir, 'site.yaml'), 'brnad: x\n');
    const env = { DATA_DIR: data.dir, PORT: 'http', SYNC_FULL_SCHEDULE: 'often' };
    const { code, stdout, stderr } = await runProgram('server/start.ts', env).ended;
    assert.deepEqual([code, stdout], [4, '']);
    for (const fault of [/PORT: got "http"/, /SYNC_FULL_SCHEDULE: got "often"/, /brnad: unknown key/]) {
      assert.match(stderr, fault);
    }
  });

  it('says in a sentence that DATA_DIR is no directory, with exit code 4', async () => {
    const { code, stdout, stderr } = await runProgram('server/start.ts', { DATA_DIR: '/etc/passwd' }).ended;
    assert.deepEqual([code, stdout], [4, '']);
    assert.match(stderr, /^The configuration cannot be used:\n {2}DATA_DIR: got \/etc\/passwd, .*\n$/);
  });
});
