import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../helpers/local-server.ts';
import { runProgram } from '../helpers/program.ts';
import { runOnTerminal } from '../helpers/terminal.ts';
import { sendRaw } from '../helpers/raw-http.ts';
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
    const [lines] = await program.printed(/^Console: http.*\n(?:.*\n)*Try:\n(?:curl .*\n)+Ctrl-C /m);
    const addresses = [...lines.matchAll(/curl '(.*)'/g)].map(([, address = '']) => address);
    assert.equal(addresses.length, 3);
    assert.match(addresses[0] ?? '', /search_pages\?query=fontaneria$/);
    for (const line of lines.split('\n')) assert.ok(line.length <= 80, line);
    for (const address of addresses) {
      assert.ok(address.startsWith(`http://localhost:${port}/`));
      assert.equal((await fetch(address)).status, 200, address);
    }
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);
  });

  it('shows a terminal four things: what it is, its data, one line of progress, and what to try', async () => {
    await using data = await temporaryDir('start-');
    const port = await freePort();
    await using program = runOnTerminal(['npm', 'start'], { DATA_DIR: data.dir, PORT: port, LOG_LEVEL: 'info' });
    await program.printed(/Ctrl-C ends it\./);
    await program.end();
    const lines = program
      .output()
      .replaceAll('\u001B[2K', '')
      .split(/[\r\n]+/);
    assert.doesNotMatch(program.output(), /NODE_COMPILE_CACHE|"msg":/);
    const own = lines.slice(lines.findIndex((line) => line.startsWith('Content service for ')));
    assert.match(own[2] ?? '', /^Data in /);
    assert.ok(lines.some((line) => /^Reading pages .*\/197/.test(line)));
    for (const line of own) assert.ok(line.length <= 80, line);
  });

  it('prints that the port is taken, and nothing before', async () => {
    await using data = await temporaryDir('start-');
    const port = await freePort();
    await using taker = createServer().listen(Number(port), '127.0.0.1');
    await once(taker, 'listening');
    const { code, stdout, stderr } = await runProgram('server/start.ts', { DATA_DIR: data.dir, PORT: port }).ended;
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^PORT: got "\d+", which another program uses: /);
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

  it('reads every site of SITES_DIR and answers each at its host', async () => {
    await using sites = await temporaryDir('start-');
    await using started = new AsyncDisposableStack();
    const hosts = ['uno.example', 'dos.example'];
    for (const [at, host] of hosts.entries()) {
      const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(2) }));
      for (const page of wordpress.site.pages) Object.assign(page, { content: `<p>Texto de ${host}.</p>` });
      const folder = join(sites.dir, String(at));
      mkdirSync(folder);
      writeFileSync(join(folder, 'site.yaml'), `site_url: ${wordpress.url}\npublic_url: https://${host}\n`);
    }
    const port = await freePort();
    const env = { SITES_DIR: sites.dir, PORT: port, SYNC_REQUESTS_PER_SECOND: '0' };
    await using program = runProgram('server/start.ts', env);
    await Promise.all(hosts.map((_, at) => program.printed(new RegExp(`"site":"${at}".*"msg":"sync\\.published"`))));
    const answerOf = (host: string) =>
      sendRaw(`http://127.0.0.1:${port}`, `GET /pagina-11.md HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    for (const host of hosts) assert.match(await answerOf(host), new RegExp(`^HTTP/1\\.1 200 [^]*Texto de ${host}\\.`));
    assert.match(await answerOf('tres.example'), /^HTTP\/1\.1 421 /);
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);
  });

  it('serves the sites of SITES_DIR though one of them is faulty, and refuses what is set wrong for all', async () => {
    await using sites = await temporaryDir('start-');
    for (const [name, address] of [
      ['good', 'http://127.0.0.1:9'],
      ['faulty', 'ftp://example.com'],
    ] as const) {
      mkdirSync(join(sites.dir, name));
      writeFileSync(join(sites.dir, name, 'site.yaml'), `site_url: ${address}\n`);
    }
    const port = await freePort();
    await using program = runProgram('server/start.ts', { SITES_DIR: sites.dir, PORT: port });
    await program.printed(/"site":"faulty".*ftp.*"msg":"sync\.site\.faulty"/);
    await program.printed(/"site":"good".*"msg":"sync\.site\.taken"/);
    while (!(await isLive(port))) await wait(50);
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);

    const { code, stderr } = await runProgram('server/start.ts', { SITES_DIR: sites.dir, PORT: 'http' }).ended;
    assert.equal(code, 4);
    assert.match(stderr, /PORT: got "http"/);
  });
});

describe('npm start, when it ends', () => {
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
    while (!said.includes('Ctrl-C ends it.')) await once(npm.stdout, 'data');
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
});

const isLive = async (port: string): Promise<boolean> =>
  await fetch(`http://127.0.0.1:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
