import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertFits, axeFaults, openBrowser, visibleTexts, type Browser } from '../../helpers/browser.ts';
import { fillLedger } from '../../helpers/filled-ledger.ts';
import { runProgram } from '../../helpers/program.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

let data: Awaited<ReturnType<typeof temporaryDataDir>>;
let browser: Browser;
before(async () => {
  data = await temporaryDataDir();
  await data.publish();
  const visits = [
    { query: 'fuga de agua', reads: '/fontaneria' },
    { query: 'limpieza de alfombras', next: { query: 'desatascos', reads: '/desatascos' } },
  ];
  await fillLedger(data, visits, 30);
  browser = await openBrowser();
});
after(async () => {
  await browser[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

async function pageIn(language: string): Promise<string> {
  const file = join(data.dir, `${language}.html`);
  const args = ['--html', file, '--language', language, '--try'];
  const { code, stderr } = await runProgram('server/insights.ts', { DATA_DIR: data.dir }, args).ended;
  assert.equal(code, 0, stderr);
  return pathToFileURL(file).href;
}

describe('the page of npm run insights', () => {
  for (const language of ['es', 'en']) {
    it(`is accessible and fits in ${language}, in light and dark, wide and narrow`, async () => {
      const url = await pageIn(language);
      for (const look of [{}, { dark: true }, { width: 360 }]) {
        const { page, faults } = await browser.visit(url, look);
        assert.deepEqual(await axeFaults(page), []);
        await assertFits(page);
        assert.deepEqual(faults, []);
      }
    });
  }

  it('says the same without JavaScript', async () => {
    const url = await pageIn('en');
    const { page: plain } = await browser.visit(url, { javaScript: false });
    const { page: usual } = await browser.visit(url);
    const texts = await visibleTexts(plain);
    assert.match(texts.join(' '), /Unanswered.*limpieza de alfombras/);
    assert.deepEqual(texts, await visibleTexts(usual));
  });
});
