import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, sees, type Browser } from '../../helpers/browser.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { movedClock } from '../../helpers/moved-clock.ts';

const clock = movedClock();
let server: LocalServer;
let browser: Browser;
let accountUrl: string;
before(async () => {
  server = await runLocalServer({ sources: clock.sources });
  accountUrl = `${server.publicUrl}/api/sandbox?tab=account`;
  browser = await openBrowser();
});
after(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Registers a client and gets a token, which is answered. */
async function getToken(page: Page): Promise<string> {
  await page.click('#register button');
  await page.click('#get-token:enabled');
  await sees(page, '#quota-record', /identificado/);
  return await page.locator('#token pre').innerText();
}

describe('the account of the console', () => {
  it('registers a client, uses its token, and goes back to anonymous', async () => {
    const { page, faults } = await browser.visit(accountUrl);
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

  it('shows the whole token, which works as it stands, and lines that have it in them', async () => {
    const { page } = await browser.visit(accountUrl);
    const without = await page.locator('#connect pre').allInnerTexts();
    assert.ok(
      without.includes(
        `claude mcp add --transport http localhost-${server.publicUrl.split(':')[2]} ${server.publicUrl}/mcp`,
      ),
    );
    assert.ok(without.includes(`${server.publicUrl}/mcp/knowledge`));
    // `codex mcp add` would open a login that there is not.
    assert.ok(without.some((line) => line.startsWith('printf ') && line.endsWith(' >> ~/.codex/config.toml')));
    const token = await getToken(page);
    const answer = await fetch(`${server.publicUrl}/wp-json/agentes/v1/quota`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(answer.status, 200);
    const lines = await page.locator('#connect pre').allInnerTexts();
    assert.equal(lines.length, 7);
    for (const line of lines) assert.ok(line.includes(token), line);
    const curl = (await page.locator('#credentials pre').allInnerTexts()).find((line) => line.startsWith('curl')) ?? '';
    const [, url = '', id = '', secret = ''] = /^curl '([^']+)' -u '([^:]+):([^']+)'/.exec(curl) ?? [];
    const again = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    assert.equal(again.status, 200);
  });

  it('copies id, secret and token whole', async () => {
    const { page } = await browser.visit(accountUrl);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const token = await getToken(page);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.locator('#token button').click();
    await sees(page, '#token button', /Copiado/);
    assert.equal(await copied(), token);
    for (const [index, start] of ['cli_', 'cqs_'].entries()) {
      const row = page.locator('#credentials .call').nth(index);
      await row.locator('button').click();
      await row.locator('button', { hasText: 'Copiado' }).waitFor();
      assert.equal(await copied(), await row.locator('pre').innerText());
      assert.ok((await copied()).startsWith(start));
    }
  });

  it('copies, or selects, where pages without TLS have no clipboard', async () => {
    const { page } = await browser.visit(accountUrl, {
      prepare: (fresh) => fresh.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })'),
    });
    const line = page.locator('#connect .call').nth(1);
    await line.locator('button').click();
    await line.locator('button', { hasText: /Copiado|Seleccionado/ }).waitFor();
    assert.equal(await page.evaluate('getSelection().toString()'), await line.locator('pre').innerText());
  });

  it('says that there are too many registrations, and when to come back', async () => {
    const { page } = await browser.visit(accountUrl, { prepare: (fresh) => fresh.clock.install() });
    for (let n = 1; n <= 5; n += 1) {
      await page.click('#register button');
      await sees(page, '#credentials', /cli_/);
      await page.evaluate("document.querySelector('#credentials').hidden = true");
    }
    await page.click('#register button');
    await sees(page, '#account-notice', /Demasiados registros desde tu red\..*Prueba otra vez dentro de \d+ min/s);
    assert.doesNotMatch(await page.locator('#account-notice').innerText(), /Registrar un cliente/);
    await page.clock.runFor(3_700_000);
    assert.equal(await page.locator('#account-notice').isVisible(), false);
  });

  it('drops a token that has expired, says so, and calls without it', async () => {
    const { page } = await browser.visit(accountUrl);
    await getToken(page);
    clock.advance(3601);
    await page.click('#tab-search');
    await page.fill('#query', 'grifos');
    await sees(page, '#status', /3 páginas\./);
    await sees(page, '#notice', /El token ha caducado/);
    await sees(page, '#quota-text', /anónimo/);
    await page.click('#tab-account');
    assert.equal(await page.locator('#get-quota').isDisabled(), true);
    assert.equal(await page.locator('#token').isVisible(), false);
  });

  it('drops a token by itself when its hour is over', async () => {
    const { page } = await browser.visit(accountUrl, { prepare: (fresh) => fresh.clock.install() });
    await getToken(page);
    await page.clock.runFor(3_601_000);
    await sees(page, '#notice', /El token ha caducado/);
    assert.equal(await page.locator('#token').isVisible(), false);
  });
});
