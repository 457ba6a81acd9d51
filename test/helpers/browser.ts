import assert from 'node:assert/strict';
import axe from 'axe-core';
import { chromium, type Page } from 'playwright-core';

/** Debian's Chromium: the package `playwright-core` brings none. */
const CHROMIUM = '/usr/bin/chromium';

type Look = {
  readonly dark?: boolean;
  readonly width?: number;
  readonly javaScript?: boolean;
  /** Without `X-Forwarded-For`: a sandboxed page may not send it (CORS), and no quota is close. */
  readonly plainHeaders?: boolean;
  /** Runs before the page's own scripts. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

/** Opens Chromium, with features that it does not enable by default. */
export async function openBrowser(features: readonly string[] = []) {
  const args = ['--no-sandbox', ...features.map((name) => `--enable-features=${name}`)];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  let visitors = 0;
  return {
    /** A page of a new visitor, who has a quota of their own, and what went wrong on it. */
    async visit(url: string, look: Look = {}) {
      visitors += 1;
      const context = await browser.newContext({
        viewport: { width: look.width ?? 1280, height: 850 },
        colorScheme: look.dark ? 'dark' : 'light',
        javaScriptEnabled: look.javaScript ?? true,
        extraHTTPHeaders: look.plainHeaders === true ? {} : { 'X-Forwarded-For': `198.18.99.${visitors}` },
      });
      const page = await context.newPage();
      const faults: string[] = [];
      const { host } = new URL(url);
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        const asked = new URL(request.url());
        if (asked.protocol.startsWith('http') && asked.host !== host) faults.push(`request to ${asked.host}`);
      });
      await look.prepare?.(page);
      await page.goto(url);
      return { page, faults };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Waits for a text to stand in an element. */
export async function sees(page: Page, selector: string, text: RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 300_000 });
}

/** The texts of what is visible, of each element of the body. */
export async function visibleTexts(page: Page): Promise<string[]> {
  const texts = await page.locator('body > *:visible').allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' '));
}

/** No element is wider than the window. */
export async function assertFits(page: Page): Promise<void> {
  const [wide, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
    number,
    number,
  ];
  assert.ok(wide <= window, `${wide} > ${window}`);
}

/** Accessibility violations that axe-core finds in a page. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
