import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { renderApiError } from '../../../server/api/errors.ts';
import { createCompression } from '../../../server/http/compression.ts';
import { createApp } from '../../../server/http/app.ts';
import { createLog } from '../../../shared/log.ts';
import { parseRaw, sendRaw } from '../../helpers/raw-http.ts';
import { API, jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const GETS = ['', '/search_pages?query=agua', '/read_page?url=/', '/get_company_info'];

describe('every address of the API', () => {
  it('answers HEAD as GET, without the body', async () => {
    for (const path of GETS) {
      const [got, head] = [await server.get(path), await server.get(path, { method: 'HEAD' })];
      assert.equal(head.status, 200);
      assert.equal(await head.text(), '');
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'api-version', 'last-modified']) {
        assert.equal(head.headers.get(name), got.headers.get(name), `${name} of ${path}`);
      }
    }
  });

  it('answers OPTIONS with what a browser needs to know', async () => {
    for (const path of GETS) {
      const answer = await server.get(path, { method: 'OPTIONS' });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
      assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /Authorization/);
      assert.equal(answer.headers.get('access-control-max-age'), '86400');
    }
  });

  it('refuses other methods with 405 and Allow', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await server.get('/search_pages?query=agua', { method });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
      assert.equal((await jsonOf(answer)).code, 'rest_method_not_allowed');
    }
  });

  it('carries version, CORS and security headers, also on errors', async () => {
    for (const path of [...GETS, '/search_pages', '/read_page?url=/nada']) {
      const { headers } = await server.get(path);
      assert.equal(headers.get('api-version'), '1', path);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.match(headers.get('access-control-expose-headers') ?? '', /RateLimit-Policy/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.equal(headers.get('www-authenticate'), null);
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      for (const name of ['server', 'x-powered-by']) assert.equal(headers.get(name), null);
    }
  });

  it('answers 304 to the ETag it gave, also in a list, weak, or as *', async () => {
    for (const path of GETS) {
      const first = await server.get(path);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      for (const condition of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
        const again = await server.get(path, { headers: { 'If-None-Match': condition } });
        assert.equal(again.status, 304, condition);
        assert.equal(await again.text(), '');
        assert.equal(again.headers.get('etag'), etag);
        assert.equal(again.headers.get('cache-control'), first.headers.get('cache-control'));
        assert.equal(again.headers.get('content-type'), null);
      }
      assert.equal((await server.get(path, { headers: { 'If-None-Match': '"x"' } })).status, 200);
    }
  });

  it('has its content revalidated by everyone', async () => {
    const { headers } = await server.get('/read_page?url=/');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('vary'), 'Authorization, Accept, Accept-Encoding');
    assert.equal(headers.get('last-modified'), 'Sun, 01 Mar 2026 09:30:00 GMT');
  });

  it('refuses an Accept that excludes JSON, and no other', async () => {
    for (const accept of [
      '*/*',
      'application/*',
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8; x";q=0.5',
      'text/html;q=0.9, APPLICATION/JSON ; Charset=UTF-8 ; Q=0.1 ; ext',
      'text/html, */*;q=0.1',
      '',
    ]) {
      assert.equal((await server.get('/get_company_info', { headers: { Accept: accept } })).status, 200, accept);
    }
    for (const accept of ['text/html', 'application/json;q=0, text/plain', 'application/json;charset=utf-8;q=0']) {
      const answer = await server.get('/get_company_info', { headers: { Accept: accept } });
      assert.equal(answer.status, 406);
      assert.equal((await jsonOf(answer)).code, 'rest_not_acceptable');
    }
  });
});

