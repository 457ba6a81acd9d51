import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { assertFits, axeFaults, openBrowser, sees, type Browser } from '../../helpers/browser.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { movedClock } from '../../helpers/moved-clock.ts';

const SEARCH = '**/search_pages?*';

const clock = movedClock();
let server: LocalServer;
let browser: Browser;
let consoleUrl: string;
before(async () => {
  server = await runLocalServer({ sources: clock.sources });
  consoleUrl = `${server.publicUrl}/api/sandbox`;
  browser = await openBrowser();
});
after(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Keeps every search waiting until it is let go. */
async function heldSearches(page: Page) {
  const held: Route[] = [];
  await page.route(SEARCH, (route) => void held.push(route));
  return {
    first: async () => {
      await page.waitForRequest(SEARCH);
      return held;
    },
    letGo: async () => {
      await page.unroute(SEARCH);
      for (const route of held.splice(0)) await route.continue().catch(() => undefined);
    },
  };
}

async function spendQuota(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let n = 0; n < 60; n += 1) await fetch('/wp-json/agentes/v1/get_company_info');
  });
}

describe('the search of the console', () => {
  it('shows nothing of the last query under the next one, and says that it searches', async () => {
    const { page } = await browser.visit(`${consoleUrl}?query=fontaneros`);
    await sees(page, '#status', /3 páginas\./);
    const searches = await heldSearches(page);
    await page.fill('#query', 'desatasco');
    await sees(page, '#status', /^Buscando…$/);
    assert.equal(await page.locator('#found').getAttribute('aria-busy'), 'true');
    assert.equal(await page.locator('#results li').count(), 0);
    assert.equal(await page.locator('#search-answer *').count(), 0);
    await searches.letGo();
    await sees(page, '#status', /2 páginas\./);
    assert.equal(await page.locator('#found').getAttribute('aria-busy'), 'false');
    assert.match((await page.locator('.open').first().textContent()) ?? '', /Desatascos/);
  });

  it('marks the words of the query in titles, and shows the path of each result', async () => {
    for (const width of [1440, 360]) {
      const { page } = await browser.visit(consoleUrl, { width });
      await page.fill('#query', 'desatascos');
      await sees(page, '#status', /2 páginas\./);
      assert.match((await page.locator('.open mark').first().textContent()) ?? '', /^Desatascos$/i);
      assert.match((await page.locator('.results .path').first().textContent()) ?? '', /^\/\S+$/);
      assert.deepEqual(await axeFaults(page), []);
      await assertFits(page);
      const { SCREENSHOTS: folder } = process.env;
      if (folder) await page.screenshot({ path: `${folder}/console-${width}.png` });
    }
  });

  it('never lets an answer that is late take the place of a newer one', async () => {
    const { page } = await browser.visit(consoleUrl);
    const searches = await heldSearches(page);
    const first = searches.first();
    await page.fill('#query', 'fontaneros');
    await first;
    await page.fill('#query', 'desatasco');
    await searches.letGo();
    await sees(page, '#status', /2 páginas\./);
    assert.match((await page.locator('.open').first().textContent()) ?? '', /Desatascos/);
  });

  it('asks as rarely when somebody types slowly as when they type fast', async () => {
    for (const delay of [20, 600]) {
      const { page } = await browser.visit(consoleUrl);
      const asked: string[] = [];
      page.on('request', (request) => void (request.url().includes('search_pages') && asked.push(request.url())));
      await page.locator('#query').pressSequentially('grifos', { delay });
      await sees(page, '#status', /páginas\./);
      assert.equal(asked.length, 1, asked.join(' '));
    }
  });

  it('closes the page that is open when something else is searched', async () => {
    const { page } = await browser.visit(`${consoleUrl}?query=fontaneros`);
    await page.locator('.open').first().click();
    await page.locator('#reader-body p').first().waitFor();
    await page.fill('#query', 'desatasco');
    await page.locator('#reader').waitFor({ state: 'hidden' });
    await sees(page, '#status', /2 páginas\./);
    assert.equal(new URL(page.url()).search, '?query=desatasco');
  });

  it('keeps query, city, tab and page in the address, and Back closes the reader', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.fill('#query', 'fontaneros');
    await page.selectOption('#city', 'gijon');
    await sees(page, '#status', /1 página\./);
    assert.equal(new URL(page.url()).search, '?query=fontaneros&city=gijon');
    await page.locator('.open').click();
    await sees(page, '#reader-title', /Fontanería en Gijón/);
    const shared = page.url();
    assert.equal(new URL(shared).searchParams.get('page'), 'https://casa.example/gijon/fontaneria/');
    await page.goBack();
    await page.locator('#reader').waitFor({ state: 'hidden' });
    await sees(page, '#status', /1 página\./);
    assert.equal(await page.evaluate('document.activeElement.className'), 'open');
    await page.click('#tab-figures');
    assert.equal(new URL(page.url()).searchParams.get('tab'), 'figures');
    await page.goBack();
    assert.equal(await page.locator('#panel-search').isVisible(), true);

    const { page: other } = await browser.visit(shared);
    await sees(other, '#reader-title', /Fontanería en Gijón/);
    await sees(other, '#status', /1 página\./);
    assert.equal(await other.inputValue('#query'), 'fontaneros');
    assert.equal(await other.inputValue('#city'), 'gijon');
    await other.keyboard.press('Escape');
    await other.locator('#reader').waitFor({ state: 'hidden' });
    assert.equal(new URL(other.url()).search, '?query=fontaneros&city=gijon');
  });

  it('offers to try again what failed, from the first request on', async () => {
    const { page } = await browser.visit(`${consoleUrl}?query=grifos`, {
      prepare: (fresh) => fresh.route(SEARCH, (route) => route.abort()),
    });
    await sees(page, '#notice', /No se ha podido llamar a la API/);
    await sees(page, '#status', /ha fallado/);
    await page.unroute(SEARCH);
    await page.locator('#notice button', { hasText: 'Reintentar' }).click();
    await sees(page, '#status', /3 páginas\./);
    assert.equal(await page.locator('#notice').isVisible(), false);
  });

  it('counts down after a quota that is used up, searches by itself, and then is silent', async () => {
    const { page } = await browser.visit(consoleUrl, { prepare: (fresh) => fresh.clock.install() });
    await spendQuota(page);
    await page.fill('#query', 'fontaneros');
    await page.clock.runFor(2000);
    await sees(page, '#notice', /Cuota agotada. La petición se repetirá automáticamente.*Se reintenta dentro de/s);
    const shown = await page.locator('#notice [role=timer]').innerText();
    await page.clock.runFor(5000);
    assert.notEqual(await page.locator('#notice [role=timer]').innerText(), shown);
    // Nothing is sent meanwhile: all that is asked for waits.
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('search_pages') && asked.push(request.url())));
    await page.fill('#query', 'desatasco');
    await page.clock.runFor(3000);
    await page.click('#tab-company');
    await page.click('#tab-search');
    assert.deepEqual(asked, []);
    clock.advance(61);
    await page.clock.runFor(61_000);
    await sees(page, '#status', /2 páginas\./);
    assert.equal(await page.locator('#notice').isVisible(), false);
    assert.match((await page.locator('.open').first().textContent()) ?? '', /Desatascos/);
    await page.click('#tab-company');
    await sees(page, '#company', /Casa a punto, S\. L\./);
    assert.deepEqual(
      asked.map((url) => new URL(url).searchParams.get('query')),
      ['desatasco'],
    );
  });

  it('offers a token when the quota is used up, and continues as soon as there is a token', async () => {
    const { page } = await browser.visit(consoleUrl);
    await spendQuota(page);
    await page.fill('#query', 'fontaneros');
    await page.locator('#notice button', { hasText: 'Registrar un cliente' }).click();
    await page.click('#register button');
    await page.click('#get-token:enabled');
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await page.click('#tab-search');
    await sees(page, '#status', /3 páginas\./);
    await sees(page, '#quota-text', /identificado/);
  });

  it('says in its own language that a page cannot be read here, and where on the site it is', async () => {
    const { page } = await browser.visit(`${consoleUrl}?page=https://casa.example/nada/`);
    await sees(page, '#notice', /Esta página no está disponible aquí/);
    assert.equal(await page.locator('#notice a').getAttribute('href'), 'https://casa.example/nada/');
    assert.equal(await page.locator('#reader').isVisible(), false);
    const { page: lured } = await browser.visit(`${consoleUrl}?page=https://evil.example/`);
    await sees(lured, '#notice', /Esta página no está disponible aquí/);
    assert.equal(await lured.locator('#notice a').count(), 0);
  });

  it('explains the quota of people without a token', async () => {
    const { page } = await browser.visit(consoleUrl);
    await page.click('.quota button');
    await sees(page, '#quota-help', /Sin token \(política «anonimo»\): 60 peticiones por minuto.*misma dirección IP/);
  });
});
