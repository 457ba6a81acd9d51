import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { answersTo, connectRaw } from './raw-connection.ts';

let server: RunningServer;
before(async () => {
  server = await runServer({ limits: { lingerTimeout: 200, maxPipelined: 20 } });
});
after(() => server[Symbol.asyncDispose]());

const HOST = 'Host: casa.example\r\n';
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
const LAST = 'Connection: close\r\n';
const form = (headers: string, body = '') =>
  `POST /oauth/token HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\n${headers}\r\n${body}`;
const GRANT = 'grant_type=client_credentials';
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

describe('a connection', () => {
  it('gets its answers in the order of its requests, however they are cut', async () => {
    const paths = ['/livez', `${API}/search_pages?query=agua`, '/nada', `${API}/read_page?url=/`, '/openapi.json'];
    const bytes = paths.map((path, at) => get(path, at === paths.length - 1 ? LAST : '')).join('');
    for (const size of [bytes.length, 97, 13]) {
      using connection = await connectRaw(server.url);
      for (let at = 0; at < bytes.length; at += size) {
        connection.send(bytes.slice(at, at + size));
        await new Promise(setImmediate);
      }
      const answers = await connection.closed();
      assert.deepEqual(statuses(answers), [200, 200, 404, 200, 200]);
      const [live, search, nothing, page, contract] = answers.map(({ body }) => JSON.parse(body));
      assert.deepEqual(
        [live.status, search.results.length > 0, nothing.code, page.title, contract.openapi],
        ['live', true, 'rest_no_route', 'Casa a punto', '3.1.0'],
      );
    }
  });

  it('is closed when more requests wait on it than may', async () => {
    using allowed = await connectRaw(server.url);
    allowed.send(get('/livez').repeat(21));
    assert.deepEqual(statuses(await allowed.answered(21)), Array.from({ length: 21 }).fill(200));
    using excess = await connectRaw(server.url);
    excess.send(get('/livez').repeat(1000));
    assert.ok((await excess.closed()).length <= 21);
  });

  it('is kept after an answer in HTTP/1.1, and in HTTP/1.0 where that is asked for', async () => {
    using newer = await connectRaw(server.url);
    newer.send(get('/livez'));
    await newer.answered(1);
    newer.send(get('/livez', LAST));
    assert.deepEqual(statuses(await newer.closed()), [200, 200]);
    const older = (more: string) => `GET /livez HTTP/1.0\r\n${more}\r\n`;
    assert.deepEqual(statuses(await answersTo(server.url, older('') + older(''))), [200]);
    using kept = await connectRaw(server.url);
    kept.send(older('Connection: keep-alive\r\n'));
    const [first] = await kept.answered(1);
    assert.equal(first?.headers.get('connection'), 'keep-alive');
    kept.send(older(''));
    assert.deepEqual(statuses(await kept.closed()), [200, 200]);
  });

  it('whose client has sent all it will is answered or closed', async () => {
    for (const bytes of ['', 'GET /livez', get('/livez'), form('Content-Length: 29\r\n', 'grant')]) {
      using connection = await connectRaw(server.url);
      connection.socket.end(bytes, 'latin1');
      const answers = await connection.closed();
      assert.ok(answers.every(({ status }) => status === 200 || status === 400));
    }
  });

  it('stays with HTTP/1.1 whatever it is asked to become, and ends with that answer', async () => {
    for (const upgrade of ['h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__', 'websocket\r\nSec-WebSocket-Key: x', 'TLS/1.2']) {
      const more = `Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n`;
      const [answer, ...others] = await answersTo(server.url, get('/livez', more) + get('/nada'));
      assert.deepEqual([answer?.status, answer?.headers.get('connection'), others], [200, 'close', []]);
    }
  });
});

describe('a target', () => {
  it('may name the host, and then counts by its path', async () => {
    for (const target of [
      'http://casa.example/livez',
      'https://otra.example:8443/livez',
      'HTTP://CASA.EXAMPLE/livez',
    ]) {
      assert.deepEqual(statuses(await answersTo(server.url, get(target, LAST))), [200], target);
    }
  });

  it('that is an asterisk is about the server, and means something with OPTIONS only', async () => {
    for (const [method, status] of [
      ['OPTIONS', 204],
      ['GET', 404],
    ] as const) {
      const [answer, ...more] = await answersTo(server.url, get('*', LAST).replace('GET', method));
      assert.equal(answer?.status, status);
      assert.deepEqual(more, []);
    }
  });

  it('is never echoed by TRACE', async () => {
    const trace = get('/livez', `X-Secret: 1234\r\n${LAST}`).replace('GET', 'TRACE');
    const [answer] = await answersTo(server.url, trace);
    assert.equal(answer?.status, 405);
    assert.ok(!answer.body.includes('1234'));
  });
});

describe('Expect', () => {
  it('is answered 100 when the body is wanted', async () => {
    using connection = await connectRaw(server.url);
    connection.send(form(`Content-Length: ${GRANT.length}\r\nExpect: 100-continue\r\n`));
    assert.deepEqual(statuses(await connection.answered(1)), [100]);
    connection.send(GRANT + get('/livez', LAST));
    assert.deepEqual(statuses(await connection.closed()), [100, 401, 200]);
  });

  it('is answered the refusal instead when it is not, and what follows is not read as a request', async () => {
    const large = form('Content-Length: 2000000\r\nExpect: 100-continue\r\n');
    assert.deepEqual(statuses(await answersTo(server.url, large + get('/livez'))), [413]);
    const wrong = large.replace('/oauth/token', '/livez');
    assert.deepEqual(statuses(await answersTo(server.url, wrong + get('/livez'))), [405]);
  });

  it('of anything else is let pass', async () => {
    const bytes = form(`Content-Length: ${GRANT.length}\r\nExpect: cake\r\nConnection: close\r\n`, GRANT);
    assert.deepEqual(statuses(await answersTo(server.url, bytes)), [401]);
  });
});

describe('a body that nobody reads', () => {
  it('is skipped while it is short, and the connection kept', async () => {
    const body = 'a'.repeat(10_000);
    const bytes =
      get('/livez', `Content-Length: ${body.length}\r\n`).replace('GET', 'POST') + body + get('/livez', LAST);
    assert.deepEqual(statuses(await answersTo(server.url, bytes)), [405, 200]);
  });

  it('leaves nothing behind on the connection, however often', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    await using patient = await runServer();
    using connection = await connectRaw(patient.url);
    const head = get('/livez', 'Content-Length: 4\r\n').replace('GET', 'POST');
    for (let count = 1; count <= 30; count++) {
      connection.send(head);
      await connection.answered(count);
      connection.send('hola');
    }
    connection.send(get('/livez', LAST));
    assert.equal((await connection.closed()).at(-1)?.status, 200);
    process.off('warning', warned);
    assert.deepEqual(warnings, []);
  });

  it('ends the connection when it does not end, once the answer is out', async () => {
    using connection = await connectRaw(server.url);
    connection.send(get('/livez', 'Transfer-Encoding: chunked\r\n').replace('GET', 'POST'));
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const sending = setInterval(() => connection.send(chunk), 5);
    const answers = await connection.closed();
    clearInterval(sending);
    assert.deepEqual(statuses(answers), [405]);
  });
});
