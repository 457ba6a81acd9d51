import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page, sampleContent } from '../../helpers/sample-index.ts';

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
    assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding');
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

describe('the pages for people', () => {
  const inLanguage = async (language: string) => {
    const site = { ...sampleContent().site, name: 'Casa & <Ático>', language };
    return await runServer({ content: { site } });
  };
  const texts = async (from: RunningServer, path: string) =>
    await (await fetch(`${from.url}${path}`, { headers: { Accept: 'text/html' } })).text();

  it('are in the language of the site, Spanish or English, and in English for any other', async () => {
    for (const [language, lang, about, loading] of [
      ['es-MX', 'es', 'Lo mismo que ve un programa', 'Cargando la referencia'],
      ['en-GB', 'en', 'The published pages as programs read them', 'Loading the reference'],
      ['fr', 'en', 'The published pages as programs read them', 'Loading the reference'],
    ] as const) {
      await using other = await inLanguage(language);
      const [console, reference] = [await texts(other, '/api/sandbox'), await texts(other, '/api/docs')];
      for (const html of [console, reference]) assert.match(html, new RegExp(`<html lang="${lang}">`), language);
      assert.ok(console.includes(about), language);
      assert.ok(reference.includes(loading), language);
    }
  });

  it('are in the language that `lang` selects, and link to the other one', async () => {
    await using spanish = await inLanguage('es-ES');
    for (const [lang, path, other] of [
      ['en', '/api/sandbox?lang=en&query=grifos', 'href="?lang=es" hreflang="es" lang="es">Español<'],
      ['en', '/api/docs?lang=en', 'href="?lang=es" hreflang="es" lang="es">Español<'],
      ['es', '/api/docs?lang=es', 'href="?lang=en" hreflang="en" lang="en">English<'],
      ['es', '/api/docs?lang=tlh', 'href="?lang=en" hreflang="en" lang="en">English<'],
    ] as const) {
      const html = await texts(spanish, path);
      assert.match(html, new RegExp(`<html lang="${lang}">`), path);
      assert.ok(html.includes(other), path);
    }
    assert.match(await texts(spanish, '/api/sandbox?lang=en'), /href="\/api\/docs\?lang=en"/);
  });

  it('leave no placeholder, no script and no style in their HTML, and write the name of the site as text', async () => {
    await using other = await inLanguage('es');
    for (const path of ['/api/sandbox', '/api/docs']) {
      const html = await texts(other, path);
      assert.doesNotMatch(html, /\{\{|<Ático>|<script(?![^>]* src=)|\son\w+=|style=/, path);
      for (const button of html.match(/<button[^>]*>/g) ?? []) assert.match(button, / type="/, button);
      assert.doesNotMatch(html, /<h\d[^>]*>\s*<\/h\d>/, path);
    }
    assert.match(await texts(other, '/api/sandbox'), /<h1>Casa &#38; &#60;Ático&#62;<\/h1>/);
  });

  it('propose what the live index has, and nothing of a trade or a city that it has not', async () => {
    assert.match(await texts(server, '/api/sandbox'), /placeholder="Por ejemplo: Fontanería (?:Madrid|Gijón)"/);
    const company = { brand: 'Pan', website: 'https://casa.example' };
    const pages = [page(1, '/', 'Pan de masa madre', 'Cada mañana.')];
    await using bakery = await runServer({ content: { company, cities: [], pages } });
    const html = await texts(bakery, '/api/sandbox');
    assert.match(html, /placeholder="Por ejemplo: Pan de masa madre"/);
    assert.doesNotMatch(html, /fontaner|cerraj|electric|Madrid/i);
    assert.deepEqual((await jsonOf(await fetch(`${bakery.url}/api/sandbox`))).index.examples, ['Pan de masa madre']);
  });
});

describe('the files of the pages', () => {
  const FILES = {
    'console/console.js': 'text/javascript',
    'shared/palette.css': 'text/css',
    'console/base.css': 'text/css',
    'console/console.css': 'text/css',
    'console/reference.js': 'text/javascript',
    'console/icon.svg': 'image/svg+xml',
    'marked/marked.esm.js': 'text/javascript',
    'dompurify/purify.es.mjs': 'text/javascript',
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
      '/api/assets/dompurify/purify.js',
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
