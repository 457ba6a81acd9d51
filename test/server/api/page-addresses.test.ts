import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { API, jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page, SAMPLE_PAGES, sampleContent } from '../../helpers/sample-index.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

let visitors = 0;
function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET', at = server) {
  visitors += 1;
  return fetch(`${at.url}${path}`, { method, headers: { 'X-Forwarded-For': `198.19.0.${visitors}`, ...headers } });
}
const MARKDOWN = { Accept: 'text/markdown, text/html, */*' };

async function titleAt(path: string, headers?: Readonly<Record<string, string>>, at?: RunningServer) {
  const answer = await get(path, headers, 'GET', at);
  if (answer.status !== 200) return undefined;
  assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
  return /<([^>]+)>; rel="canonical"/.exec(answer.headers.get('link') ?? '')?.[1];
}

describe("a page's own address", () => {
  it('answers the Markdown that read_page answers, where Accept prefers it', async () => {
    const read = await server.get('/read_page?url=/madrid/fontaneria', { headers: { Accept: 'text/markdown' } });
    const text = await read.text();
    for (const accept of [
      'text/markdown',
      'text/markdown, text/html, */*',
      'text/html;q=0.8, text/markdown;q=0.9',
      'TEXT/MARKDOWN; charset=utf-8, */*;q=0.1',
    ]) {
      const answer = await get('/madrid/fontaneria/', { Accept: accept });
      assert.equal(answer.status, 200, accept);
      assert.equal(await answer.text(), text);
      for (const name of [
        'content-type',
        'content-language',
        'link',
        'vary',
        'last-modified',
        'cache-control',
        'etag',
      ]) {
        if (name !== 'etag') assert.equal(answer.headers.get(name), read.headers.get(name), name);
      }
      assert.equal(answer.headers.get('content-location'), '/madrid/fontaneria/index.md');
    }
  });

  it('is left to the site where Accept does not name Markdown, or likes HTML better', async () => {
    for (const accept of [
      '*/*',
      'text/*',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/html, text/markdown;q=0.9',
      'text/markdown;q=0',
      'text/markdown;q=0.5, */*',
      'text/html, text/markdown',
    ]) {
      const answer = await get('/madrid/fontaneria/', { Accept: accept });
      assert.equal(answer.status, 404, accept);
      assert.equal((await jsonOf(answer)).code, 'rest_no_route');
    }
  });

  it('followed by index.md or .md answers Markdown whatever Accept says', async () => {
    for (const path of ['/madrid/fontaneria/index.md', '/madrid/fontaneria.md', '/MADRID/fontaneria.md?utm_source=x']) {
      assert.equal(await titleAt(path, { Accept: 'text/html' }), 'https://casa.example/madrid/fontaneria/', path);
    }
    assert.equal(await titleAt('/index.md'), 'https://casa.example/');
  });

  it('is found as addresses are: by any spelling, by a former one, and with what counts visitors', async () => {
    for (const [path, url] of [
      ['/', 'https://casa.example/'],
      ['/gij%C3%B3n/../gijon/fontaneria', 'https://casa.example/gijon/fontaneria/'],
      ['/Contacto', 'https://casa.example/contacto/'],
      ['/fontaneros/', 'https://casa.example/fontaneria/'],
      ['/contacto/?utm_source=chatgpt.com&gclid=1', 'https://casa.example/contacto/'],
    ] as const) {
      assert.equal(await titleAt(path, MARKDOWN), url, path);
    }
  });

  it('is no search, no list and no other page with the same slug', async () => {
    for (const path of [
      '/?s=agua',
      '/contacto/?paged=2',
      '/contacto/?lang=en',
      '/?p=12',
      '/madrid/contacto/',
      '/.md',
      '//evil.example/',
    ]) {
      assert.equal((await get(path, MARKDOWN)).status, 404, path);
    }
  });

  it('is found by its query on a site with plain permalinks', async () => {
    await using plain = await runServer({
      content: {
        site: { ...sampleContent().site, queryVars: ['servicio'] },
        pages: [
          ...SAMPLE_PAGES.slice(0, 1),
          page(12, '/?page_id=12', 'Doce', 'Texto.', { url: 'https://casa.example/?page_id=12' }),
          page(13, '/?servicio=agua', 'Agua', 'Texto.', { url: 'https://casa.example/?servicio=agua' }),
        ],
        aliases: [],
      },
    });
    assert.equal(await titleAt('/?page_id=12&utm_medium=x', MARKDOWN, plain), 'https://casa.example/?page_id=12');
    assert.equal(await titleAt('/?servicio=agua', MARKDOWN, plain), 'https://casa.example/?servicio=agua');
    assert.equal(await titleAt('/?page_id=12&s=agua', MARKDOWN, plain), undefined);
    assert.equal((await get('/?page_id=12', MARKDOWN, 'GET', plain)).headers.get('content-location'), null);
  });

  it('is found below the home of a site in a folder, and nowhere beside it', async () => {
    await using folder = await runServer({
      content: {
        site: { ...sampleContent().site, home: 'https://casa.example/blog' },
        pages: [
          page(1, '/', 'Blog', 'Texto.', { url: 'https://casa.example/blog/' }),
          page(4, '/madrid', 'Madrid', 'Texto.', { url: 'https://casa.example/blog/madrid/' }),
        ],
        aliases: [],
      },
    });
    assert.equal(await titleAt('/blog/madrid/', MARKDOWN, folder), 'https://casa.example/blog/madrid/');
    assert.equal(await titleAt('/blog', MARKDOWN, folder), 'https://casa.example/blog/');
    assert.equal(await titleAt('/BLOG/madrid.md', {}, folder), 'https://casa.example/blog/madrid/');
    for (const path of ['/madrid/', '/madrid.md', '/blogs/madrid/', '/', '/index.md']) {
      assert.equal(await titleAt(path, MARKDOWN, folder), undefined, path);
    }
  });

  it('answers HEAD, and 304 to its ETag', async () => {
    const got = await get('/fontaneria/', MARKDOWN);
    const head = await get('/fontaneria/', MARKDOWN, 'HEAD');
    assert.deepEqual([head.status, await head.text()], [200, '']);
    const etag = got.headers.get('etag') ?? '';
    assert.equal(head.headers.get('etag'), etag);
    const again = await get('/fontaneria/', { ...MARKDOWN, 'If-None-Match': etag });
    assert.deepEqual([again.status, again.headers.get('etag')], [304, etag]);
    assert.equal((await get('/fontaneria/', MARKDOWN, 'POST')).status, 404);
  });

  it('counts as a call of read_page', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.40' };
    const left = async (path: string) => (await get(path, { ...MARKDOWN, ...from })).headers.get('ratelimit-remaining');
    assert.deepEqual(
      [await left('/fontaneria/'), await left(`${API}/read_page?url=/fontaneria`), await left('/nada/')],
      ['59', '58', null],
    );
    const refused = await get('/fontaneria/', { ...MARKDOWN, Authorization: 'Bearer falso' });
    assert.equal(refused.status, 401);
  });

  it('takes the password of a site for what it is', async () => {
    assert.equal((await get('/fontaneria/', { ...MARKDOWN, Authorization: 'Basic eDp5' })).status, 404);
  });

  it('is never kept by a shared cache', async () => {
    const { headers } = await get('/fontaneria/', MARKDOWN);
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.match(headers.get('vary') ?? '', /\bAccept\b/);
  });

  it('follows the index, and is away while there is none', async () => {
    await using own = await runServer({ content: false });
    assert.equal((await get('/fontaneria.md', {}, 'GET', own)).status, 500);
    await own.data.publish({ pages: [page(1, '/nueva', 'Nueva', 'Texto.')], aliases: [] });
    while ((await get('/nueva.md', {}, 'GET', own)).status !== 200) await wait(20);
    assert.equal(await titleAt('/nueva.md', {}, own), 'https://casa.example/nueva/');
    assert.equal((await get('/fontaneria.md', {}, 'GET', own)).status, 404);
  });
});
