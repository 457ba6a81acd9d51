import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser, type Browser } from '../../helpers/browser.ts';
import { FIRST_SIGHT_INVISIBLE, FIRST_SIGHT_VISIBLE } from '../../fixtures/hidden-text/first-sight.ts';
import { HELD_BACK_INVISIBLE, HELD_BACK_VISIBLE } from '../../fixtures/hidden-text/held-back.ts';
import { INVISIBLE } from '../../fixtures/hidden-text/invisible.ts';
import { VISIBLE } from '../../fixtures/hidden-text/visible.ts';

/** Two texts of the same length: whoever sees anything of one sees that it is not the other. */
const TEXTS = ['HHHHHH HHHHHH HHHHHH', 'iiiiii iiiiii iiiiii'] as const;
/** The share of the difference that the two make as a plain paragraph, below which nobody reads anything. */
const LEAST_SHARE = 0.025;

/** Difference of two screenshots, in the page: the sum over all pixels and channels, but for what no eye sees. */
const DIFFERENCE = `async (images) => {
  const [one, other] = await Promise.all(images.map(async (image) => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + image)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  let sum = 0;
  for (let i = 0; i < one.length; i++) {
    const difference = Math.abs(one[i] - other[i]);
    if (difference > 16) sum += difference;
  }
  return sum;
}`;

type Page = Awaited<ReturnType<Browser['visit']>>['page'];
let browser: Browser;
let page: Page;
let comparer: Page;
let whole: number;

async function differenceOf(html: string): Promise<number> {
  const images: string[] = [];
  for (const text of TEXTS) {
    await page.setContent(
      `<!doctype html><html lang="es"><style>body{font-family:monospace}</style><body><p>Antes.</p>${html.replaceAll('TEXT', text)}`,
    );
    // Animations of a millisecond have ended after two frames.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    images.push((await page.screenshot()).toString('base64'));
  }
  return (await comparer.evaluate(`(${DIFFERENCE})(${JSON.stringify(images)})`)) as number;
}

before(async () => {
  browser = await openBrowser();
  ({ page } = await browser.visit('about:blank'));
  ({ page: comparer } = await browser.visit('about:blank'));
  whole = await differenceOf('<p>TEXT</p>');
});
after(() => browser[Symbol.asyncDispose]());

function holds(catalogue: Readonly<Record<string, readonly string[]>>, shown: boolean): void {
  for (const [group, cases] of Object.entries(catalogue)) {
    it(`shows ${shown ? 'each' : 'none'} of: ${group}`, async () => {
      const wrong: string[] = [];
      for (const html of cases) {
        const share = (await differenceOf(html)) / whole;
        if (share >= LEAST_SHARE !== shown) wrong.push(`${share.toFixed(3)} ${html}`);
      }
      assert.deepEqual(wrong, []);
    });
  }
}

describe('Chromium, of the texts that the catalogue calls invisible,', () => {
  holds(INVISIBLE, false);
  holds(HELD_BACK_INVISIBLE, false);
  holds(FIRST_SIGHT_INVISIBLE, false);
});

describe('Chromium, of the texts that the catalogue calls visible,', () => {
  holds(VISIBLE, true);
  holds(HELD_BACK_VISIBLE, true);
  holds(FIRST_SIGHT_VISIBLE, true);
});
