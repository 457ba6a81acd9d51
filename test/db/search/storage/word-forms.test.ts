import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Numbers, ReadArray } from '../../../../db/search/storage/arrays.ts';
import { readWordForms, writeWordForms } from '../../../../db/search/storage/word-forms.ts';
import { atOnce } from '../../../../db/slices.ts';
import { createAnalyzer } from '../../../../db/search/text/analyzer.ts';
import { readDictionary } from '../../../../db/search/text/dictionaries.ts';

function wordFormsOf(language: string) {
  const analyzer = createAnalyzer(language);
  const stored = new Map<string, Numbers>();
  writeWordForms(analyzer, (name, numbers) => stored.set(name, numbers));
  const read: ReadArray = (name, Type) => {
    const { buffer, byteOffset, byteLength } = stored.get(name) ?? new Uint8Array();
    return new Type(new Uint8Array(buffer, byteOffset, byteLength).slice().buffer);
  };
  const { isWord, basesOf } = atOnce(readWordForms(read, analyzer));
  return {
    areWords: (text: string) => text.split(' ').map((word) => isWord(analyzer.fold(word))),
    basesOf: (word: string) => basesOf(analyzer.fold(word)),
  };
}

const all = (text: string, is: boolean) => text.split(' ').map(() => is);

describe('word forms', () => {
  const words = {
    es: 'paella guitarras otorgarían apagon apagón rehacemos Toledo email',
    en: 'guitar guitars running unhappily',
    fr: 'guitares étions vitrerie refaites',
  };
  const slips = { es: 'paelja desatacos canecismos', en: 'guitra runnning', fr: 'guittare vitrreie' };

  for (const language of ['es', 'en', 'fr'] as const) {
    const { areWords } = wordFormsOf(language);

    it(`are known in ${language} with and without their accents and affixes`, () => {
      assert.deepEqual(areWords(words[language]), all(words[language], true));
    });

    it(`are none in ${language} when they are misspelt`, () => {
      assert.deepEqual(areWords(slips[language]), all(slips[language], false));
    });

    it(`have rules in ${language} that can all be read`, () => {
      for (const { condition } of readDictionary(language)?.affixes ?? []) assert.ok(new RegExp(condition, 'u'));
    });
  }

  it('lead to the words that they are forms of, but not over a prefix, which changes what is meant', () => {
    assert.deepEqual(wordFormsOf('es').basesOf('otorgarían'), ['otorgar']);
    assert.deepEqual(wordFormsOf('en').basesOf('unhappily'), []);
  });

  it('are not known in a language without a dictionary', () => {
    const { areWords, basesOf } = wordFormsOf('vi');
    assert.deepEqual([...areWords('nước'), ...basesOf('nước')], [false]);
  });
});
