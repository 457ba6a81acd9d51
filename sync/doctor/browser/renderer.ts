/** Wrapper of playwright-core. Optional: neither it nor a Chromium is part of the installation. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

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
  const keyOf = ({ kind, value, element }: Shown) => `${kind} ${element} ${value}`;
  const visible = new Set([...first, ...second].filter(({ isVisible }) => isVisible).map(keyOf));
  return first.map((item) => ({ ...item, isVisible: visible.has(keyOf(item)) }));
}

// Runs in the page. `details` are opened first, as a visitor can. An element is visible if `checkVisibility` holds and its box lies within the page and exceeds one pixel.
const COLLECT = `async () => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const loading = [...document.images].map((image) => {
    image.loading = 'eager';
    return image.complete || new Promise((resolve) => { image.onload = image.onerror = resolve; });
  });
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, 3000))]);
  const FILE = /^(?!data:)[^\\s"'<>]+\\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#]|$)/i;
  const width = document.documentElement.scrollWidth;
  const inPage = (box) => box.width > 1 && box.height > 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0 && box.left < width;
  // The ancestor that clips an element to at most one pixel. A positioned element escapes the overflow of static ancestors.
  const cutter = (element) => {
    let escapes = false;
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const isPlaced = /absolute|fixed/.test(style.position);
      const box = around.getBoundingClientRect();
      const isTiny = box.width <= 1 || box.height <= 1;
      if (isTiny && /hidden|clip|auto|scroll/.test(style.overflow) && !(escapes && style.position === 'static') && style.display !== 'inline') return around;
      if (/^inset\\((?:50|100)%\\)/.test(style.clipPath)) return around;
      const sides = isPlaced && style.clip.startsWith('rect') ? style.clip.slice(5, -1).split(',').map(parseFloat) : undefined;
      if (sides && (sides[2] - sides[0] <= 1 || sides[1] - sides[3] <= 1)) return around;
      if (style.position === 'fixed') return undefined;
      escapes = isPlaced || (escapes && style.position === 'static');
    }
    return undefined;
  };
  const isVisible = (element, boxes, isLazy = false) =>
    element.checkVisibility({ opacityProperty: !isLazy, visibilityProperty: !isLazy, contentVisibilityAuto: true }) && boxes.some(inPage) && !cutter(element);
  const named = (element) => element.localName + [...element.classList].slice(0, 3).map((name) => '.' + name).join('');
  const isInvisible = (element) => getComputedStyle(element).visibility !== 'visible';
  const hidingOf = (element) => {
    for (let around = element; around.parentElement; around = around.parentElement) {
      const { display, opacity } = getComputedStyle(around);
      if (display === 'none') return 'display of ' + named(around);
      if (opacity === '0') return 'opacity of ' + named(around);
      if (isInvisible(around) && !isInvisible(around.parentElement)) return 'visibility of ' + named(around);
    }
    return 'box of ' + named(cutter(element) ?? element);
  };
  const ICON_FONT = /icon|awesome|etmodules|glyph/i;
  const found = [];
  const add = (kind, value, isVisible, element) => {
    const number = element.closest('[${NUMBER}]')?.getAttribute('${NUMBER}');
    found.push({ kind, value, isVisible, hiding: isVisible ? undefined : hidingOf(element), element: number });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      const around = node.parentElement;
      if (node.data.trim() === '' || around.closest('script, style, noscript, template, textarea, select, svg, [data-cfemail]')) continue;
      if (ICON_FONT.test(getComputedStyle(around).fontFamily)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      add('text', node.data, isVisible(around, boxes), around);
    } else if (node.localName === 'img') {
      // The file of a lazy image is in another attribute, and the image transparent, until a script loads it.
      const file = [...Object.values(node.dataset), node.currentSrc, node.src].find((value) => FILE.test(value));
      add('image', file || node.src, isVisible(node, [node.getBoundingClientRect()], file !== node.currentSrc), node);
    } else if (node.localName === 'a' && /^(tel:|mailto:|https:..(wa\\.me|api\\.whatsapp\\.com))/.test(node.href)) {
      add('link', node.href, isVisible(node, [node, ...node.querySelectorAll('*')].flatMap((one) => [...one.getClientRects()])), node);
    }
  }
  return found;
}`;
