import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { runServer } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

describe('npm run serve', () => {
  it('ends soon after SIGTERM, though clients keep connections open', { timeout: 40_000 }, async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    await using server = runProgram('server/main.ts', { DATA_DIR: data.dir, PORT: '0' });
    const [, url = ''] = await server.printed(/"url":"([^"]+)"/);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');

    server.child.kill('SIGTERM');
    const { code, stdout } = await server.ended;
    idle.destroy();
    assert.equal(code, 0);
    assert.match(stdout, /server\.stopping/);
  });

  it('finishes the request that runs when it is asked to end', async () => {
    const server = await runServer();
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    const answered = once(socket, 'data');
    const closed = once(socket, 'close');
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    const [first] = (await answered) as [Buffer];
    assert.match(first.toString(), /^HTTP\/1\.1 200/);
    const disposed = server[Symbol.asyncDispose]();
    await Promise.all([closed, disposed]);
  });

  it('names every variable that it cannot use, and ends with 4', async () => {
    await using server = runProgram('server/main.ts', { PORT: 'http', PUBLIC_URL: 'ftp://x', LOG_LEVEL: 'loud' });
    const { code, stderr } = await server.ended;
    assert.equal(code, 4);
    for (const line of [
      /PORT: got "http", wants/,
      /PUBLIC_URL: got "ftp:\/\/x", wants/,
      /LOG_LEVEL: got "loud", wants/,
    ]) {
      assert.match(stderr, line);
    }
  });

  it('says in a sentence that SITE_CONFIG is missing, DATA_DIR no directory, or HOST no address of this machine, and ends with 4', async () => {
    await using data = await temporaryDataDir();
    for (const [env, fault] of [
      [{ SITE_CONFIG: '/nowhere.yaml' }, /^ {2}SITE_CONFIG: got "\/nowhere\.yaml", wants a readable file \(ENOENT\)$/],
      [{ DATA_DIR: '/etc/passwd' }, /^ {2}DATA_DIR: got \/etc\/passwd, wants a directory that can be written \(.+\)$/],
      [
        { HOST: '203.0.113.7' },
        /^ {2}HOST: got "203\.0\.113\.7", wants an address of this machine.* \(EADDRNOTAVAIL\)$/,
      ],
      [{ HOST: 'nowhere.invalid' }, /^ {2}HOST: got "nowhere\.invalid", wants an address of this machine/],
    ] as const) {
      await using server = runProgram('server/main.ts', { DATA_DIR: data.dir, PORT: '0', ...env });
      const { code, stderr } = await server.ended;
      assert.equal(code, 4, stderr);
      const [first, second = '', ...more] = stderr.split('\n');
      assert.deepEqual([first, more], ['The configuration cannot be used:', ['']]);
      assert.match(second, fault);
    }
  });

  it('does not read SITE_CONFIG if it follows INDEX_URL', async () => {
    await using data = await temporaryDataDir();
    const env = { DATA_DIR: data.dir, PORT: '0', SITE_CONFIG: '/nowhere.yaml', INDEX_URL: 'http://127.0.0.1:9/index' };
    await using server = runProgram('server/main.ts', env);
    await server.printed(/"url":"([^"]+)"/);
  });

  it('wants PUBLIC_URL to be an origin', async () => {
    await using server = runProgram('server/main.ts', { PUBLIC_URL: 'https://casa.example/web' });
    const { code, stderr } = await server.ended;
    assert.equal(code, 4);
    assert.match(stderr, /wants an origin without a path, such as https:\/\/casa\.example/);
  });

  it('says so when its port is taken, and ends with 1', async () => {
    await using other = await runServer();
    await using server = runProgram('server/main.ts', { DATA_DIR: other.data.dir, PORT: new URL(other.url).port });
    const { code, stderr } = await server.ended;
    assert.equal(code, 1);
    assert.match(stderr, /^PORT: got "\d+", which another program uses: .* set a different PORT \(EADDRINUSE\)\n$/);
  });
});
