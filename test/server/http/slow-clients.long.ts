import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { API, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page, SAMPLE_PAGES } from '../../helpers/sample-index.ts';
import { startBystander } from './bystander.ts';
import { assertRefusal, connectRaw, type RawConnection } from './raw-connection.ts';

let server: RunningServer;
let bystander: ReturnType<typeof startBystander>;
const log: { readonly msg: string; readonly path?: string; readonly status?: number }[] = [];
before(async () => {
  server = await runServer({
    limits: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, stallTimeout: 700 },
    logTo: { write: (line) => void log.push(JSON.parse(line)) },
  });
  bystander = startBystander(server.url);
});
after(async () => {
  bystander[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

const CROWD = 50;

/** Sends a text in so many pieces, one at each interval, until the server closes the connection. */
async function drip(connection: RawConnection, bytes: string, everyMs: number) {
  let at = 0;
  const timer = setInterval(() => {
    if (at < bytes.length && connection.socket.writable) connection.send(bytes.charAt(at++));
  }, everyMs);
  const answers = await connection.closed();
  clearInterval(timer);
  return { answers, sent: at };
}

describe('clients that send their headers slowly', () => {
  it('are answered 408 in JSON and closed, a crowd of them too', async () => {
    const bytes = `GET /livez HTTP/1.1\r\nHost: casa.example\r\nX: ${'a'.repeat(1000)}`;
    const outcomes = await Promise.all(
      Array.from({ length: CROWD }, async () => {
        using connection = await connectRaw(server.url);
        return await drip(connection, bytes, 20);
      }),
    );
    for (const { answers, sent } of outcomes) {
      assert.equal(answers.length, 1);
      assertRefusal(answers[0], 408, 'rest_request_timeout');
      assert.ok(sent < bytes.length);
    }
  });

  it('and that send nothing at all are closed, also between requests', async () => {
    using idle = await connectRaw(server.url);
    assertRefusal((await idle.closed())[0], 408, 'rest_request_timeout');
    using begun = await connectRaw(server.url);
    begun.send('GET /livez HTTP/1.1\r\nHost: casa.example\r\n\r\nGET /li');
    const [first, second, ...more] = await begun.closed();
    assert.deepEqual([first?.status, more], [200, []]);
    assertRefusal(second, 408, 'rest_request_timeout');
  });
});

describe('clients that send their body slowly', () => {
  const ENDPOINTS = {
    '/oauth/token': 'application/x-www-form-urlencoded',
    '/oauth/register': 'application/json',
    '/mcp': 'application/json',
  };
  for (const [path, type] of Object.entries(ENDPOINTS)) {
    it(`are answered 408 in JSON and closed at ${path}, with a length or in chunks`, async () => {
      const body = 'a'.repeat(1000);
      const outcomes = await Promise.all(
        Array.from({ length: CROWD }, async (_, at) => {
          using connection = await connectRaw(server.url);
          const framing = at % 2 === 0 ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked';
          connection.send(`POST ${path} HTTP/1.1\r\nHost: casa.example\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`);
          return await drip(connection, at % 2 === 0 ? body : `1000\r\n${body}`, 20);
        }),
      );
      for (const { answers, sent } of outcomes) {
        assert.equal(answers.length, 1);
        assertRefusal(answers[0], 408, 'rest_request_timeout');
        assert.ok(sent < body.length);
      }
    });
  }
});

describe('clients that send on slowly after their answer', () => {
  it('get no second one for the same request', async () => {
    using connection = await connectRaw(server.url);
    connection.send('POST /livez HTTP/1.1\r\nHost: casa.example\r\nContent-Length: 1000\r\n\r\n');
    const { answers } = await drip(connection, 'a'.repeat(1000), 20);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [405],
    );
  });
});

describe('clients that do not take their answers', () => {
  it('are closed, and no answer is prepared before the one before it is taken', async () => {
    const lines: typeof log = [];
    await using other = await runServer({
      content: { pages: [...SAMPLE_PAGES, page(99, '/larga', 'Larga', 'palabra '.repeat(250_000))] },
      env: { READ_PAGE_MAX_CHARS: '5000000' },
      limits: { stallTimeout: 500 },
      logTo: { write: (line) => void lines.push(JSON.parse(line)) },
    });
    const path = `${API}/read_page`;
    using connection = await connectRaw(other.url, { reading: false });
    connection.send(`GET ${path}?url=/larga HTTP/1.1\r\nHost: casa.example\r\n\r\n`.repeat(100));
    while (!lines.some(({ msg }) => msg === 'http.client.stalled')) await wait(20);
    const answers = lines.filter((line) => line.path === path).length;
    assert.ok(answers > 0 && answers < 20, `${answers} answers were prepared`);
  });
});

describe('clients that leave before the end', () => {
  it('leave no file open', { skip: process.platform !== 'linux' }, async () => {
    for (let count = 0; count < 30; count++) {
      using connection = await connectRaw(server.url, { reading: false });
      connection.send('GET /api/assets/marked/marked.esm.js HTTP/1.1\r\nHost: casa.example\r\n\r\n');
      await once(connection.socket, 'readable');
    }
    while (filesOpen().some((file) => file.endsWith('marked.esm.js'))) await wait(20);
  });

  it('and clients that stay and ask nothing do not keep the server from closing', { timeout: 30_000 }, async () => {
    const other = await runServer({ limits: { drainTimeout: 20_000, headersTimeout: 30_000 } });
    using idle = await connectRaw(other.url);
    using begun = await connectRaw(other.url);
    begun.send('GET /li');
    const closed = Promise.race([idle.closed(), wait(15_000, 'still open', { ref: false })]);
    await other[Symbol.asyncDispose]();
    assert.deepEqual([await closed, await begun.closed()], [[], []]);
  });
});

/** Open files of this process, in which the server runs. */
function filesOpen(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

describe('while all this goes on', () => {
  it('others are served', async (t) => {
    t.diagnostic(await bystander.stop());
    assert.deepEqual(
      log.filter(({ msg, status = 0 }) => status >= 500 || msg === 'http.request.failed'),
      [],
    );
  });
});
