import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser, type Browser } from '../../helpers/browser.ts';
import { INVISIBLE, NOT_PROVEN, VISIBLE } from '../../fixtures/hidden-text.ts';

/** Two texts of the same length: whoever sees anything of one sees that it is not the other. */
const TEXTS = ['HHHHHH HHHHHH HHHHHH', 'iiiiii iiiiii iiiiii'] as const;
/** The share of the difference that the two make as a plain paragraph, below which nobody reads anything. */
const LEAST_SHARE = 0.025;

/** Differences of two screenshots, in the page: of each band of them the sum over all pixels and channels, but for what no eye sees. */
const DIFFERENCES = `async (images, height) => {
  const [one, other] = await Promise.all(images.map(async (image) => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + image)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  }));
  const band = one.width * height * 4;
  const sums = new Array(one.data.length / band).fill(0);
  for (let i = 0; i < one.data.length; i++) {
    const difference = Math.abs(one.data[i] - other.data[i]);
    if (difference > 16) sums[Math.floor(i / band)] += difference;
  }
  return sums;
}`;

const WIDTH = 1280;
/** Height of a page, and of each of the frames in which several are looked at together. */
const [ALONE, TOGETHER] = [850, 300];
const MOST_TOGETHER = 16;

/** All cases, or every so many of them. */
const EVERY = Number(process.env['CASES_EVERY'] ?? 1);

type Page = Awaited<ReturnType<Browser['visit']>>['page'];
let browser: Browser;
let page: Page;
let comparer: Page;
let whole: number;

const documentOf = (html: string, text: string) =>
  `<!doctype html><html lang="es"><style>body{font-family:monospace}</style><body><p>Antes.</p>${html.replaceAll('TEXT', text)}`;

/** What of each page differs between the two texts; a function makes one page of a text. */
async function differencesOf(height: number, count: number, written: (text: string) => string): Promise<number[]> {
  const images: string[] = [];
  await page.setViewportSize({ width: WIDTH, height: height * count });
  for (const text of TEXTS) {
    // Scripts that declare a constant need a window of their own each time.
    await page.goto('about:blank');
    await page.setContent(written(text));
    // Animations of a millisecond have ended after two frames.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    images.push((await page.screenshot()).toString('base64'));
  }
  return (await comparer.evaluate(`(${DIFFERENCES})(${JSON.stringify(images)}, ${height})`)) as number[];
}

async function shareAlone(html: string): Promise<number> {
  const [difference = 0] = await differencesOf(ALONE, 1, (text) => documentOf(html, text));
  return difference / whole;
}

const FRAMES = `<!doctype html><style>body{margin:0}iframe{display:block;border:0;width:${WIDTH}px;height:${TOGETHER}px}</style>`;
const frameOf = (html: string) =>
  `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;

async function sharesTogether(cases: readonly string[]): Promise<number[]> {
  const differences = await differencesOf(
    TOGETHER,
    cases.length,
    (text) => FRAMES + cases.map((html) => frameOf(documentOf(html, text))).join(''),
  );
  return differences.map((difference) => difference / whole);
}

before(async () => {
  browser = await openBrowser();
  ({ page } = await browser.visit('about:blank'));
  ({ page: comparer } = await browser.visit('about:blank'));
  whole = 1;
  whole = await shareAlone('<p>TEXT</p>');
});
after(() => browser[Symbol.asyncDispose]());

function holds(catalogue: Readonly<Record<string, readonly string[]>>, shown: boolean): void {
  for (const [group, all] of Object.entries(catalogue)) {
    const cases = all.filter((_, index) => index % EVERY === 0);
    it(`shows ${shown ? 'each' : 'none'} of: ${group}`, async () => {
      const wrong: string[] = [];
      for (let from = 0; from < cases.length; from += MOST_TOGETHER) {
        const some = cases.slice(from, from + MOST_TOGETHER);
        for (const [index, share] of (await sharesTogether(some)).entries()) {
          const html = some[index] ?? '';
          if (share >= LEAST_SHARE === shown) continue;
          // A page of its own has another height, and a canvas to blend with.
          const alone = await shareAlone(html);
          if (alone >= LEAST_SHARE !== shown) wrong.push(`${alone.toFixed(3)} ${html}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }
}

describe('Chromium, of the texts that the catalogue calls invisible,', () => {
  holds(INVISIBLE, false);
  holds(NOT_PROVEN, false);
});

describe('Chromium, of the texts that the catalogue calls visible,', () => {
  holds(VISIBLE, true);
});
