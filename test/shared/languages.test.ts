import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

  it('knows none for anything else', () => {
    for (const range of ['', '-', '_', '*', 'x-es', 'deutsch', 'es es', 'fr-ES']) {
      assert.equal(lookUpLanguage(range, ['es', 'de']), undefined, range);
    }
  });
});
