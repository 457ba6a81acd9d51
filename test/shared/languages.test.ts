import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { lookUpLanguage } from '../../shared/languages.ts';

describe('lookUpLanguage', () => {
  it('shortens a tag until the site has it', () => {
    const languages = ['es', 'de', 'pt', 'zh', 'he'];
    for (const [range, language] of [
      ['de-DE', 'de'],
      ['pt_BR', 'pt'],
      ['de_CH_informal', 'de'],
      ['zh-Hant-TW', 'zh'],
      ['ES', 'es'],
      ['spa', 'es'],
      ['iw', 'he'],
      [' de-x-private ', 'de'],
    ] as const) {
      assert.equal(lookUpLanguage(range, languages), language, range);
    }
  });

  it('prefers the longest, and does not look for longer ones', () => {
    assert.equal(lookUpLanguage('zh-TW', ['zh', 'zh-TW']), 'zh-TW');
    assert.equal(lookUpLanguage('zh', ['zh-TW']), undefined);
  });

  it('makes nothing of a tag of many subtags that is in proportion to their square', async () => {
    const module = import.meta.resolve('../../shared/languages.ts');
    const source = `import { lookUpLanguage } from ${JSON.stringify(module)};
      import { parentPort } from 'node:worker_threads';
      parentPort.postMessage(lookUpLanguage('de' + '-a'.repeat(16_000), ['es', 'de']));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
    assert.deepEqual(await once(worker, 'message'), ['de']);
  });

  it('knows none for anything else', () => {
    for (const range of ['', '-', '_', '*', 'x-es', 'deutsch', 'es es', 'fr-ES']) {
      assert.equal(lookUpLanguage(range, ['es', 'de']), undefined, range);
    }
  });
});
