/** Wrapper of playwright-core. Optional: neither it nor a Chromium is part of the installation. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { collect } from './collect.js';

/** A text, image or contact link of a page, in document order. */
export type Shown = {
  readonly kind: 'text' | 'image' | 'link';
  /** The text, or the address of the image or link. */
  readonly value: string;
  readonly isVisible: boolean;
  /** Number of the nearest element of the original HTML, as in `numbered`; `undefined` for content of scripts alone. */
  readonly element?: string | undefined;
  /** If it is invisible: the reason and the element, such as `display: none of div.menu`. */
  readonly hiding?: string | undefined;
};

// Window widths in pixels.
const WIDTHS = [1280, 390] as const;
const HEIGHT = 900;
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
// Timeout of a page, in milliseconds.
const LOADING_MS = 20_000;

/** Answers a request of a page with a file, or with nothing. By default, pages are loaded from the network. */
export type Serve = (url: URL) => { readonly body: Buffer; readonly type: string } | undefined;

/** Opens a headless Chromium; `undefined` if playwright-core or a Chromium is missing. */
export async function openRenderer(serve?: Serve) {
  const executablePath = CHROMIUMS.find((path) => existsSync(path));
  const playwright = await import('playwright-core').catch(() => undefined);
  if (executablePath === undefined || !playwright) return undefined;
  const browser = await playwright.chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    /** Collects the content that is visible in at least one of two windows. */
    render: (address: string) => render(browser, address, serve),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

// Scripts, style sheets and comments are skipped: a script may contain tags.
const TAG = /<!--[^]*?-->|<(script|style|textarea|title|xmp)\b[^]*?<\/\1\s*>|<[a-z][^\s/<>"'=]*/gi;
/** Attribute with the number of an element. Without quotes, because a tag may be part of an attribute value. */
export const NUMBER = 'data-element-number';

/** Numbers the elements of an HTML document, so that rendered content leads to its element. */
export function numbered(html: string): string {
  let number = 0;
  return html.replaceAll(TAG, (tag, raw?: string) =>
    raw === undefined && !tag.startsWith('<!') ? `${tag} ${NUMBER}=${number++} ` : tag,
  );
}

/** The original HTML of a page, and its rendered content. */
export type Rendered = { readonly html: string; readonly shown: readonly Shown[] };

async function render(browser: Browser, address: string, serve: Serve | undefined): Promise<Rendered> {
  let shown: readonly Shown[] = [];
  let html = '';
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: HEIGHT }, serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(LOADING_MS);
      await page.route('**/*', async (route) => {
        const request = route.request();
        const file = serve?.(new URL(request.url()));
        const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
        if (serve && !file) return route.abort();
        if (!isPage) return file ? route.fulfill({ body: file.body, contentType: file.type }) : route.continue();
        const response = file ? undefined : await route.fetch().catch(() => undefined);
        if (!file && !response) return route.abort();
        const body = (await response?.text()) ?? file?.body.toString() ?? '';
        html ||= body;
        await route.fulfill({
          ...(response && { response }),
          contentType: 'text/html; charset=utf-8',
          body: numbered(body),
        });
      });
      await page.goto(address, { waitUntil: 'load', timeout: LOADING_MS });
      const there = await page.evaluate(collect, NUMBER);
      shown = shown.length === 0 ? there : merged(shown, there);
    } finally {
      await context.close();
    }
  }
  return { html, shown };
}

// An item counts as visible if either window shows it.
function merged(first: readonly Shown[], second: readonly Shown[]): readonly Shown[] {
  const keyOf = ({ kind, value, element }: Shown) => `${kind} ${element} ${value}`;
  const visible = new Set([...first, ...second].filter(({ isVisible }) => isVisible).map(keyOf));
  return first.map((item) => ({ ...item, isVisible: visible.has(keyOf(item)) }));
}
