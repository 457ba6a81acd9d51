import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertFits, axeFaults, openBrowser, sees, type Browser } from '../../helpers/browser.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { page as wordpressPage, SAMPLE_PAGES } from '../../helpers/sample-index.ts';

const HOSTILE = `# Ataque

<script>document.title = 'cazado'</script>
<img src="x" onerror="document.title = 'cazado'"> <img src="https://evil.example/pixel.png" alt="un píxel">
<svg onload="document.title = 'cazado'"><script>document.title = 'cazado'</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<iframe src="javascript:document.title='cazado'" srcdoc="<script>parent.document.title='cazado'</script>"></iframe>
<form action="https://evil.example/"><input name="id"><button>Enviar</button></form>
<style>body { display: none }</style><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<a href="javascript:alert(1)" id="query" style="position:fixed;inset:0">uno</a>

[dos](javascript:alert(1)) [tres](JaVaScRiPt:alert(1)) [cuatro](data:text/html,<script>alert(1)</script>)
[bueno](https://casa.example/contacto/)

El final.

<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`;

const LONG = Array.from({ length: 40 }, (_, n) => `## Parte ${n}\n\n${'palabra '.repeat(60)}`).join('\n\n');

let server: LocalServer;
let browser: Browser;
let consoleUrl: string;
before(async () => {
  const pages = [
    ...SAMPLE_PAGES,
    wordpressPage(90, '/ataque', 'Ataque <img src=x onerror=alert(1)>', HOSTILE),
    wordpressPage(91, '/larga', 'Página larga', LONG),
  ];
  server = await runLocalServer({ content: { pages }, env: { READ_PAGE_MAX_CHARS: '2000' } });
  consoleUrl = `${server.publicUrl}/api/sandbox`;
  browser = await openBrowser();
});
after(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

describe('the console', () => {
  it('searches as one types, filters by city, and reads a page', async () => {
    const { page, faults } = await browser.visit(consoleUrl);
    await page.keyboard.type('fontaneros');
    await sees(page, '#status', /3 páginas/);
    await page.selectOption('#city', 'gijon');
    await sees(page, '#status', /1 página\./);
    await page.click('.results .open');
    await sees(page, '#reader-title', /Fontanería en Gijón/);
    await sees(page, '#reader-body', /Fontaneros en Gijón para fugas y grifos/);
    // Three requests; one more for each pause in the typing that was long enough.
    await sees(page, '#quota-count', /5[0-7] de 60/);
    assert.deepEqual(faults, []);
  });

  it('shows the same calls in curl and MCP, and they are right', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.fill('#query', 'desatasco');
    await sees(page, '#status', /páginas/);
    await page.click('.results li summary');
    const [curl = '', mcp = ''] = await page.locator('.results li details[open] pre').allTextContents();
    const answer = await fetch(/'([^']+)'/.exec(curl)?.[1] ?? '');
    assert.equal(answer.status, 200);
    const called = await fetch(`${server.publicUrl}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: mcp,
    });
    const { result } = (await called.json()) as { result: { structuredContent: unknown } };
    assert.deepEqual(result.structuredContent, await answer.json());
  });

  it('is walked by keyboard alone', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.focus('#tab-search');
    await page.keyboard.press('/');
    await page.keyboard.type('fontaneros');
    await sees(page, '#status', /3 páginas/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('#reader:not([hidden])').waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'reader-title');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate('document.activeElement.className'), 'open');
    await page.focus('#tab-search');
    await page.keyboard.press('ArrowRight');
    await sees(page, '#company', /Casa a punto, S\. L\./);
    await page.keyboard.press('ArrowRight');
    await page.locator('#figures svg[role=img]').first().waitFor();
    assert.match((await page.locator('#figures svg').first().getAttribute('aria-label')) ?? '', /Gijón 2/);
  });

  it('reads a long page to its end', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.fill('#query', 'página larga');
    await page.locator('.open', { hasText: 'Página larga' }).click();
    await page.locator('#reader-more').waitFor();
    while (await page.locator('#reader-more').isVisible()) {
      const read = await page.locator('#reader-body h3').count();
      await page.click('#reader-more');
      await page.locator('#reader-body h3').nth(read).waitFor();
    }
    assert.equal(await page.locator('#reader-body h3').count(), 40);
  });

  it('runs nothing of what a page contains', async () => {
    const { page, faults } = await browser.visit(consoleUrl);
    await page.fill('#query', 'ataque');
    await page.locator('.open', { hasText: 'Ataque <img' }).click();
    await sees(page, '#reader-body', /El final\./);
    assert.doesNotMatch(await page.title(), /cazado/);
    const left = await page
      .locator('#reader-body *')
      .evaluateAll((all) =>
        all.map((one) => [
          one.localName,
          ...one.getAttributeNames().map((name: string) => `${name}=${one.getAttribute(name)}`),
        ]),
      );
    for (const [tag = '', ...attributes] of left) {
      assert.doesNotMatch(tag, /script|svg|iframe|form|input|style|img|math|base|meta|button/);
      for (const attribute of attributes)
        assert.match(attribute, /^(href=(https?:|mailto:)|target=_blank|rel=|class=image)/);
    }
    assert.equal(await page.locator('#reader-body a').count(), 1);
    assert.deepEqual(faults, []);
    const hrefs = await page.locator('#reader-body a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    assert.deepEqual(hrefs, ['https://casa.example/contacto/']);
  });

  it('registers a client, uses its token, and goes back to anonymous', async () => {
    const { page, faults } = await browser.visit(consoleUrl);
    await page.click('#tab-account');
    await page.fill('#client-name', 'Navegador');
    await page.click('#register button');
    await sees(page, '#credentials', /cli_.*cqs_/s);
    await page.click('#get-token');
    await sees(page, '#quota-record', /identificado/);
    await sees(page, '#quota-count', /de 600/);
    await page.click('#tab-search');
    await page.fill('#query', 'grifos');
    await sees(page, '#quota-text', /identificado/);
    await page.click('#tab-account');
    await page.click('#forget-token');
    await page.click('#tab-search');
    await page.fill('#query', 'cisternas');
    await sees(page, '#quota-count', /de 60$/);
    assert.deepEqual(faults, []);
  });

  it('explains a quota that is used up, and the way out of it', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.evaluate(async () => {
      for (let n = 0; n < 60; n += 1) await fetch('/wp-json/agentes/v1/get_company_info');
    });
    await page.fill('#query', 'grifos');
    await sees(page, '#notice', /Cuota agotada: espera \d+ s/);
    await page.click('#notice button');
    assert.equal(await page.locator('#panel-account').isVisible(), true);
  });

  it('has no fault that axe can find, in either colour scheme', async () => {
    for (const dark of [false, true]) {
      const { page } = await browser.visit(consoleUrl, { dark });
      assert.deepEqual(await axeFaults(page), [], 'start');
      await page.fill('#query', 'fontaneros');
      await sees(page, '#status', /3 páginas/);
      await page.click('.results summary');
      await page.click('.results .open');
      await page.locator('#reader:not([hidden])').waitFor();
      assert.deepEqual(await axeFaults(page), [], 'search');
      for (const tab of ['company', 'figures', 'account']) {
        await page.click(`#tab-${tab}`);
        if (tab !== 'account') await page.locator(`#panel-${tab} .card`).first().waitFor();
        assert.deepEqual(await axeFaults(page), [], tab);
      }
    }
  });

  it('fits a phone, in both colour schemes', async () => {
    for (const dark of [false, true]) {
      const { page, faults } = await browser.visit(consoleUrl, { dark, width: 360 });
      await assertFits(page);
      await page.fill('#query', 'fontaneros');
      await sees(page, '#status', /3 páginas/);
      await assertFits(page);
      await page.click('.results .open');
      await page.locator('#reader-close').click();
      for (const tab of ['#tab-company', '#tab-figures', '#tab-account']) {
        await page.click(tab);
        await assertFits(page);
      }
      assert.deepEqual(faults, []);
    }
  });
});

