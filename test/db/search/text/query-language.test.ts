import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isForeign, otherLanguageOf } from '../../../../db/search/text/languages/query-language.ts';

describe('isForeign', () => {
  it('is true for stop words of further languages only, and for further scripts', () => {
    const words = ['the', 'and', 'de', 'fontanero', 'ремонт', '修理'];
    assert.deepEqual(
      words.filter((word) => isForeign(word, 'es')),
      ['the', 'and', 'ремонт', '修理'],
    );
  });

  it('is true for a word of every query in a further language', () => {
    for (const [query, language] of [
      ['where do you repair the boiler', 'en'],
      ['wir suchen einen klempner für das bad', 'de'],
      ['ремонт котла', 'ru'],
      ['修理', 'zh'],
    ] as const) {
      const words = query.split(' ');
      assert.equal(otherLanguageOf(words, words, 'es'), language);
      assert.ok(words.some((word) => isForeign(word, 'es')));
    }
  });
});
