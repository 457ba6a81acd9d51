import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertFits, axeFaults, openBrowser, sees, visibleTexts, type Browser } from '../../helpers/browser.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { page as wordpressPage, sampleContent, SAMPLE_PAGES } from '../../helpers/sample-index.ts';

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
  const company = {
    ...sampleContent().company,
    phone: '+34 600 111 222',
    whatsapp: '+34 600 111 222',
  };
  server = await runLocalServer({ content: { pages, company }, env: { READ_PAGE_MAX_CHARS: '2000' } });
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
    await sees(page, '#quota-count', /57 de 60/);
    assert.deepEqual(faults, []);
  });

  it('shows the same calls in curl and MCP, and they are right', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.fill('#query', 'desatasco');
    await sees(page, '#status', /páginas/);
    await page.click('.results li summary');
    await page.locator('.results li details[open] pre').nth(1).waitFor();
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
    await sees(page, '#reader-body', /Fontaneros/);
    assert.equal(await page.evaluate('document.activeElement.id'), 'reader-title');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate('document.activeElement.className'), 'open');
    await page.focus('#tab-search');
    await page.keyboard.press('ArrowRight');
    await sees(page, '#company', /Casa a punto, S\. L\./);
    await page.keyboard.press('ArrowRight');
    await sees(page, '#figures tr', /Gijón\s*2/);
    for (const [key, tab] of [
      ['End', 'tab-account'],
      ['ArrowRight', 'tab-search'],
      ['ArrowLeft', 'tab-account'],
      ['Home', 'tab-search'],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await page.evaluate('document.activeElement.id'), tab);
      assert.equal(await page.locator(`#${tab}`).getAttribute('aria-selected'), 'true');
    }
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

  it('has no fault that axe can find, in either colour scheme', async () => {
    for (const dark of [false, true]) {
      const { page } = await browser.visit(consoleUrl, { dark });
      assert.deepEqual(await axeFaults(page), [], 'start');
      await page.fill('#query', 'fontaneros');
      await sees(page, '#status', /3 páginas/);
      await page.click('#search-answer summary');
      await page.click('.results summary');
      await page.click('.results .open');
      await page.locator('#reader-body p').first().waitFor();
      for (const answer of await page.locator('#reader-answer summary').all()) await answer.click();
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
      await sees(page, '#reader-title', /Fontanería/);
      await page.locator('#reader-close').click();
      for (const tab of ['#tab-company', '#tab-figures', '#tab-account']) {
        await page.click(tab);
        await assertFits(page);
        for (const name of await page.locator('.tabs :is(button, a)').all()) {
          assert.ok(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), await name.innerText());
          assert.ok(((await name.boundingBox())?.x ?? -1) >= 0, await name.innerText());
        }
      }
      assert.deepEqual(faults, []);
    }
  });

  it('shows the real answer beside the page: its headers, its JSON, and the raw Markdown', async () => {
    const { page } = await browser.visit(`${consoleUrl}?query=desatasco`);
    await page.locator('#search-answer summary').first().click();
    await sees(page, '#search-answer', /200 OK · \d+ ms · [\d,]+ kB/);
    // The content is created by the `toggle` event, which follows the click.
    await page.locator('#search-answer pre').first().waitFor();
    const [request = '', json = '', headers = ''] = await page.locator('#search-answer pre').allTextContents();
    assert.match(request, /^GET \/wp-json\/agentes\/v1\/search_pages\?query=desatasco/);
    assert.equal((JSON.parse(json) as { total: number }).total, 2);
    assert.match(headers, /^ratelimit-remaining: 59$/m);
    await page.locator('.open').first().click();
    await page.locator('#reader-answer summary').first().click();
    await sees(page, '#reader-answer pre', /Desatasco/);
  });

  it('shows only its notice without JavaScript, with a link', async () => {
    const { page } = await browser.visit(consoleUrl, { javaScript: false });
    assert.deepEqual(await visibleTexts(page), ['Esta consola necesita JavaScript. La API no: empieza por agents.md']);
  });

  it('changes its language, and keeps the query and the open page', async () => {
    const { page, faults } = await browser.visit(`${consoleUrl}?query=desatasco`);
    await page.click('.results .open');
    await sees(page, '#reader-title', /Desatascos/);
    await page.click('#language');
    await sees(page, '#status', /page/);
    await sees(page, '#reader-title', /Desatascos/);
    await sees(page, '#language', /^Español$/);
    assert.match(page.url(), /\?lang=en&query=desatasco&page=/);
    await page.click('a[href$="/api/docs?lang=en"]');
    await sees(page, 'h1', /Reference|API/);
    assert.deepEqual(faults, []);
  });

  it('is in English for a site in another language', async () => {
    const site = { ...sampleContent().site, language: 'fr' };
    await using other = await runLocalServer({ content: { site } });
    const { page, faults } = await browser.visit(`${other.publicUrl}/api/sandbox?query=grifos`);
    await sees(page, '#status', /3 pages\./);
    await page.click('#tab-company');
    await sees(page, '#company', /Legal name/);
    assert.doesNotMatch(await page.innerText('body'), /páginas|Buscar|Empresa/);
    assert.deepEqual(faults, []);
  });

  it('leads somewhere: telephone, mail and chat by their programs, pages in the reader', async () => {
    const { page } = await browser.visit(`${consoleUrl}?tab=company`);
    const hrefs = await page.locator('#company dd a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    assert.deepEqual(hrefs, ['tel:+34600111222', 'mailto:hola@casa.example', 'https://wa.me/34600111222']);
    await page.locator('#company .links a').first().click();
    await sees(page, '#reader-title', /Fontanería/);
    assert.equal(await page.locator('#panel-search').isVisible(), true);
    await page.goBack();
    assert.equal(await page.locator('#company').isVisible(), true);
  });
});