describe('the reference page', () => {
  it('lists every operation and calls one, with no request to another host', async () => {
    const { page, faults } = await browser.visit(`${server.publicUrl}/api/docs`);
    await page.locator('#operations-contenido-search_pages').waitFor();
    assert.equal(await page.locator('.opblock').count(), 11);
    await page.click('#operations-contenido-get_company_info .opblock-summary-control');
    await page.click('#operations-contenido-get_company_info .execute');
    await sees(page, '#operations-contenido-get_company_info .live-responses-table', /200[\s\S]*Casa a punto/);
    assert.deepEqual(faults, []);
  });

  it('gets a token itself and sends it', async () => {
    const { page } = await browser.visit(`${server.publicUrl}/api/docs`);
    const registered = await fetch(`${server.publicUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    const client = (await registered.json()) as { client_id: string; client_secret: string };
    await page.click('.btn.authorize');
    await page.fill('#client_id_clientCredentials, [data-name=clientId]', client.client_id);
    await page.fill('#client_secret_clientCredentials, [data-name=clientSecret]', client.client_secret);
    for (const scope of ['content:read', 'quota:read']) {
      await page.click(`[for="${scope}-clientCredentials-checkbox-oauth2"]`);
    }
    await page.locator('.auth-container', { hasText: 'oauth2' }).locator('.btn.authorize').click();
    await sees(page, '.auth-container', /Logout/);
    await page.click('.btn-done');
    await page.click('#operations-cuenta-get_quota .opblock-summary-control');
    await page.click('#operations-cuenta-get_quota .execute');
    await sees(page, '#operations-cuenta-get_quota .live-responses-table', new RegExp(client.client_id));
  });
});
