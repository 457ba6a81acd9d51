import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { API, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page, SAMPLE_PAGES } from '../../helpers/sample-index.ts';

const LONG = 'Fontaneros para fugas y grifos de toda clase. '.repeat(60);

let server: RunningServer;
before(async () => {
  server = await runServer({ content: { pages: [...SAMPLE_PAGES, page(50, '/larga', 'Larga', LONG)] } });
});
after(() => server[Symbol.asyncDispose]());

/** An answer with its body as it came. */
async function ask(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const request = httpGet(`${server.url}${path}`, { method, headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const PATHS = [
  `${API}/read_page?url=/larga`,
  API,
  '/openapi.json',
  '/agents.md',
  '/larga.md',
  '/api/sandbox',
  '/api/assets/console/console.js',
  '/api/assets/marked/marked.esm.js',
];
const plain = (coding: string | undefined, body: Buffer) =>
  coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;

describe('content codings', () => {
  it('make the same body smaller, under an ETag of their own, with its length', async () => {
    for (const path of PATHS) {
      const identity = await ask(path, {});
      assert.equal(identity.headers['content-encoding'], undefined, path);
      assert.match(identity.headers.vary ?? '', /Accept-Encoding/, path);
      for (const coding of ['br', 'gzip']) {
        const coded = await ask(path, { 'accept-encoding': coding });
        assert.equal(coded.headers['content-encoding'], coding, path);
        assert.equal(coded.headers['content-length'], String(coded.body.length));
        assert.ok(coded.body.length < identity.body.length, path);
        assert.deepEqual(plain(coding, coded.body), identity.body, path);
        assert.equal(coded.headers.etag, identity.headers.etag?.replace(/"$/, `-${coding}"`));
        assert.equal(coded.headers.vary, identity.headers.vary);
        assert.equal(coded.headers['content-type'], identity.headers['content-type']);
      }
    }
  });

  it('are chosen by what the request likes best, and Brotli where it does not say', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0.5, gzip', 'gzip'],
      ['gzip;q=0.5, br;q=0.4', 'gzip'],
      ['*', 'br'],
      ['x-gzip, deflate', undefined],
      ['br;q=0, gzip;q=0', undefined],
      ['identity, gzip;q=0.5', undefined],
      ['', undefined],
    ] as const) {
      const { headers } = await ask('/openapi.json', { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], coding, accepted);
    }
  });

  it('agree with HEAD and with 304', async () => {
    for (const path of PATHS) {
      const headers = { 'accept-encoding': 'br' };
      const got = await ask(path, headers);
      const head = await ask(path, headers, 'HEAD');
      for (const name of ['content-encoding', 'content-length', 'etag', 'vary'] as const) {
        assert.equal(head.headers[name], got.headers[name], `${name} of ${path}`);
      }
      const again = await ask(path, { ...headers, 'if-none-match': got.headers.etag ?? '' });
      assert.deepEqual(
        [again.status, again.headers.etag, again.headers.vary],
        [304, got.headers.etag, got.headers.vary],
      );
      const other = await ask(path, { 'if-none-match': got.headers.etag ?? '' });
      assert.equal(other.status, 200, path);
    }
  });

  it('leave short answers, errors and answers to POST alone', async () => {
    const headers = { 'accept-encoding': 'br, gzip', accept: 'application/json, text/event-stream' };
    for (const path of [`${API}/get_company_info?section=contact`, `${API}/read_page?url=/nada`, '/nada', '/livez']) {
      assert.equal((await ask(path, headers)).headers['content-encoding'], undefined, path);
    }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_page', arguments: { url: '/larga' } },
    };
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    assert.equal(answer.headers.get('content-encoding'), null);
    assert.ok((await answer.text()).includes(LONG.trim()));
  });

  it('never mix bodies up, whatever is asked for at the same time', async () => {
    const expected = new Map<string, Buffer>();
    for (const path of PATHS) expected.set(path, (await ask(path, {})).body);
    const codings = ['br', 'gzip', 'identity', 'gzip, br'];
    const asked = Array.from({ length: 200 }, async (_, turn) => {
      const path = PATHS[turn % PATHS.length] ?? '';
      const from = { 'x-forwarded-for': `198.18.7.${turn}`, 'accept-encoding': codings[turn % codings.length] ?? '' };
      const { headers, body } = await ask(path, from);
      assert.deepEqual(plain(headers['content-encoding'], body), expected.get(path), path);
    });
    await Promise.all(asked);
  });
});
