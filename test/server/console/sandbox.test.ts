import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const sandbox = async (accept?: string) =>
  await fetch(`${server.url}/api/sandbox`, accept === undefined ? {} : { headers: { Accept: accept } });

describe('GET /api/sandbox', () => {
  it('says to programs that the API is the sandbox, and what the index holds', async () => {
    const answer = await sandbox();
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('vary'), 'Accept');
    const body = await jsonOf(answer);
    assert.deepEqual([body.sandbox, body.production_is_sandbox], [false, true]);
    assert.equal(body.base_url, 'https://casa.example/wp-json/agentes/v1');
    assert.equal(body.index.pages, 8);
    assert.deepEqual(body.index.pages_by_city.slice(0, 2), [
      { city: '', pages: 4 },
      { city: 'gijon', pages: 2 },
    ]);
    assert.deepEqual(body.index.pages_by_month, [{ month: '2026-03', pages: 8 }]);
    assert.match((await sandbox('*/*')).headers.get('content-type') ?? '', /json/);
  });

  it('shows browsers a page under a policy that lets nothing else run', async () => {
    const answer = await sandbox('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.doesNotMatch(await answer.text(), /<script(?![^>]* src=)|\son\w+=|style=/);
  });

  it('answers without an index', async () => {
    await using empty = await runServer({ content: false });
    const body = await jsonOf(await fetch(`${empty.url}/api/sandbox`));
    assert.equal(body.index, undefined);
  });
});

describe('the files of the pages', () => {
  const FILES = {
    'console/console.js': 'text/javascript',
    'console/console.css': 'text/css',
    'console/icon.svg': 'image/svg+xml',
    'marked/marked.esm.js': 'text/javascript',
    'dompurify/purify.es.mjs': 'text/javascript',
    'swagger-ui/swagger-ui-bundle.js': 'text/javascript',
    'swagger-ui/swagger-ui.css': 'text/css',
  };

  it('are typed, revalidated, and under the headers of every answer', async () => {
    for (const [file, type] of Object.entries(FILES)) {
      const { status, headers } = await fetch(`${server.url}/api/assets/${file}`);
      assert.equal(status, 200, file);
      assert.match(headers.get('content-type') ?? '', new RegExp(`^${type.replace('+', '\\+')}`), file);
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
      const again = await fetch(`${server.url}/api/assets/${file}`, {
        headers: { 'If-None-Match': headers.get('etag') ?? '' },
      });
      assert.equal(again.status, 304, file);
    }
  });

  it('come whole, whatever part of them is asked for', async () => {
    const file = `${server.url}/api/assets/console/console.js`;
    const whole = await (await fetch(file)).text();
    for (const range of ['bytes=0-3', 'bytes=3-1', 'bytes=-1', 'bytes=99999999-', 'lines=1-2']) {
      const answer = await fetch(file, { headers: { Range: range } });
      assert.deepEqual([answer.status, await answer.text()], [200, whole], range);
    }
  });

  it('are all that there is below that address', async () => {
    for (const path of [
      '/api/assets/',
      '/api/assets/console/',
      '/api/assets/console/nada.js',
      '/api/assets/console/..%2froutes.ts',
      '/api/assets/console/../routes.ts',
      '/api/assets/marked/package.json',
      '/api/assets/swagger-ui/index.html',
      '/api/assets/nada/console.js',
    ]) {
      const answer = await fetch(`${server.url}${path}`);
      assert.equal(answer.status, 404, path);
      assert.equal((await jsonOf(answer)).code, 'rest_no_route');
    }
    const answer = await fetch(`${server.url}/api/assets/console/console.js`, { method: 'POST' });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });
});
