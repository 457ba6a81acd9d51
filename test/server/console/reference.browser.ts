import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertFits, axeFaults, openBrowser, sees, visibleTexts, type Browser } from '../../helpers/browser.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';

let server: LocalServer;
let browser: Browser;
let url: string;
before(async () => {
  server = await runLocalServer();
  url = `${server.publicUrl}/api/docs`;
  browser = await openBrowser();
});
after(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

describe('the reference page', () => {
  it('lists every operation of the contract and calls one, with no request to another host', async () => {
    const { page, faults } = await browser.visit(url);
    const contract = (await (await fetch(`${server.publicUrl}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(contract.paths).flatMap((item) => Object.values(item).map((one) => one.operationId));
    await page.locator('.operation').first().waitFor();
    const shown = await page.locator('.operation').evaluateAll((all) => all.map((one) => one.id));
    assert.deepEqual(new Set(shown), new Set(ids));
    assert.equal(shown.length, ids.length);
    await page.click('#get_company_info > summary');
    await page.click('#get_company_info .execute');
    await sees(page, '#get_company_info .result', /200 OK[\s\S]*Casa a punto/);
    assert.deepEqual(faults, []);
  });

  it('says that it loads, and offers to try again when it cannot', async () => {
    const { page } = await browser.visit(url, {
      prepare: (fresh) => fresh.route('**/openapi.json', (route) => route.abort()),
    });
    await sees(page, '#status', /La referencia no se ha podido cargar/);
    const html = await (await fetch(url)).text();
    assert.match(html, /Cargando la referencia…/);
    await page.unroute('**/openapi.json');
    await page.locator('#status button').click();
    await page.locator('#search_pages').waitFor();
    assert.equal(await page.locator('#main').getAttribute('aria-busy'), 'false');
  });

  it('says of each operation who may call it: nobody is asked for credentials to read', async () => {
    const { page } = await browser.visit(url);
    for (const [id, access] of [
      ['register_client', /^Sin credenciales$/],
      ['get_index', /^Sin credenciales; con token/],
      ['search_pages', /^Sin credenciales; con token/],
      ['get_quota', /^Necesita un token$/],
      ['get_token', /^Necesita client_id y client_secret$/],
    ] as const) {
      await page.click(`#${id} > summary`);
      await sees(page, `#${id} .access`, access);
    }
  });

  it('registers a client, gets a token and calls with it', async () => {
    const { page } = await browser.visit(url);
    const answerOf = async (id: string) => {
      await page.click(`#${id} .execute`);
      await sees(page, `#${id} .result`, /20[01] /);
      return JSON.parse(await page.locator(`#${id} .result details pre`).nth(1).innerText()) as Record<string, string>;
    };
    for (const id of ['register_client', 'get_token', 'get_quota']) await page.click(`#${id} > summary`);
    const client = await answerOf('register_client');
    await page.fill('#get_token label:has-text("client_id") input', client['client_id'] ?? '');
    await page.fill('#get_token label:has-text("client_secret") input', client['client_secret'] ?? '');
    const { access_token: token = '' } = await answerOf('get_token');
    await page.fill('#token', token);
    assert.equal((await answerOf('get_quota'))['client_id'], client['client_id']);
  });

  it('shows the call as a curl line that does the same', async () => {
    const { page } = await browser.visit(`${url}#read_page`);
    await page.selectOption('#read_page select', 'text/markdown');
    await page.click('#read_page .execute');
    await sees(page, '#read_page .result', /200 OK/);
    const line = await page.locator('#read_page .result > .call pre').innerText();
    const [, address = ''] = /^curl '([^']+)' -H 'Accept: text\/markdown'$/.exec(line) ?? [];
    const answer = await fetch(address, { headers: { Accept: 'text/markdown' } });
    assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/);
  });

  it('sends what is typed as JSON to MCP', async () => {
    const { page } = await browser.visit(`${url}#mcp`);
    await page.click('#mcp .execute');
    await sees(page, '#mcp .result', /200 OK[\s\S]*"jsonrpc"/);
  });

  it('has no fault that axe can find and fits a phone, in either colour scheme', async () => {
    for (const dark of [false, true]) {
      const { page, faults } = await browser.visit(url, { dark, width: 360 });
      await page.locator('.operation').first().waitFor();
      for (const depth of ['.operation', '.operation > details', '.operation > details details']) {
        await page.locator(depth).evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      }
      await assertFits(page);
      assert.deepEqual(await axeFaults(page), []);
      assert.deepEqual(faults, []);
    }
  });

  it('shows only its notice without JavaScript, with a link', async () => {
    const { page } = await browser.visit(url, { javaScript: false });
    assert.deepEqual(await visibleTexts(page), ['Esta página necesita JavaScript. El contrato está en openapi.json']);
  });
});
