/** Wrapper of playwright-core. Optional: neither it nor a Chromium is part of the installation. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** A text, image or contact link of a page, in document order. */
export type Shown = {
  readonly kind: 'text' | 'image' | 'link';
  /** The text, or the address of the image or link. */
  readonly value: string;
  readonly isVisible: boolean;
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
      if (serve)
        await page.route('**/*', async (route) => {
          const file = serve(new URL(route.request().url()));
          await (file ? route.fulfill({ body: file.body, contentType: file.type }) : route.abort());
        });
      const response = await page.goto(address, { waitUntil: 'load', timeout: LOADING_MS });
      html ||= (await response?.text()) ?? '';
      const there = (await page.evaluate(`(${COLLECT})()`)) as Shown[];
      shown = shown.length === 0 ? there : merged(shown, there);
    } finally {
      await context.close();
    }
  }
  return { html, shown };
}

// An item counts as visible if either window shows it.
function merged(first: readonly Shown[], second: readonly Shown[]): readonly Shown[] {
  const keyOf = ({ kind, value }: Shown) => `${kind} ${value}`;
  const visible = new Set([...first, ...second].filter(({ isVisible }) => isVisible).map(keyOf));
  return first.map((item) => ({ ...item, isVisible: visible.has(keyOf(item)) }));
}

// Runs in the page. The main region is found with the marks of the converter. `details` are opened first, as a visitor can. An
// element is visible if `checkVisibility` holds and its box lies within the page and exceeds one pixel.
const COLLECT = `async () => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const loading = [...document.images].map((image) => {
    image.loading = 'eager';
    return image.complete || new Promise((resolve) => { image.onload = image.onerror = resolve; });
  });
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, 3000))]);
  const MARKS = [
    '.entry-content, .post-content, .page-content, .wp-block-post-content',
    '[data-elementor-type="wp-page"], [data-elementor-type="wp-post"]',
    'main, [role=main]', 'article', '#content, #main, #main-content, #primary',
  ];
  const FILE = /^(?!data:)[^\\s"'<>]+\\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#]|$)/i;
  const length = (element) => element.textContent.trim().length;
  let root = document.body;
  for (const mark of MARKS) {
    const [best] = [...document.querySelectorAll(mark)].sort((a, b) => length(b) - length(a));
    if (best && length(best) >= 400) { root = best; break; }
  }
  const width = document.documentElement.scrollWidth;
  const inPage = (box) => box.width > 1 && box.height > 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0 && box.left < width;
  const isVisible = (element, boxes, isLazy = false) =>
    element.checkVisibility({ opacityProperty: !isLazy, visibilityProperty: !isLazy, contentVisibilityAuto: true }) && boxes.some(inPage);
  const found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      const around = node.parentElement;
      if (node.data.trim() === '' || around.closest('script, style, noscript, template, textarea, select, svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      found.push({ kind: 'text', value: node.data, isVisible: isVisible(around, boxes) });
    } else if (node.localName === 'img') {
      // The file of a lazy image is in another attribute, and the image transparent, until a script loads it.
      const file = [node.currentSrc, ...[...node.attributes].map(({ value }) => value)].find((value) => FILE.test(value));
      found.push({ kind: 'image', value: file || node.src, isVisible: isVisible(node, [node.getBoundingClientRect()], file !== node.currentSrc) });
    } else if (node.localName === 'a' && /^(tel:|mailto:|https:..(wa\\.me|api\\.whatsapp\\.com))/.test(node.href)) {
      found.push({ kind: 'link', value: node.href, isVisible: isVisible(node, [node, ...node.querySelectorAll('*')].flatMap((one) => [...one.getClientRects()])) });
    }
  }
  return found;
}`;