describe('any other address', () => {
  it('leads to the API by Link, as the index document does', async () => {
    for (const path of ['/', '/nada', `${API}/nada`, API]) {
      const link = (await fetch(`${server.url}${path}`)).headers.get('link') ?? '';
      for (const part of [
        '<https://casa.example/.well-known/api-catalog>; rel="api-catalog"',
        '<https://casa.example/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"',
        '<https://casa.example/agents.md>; rel="service-doc"; type="text/markdown"',
        '<https://casa.example/.well-known/ard.json>; rel="ard"; type="application/json"',
      ]) {
        assert.ok(link.includes(part), `${path}: ${link}`);
      }
    }
  });

  it('leads to the documents, the MCP endpoint, and the address that is near', async () => {
    const hintAt = async (path: string) => (await jsonOf(await fetch(`${server.url}${path}`))).data.hint as string;
    for (const [path, near] of [
      ['/', undefined],
      [`${API}/search_page`, `${API}/search_pages`],
      ['/get_company_info', `${API}/get_company_info`],
      ['/openapi.jsn', '/openapi.json'],
      ['/.well-known/openapi.json', '/openapi.json'],
      ['/api/v1/search_pages', `${API}/search_pages`],
      [`${API}/search`, `${API}/search_pages`],
      [`${API}/read_page/contacto`, `${API}/read_page`],
      [`${API}/nada/contacto`, undefined],
      [`/${'a'.repeat(500)}`, undefined],
    ] as const) {
      const hint = await hintAt(path);
      for (const known of [API, '/agents.md', '/openapi.json', '/auth.md', '/mcp', '/api/sandbox']) {
        assert.ok(hint.includes(`https://casa.example${known}`), `${path}: ${hint}`);
      }
      assert.equal(/^The nearest route is https:\/\/casa\.example(\S+)\. /.exec(hint)?.[1], near);
    }
    const index = await jsonOf(await fetch(`${server.url}${API}`));
    assert.deepEqual(
      [index.documentation_url, index.openapi_url, index.authentication_url, index.mcp_url],
      ['/agents.md', '/openapi.json', '/auth.md', '/mcp'].map((path) => `https://casa.example${path}`),
    );
  });

  it('answers 404 in JSON, whatever the method', async () => {
    for (const path of ['/', '/wp-json', `${API}/nada`, '/.well-known/openid-configuration', '/..%2f..%2fetc/passwd']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await fetch(`${server.url}${path}`, { method });
        assert.equal(answer.status, 404, path);
        const body = await jsonOf(answer);
        assert.deepEqual([body.code, body.data.status], ['rest_no_route', 404]);
      }
    }
  });

  it('answers 400 in JSON when the path is not percent-encoded UTF-8', async () => {
    for (const path of ['/%', '/%zz', '/%ff', '/a%00b']) {
      const { status, body } = parseRaw(
        await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      assert.deepEqual([status, body.code], [400, 'rest_bad_request'], path);
    }
  });
});

describe('the HTTP server', () => {
  it('takes a target in absolute form', async () => {
    const target = `http://casa.example${API}/get_company_info`;
    const { status } = parseRaw(
      await sendRaw(server.url, `GET ${target} HTTP/1.1\r\nHost: casa.example\r\nConnection: close\r\n\r\n`),
    );
    assert.equal(status, 200);
  });

  it('answers an address that is too long with 414 and headers that are too large with 431, in JSON', async () => {
    const long = parseRaw(
      await sendRaw(server.url, `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    assert.deepEqual([long.status, long.body.code], [414, 'rest_uri_too_long']);
    const large = parseRaw(
      await sendRaw(server.url, `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`),
    );
    assert.deepEqual([large.status, large.body.code], [431, 'rest_header_too_large']);
  });

  it('answers what is not HTTP with 400 in JSON, and closes', async () => {
    for (const bytes of [
      'hola\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    ]) {
      const { status, head, body } = parseRaw(await sendRaw(server.url, bytes));
      assert.deepEqual([status, body.code], [400, 'rest_bad_request'], bytes);
      assert.match(head, /Connection: close/);
      assert.match(head, /Access-Control-Allow-Origin: \*/);
    }
  });

  it('ignores the body of a GET', async () => {
    const answer = await sendRaw(
      server.url,
      `GET ${API}/get_company_info HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhola`,
    );
    assert.equal(parseRaw(answer).status, 200);
  });

  it('does not send Strict-Transport-Security where the public address is not https', async () => {
    await using plain = await runServer({ env: { PUBLIC_URL: 'http://localhost:8080' } });
    assert.equal((await plain.get('')).headers.get('strict-transport-security'), null);
  });
});

describe('an answer that cannot be sent', () => {
  it('is a fault of its request alone', async () => {
    const lines: string[] = [];
    const app = createApp({
      siteUrl: 'https://casa.example',
      routes: [{ path: '/', methods: { GET: () => ({ status: 200, headers: { 'X-Bad': 'a\nb' }, body: '' }) } }],
      lookups: [],
      renderError: renderApiError,
      headers: { 'X-Common': 'yes' },
      encode: createCompression(),
      log: createLog({ name: 'test', level: 'info' }, { write: (line) => lines.push(line) }),
      newRequestId: () => 'one',
      now: () => 0,
    });
    const listener = createServer(app).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    try {
      const { port } = listener.address() as AddressInfo;
      for (let turn = 0; turn < 2; turn++) {
        const answer = await fetch(`http://127.0.0.1:${port}/`);
        assert.equal(answer.status, 500);
        assert.equal(answer.headers.get('x-common'), 'yes');
        assert.equal((await jsonOf(answer)).code, 'internal_server_error');
      }
      assert.match(lines.join(''), /ERR_INVALID_CHAR[^]*"status":500/);
    } finally {
      listener.closeAllConnections();
      listener.close();
    }
  });
});
