import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Numbers } from '../../../../db/search/storage/arrays.ts';
import { readOtherWords, writeOtherWords } from '../../../../db/search/storage/other-words.ts';
import { createAnalyzer } from '../../../../db/search/text/analyzer.ts';

function otherWordsOf(language: string) {
  const stored = new Map<string, Numbers>();
  writeOtherWords(createAnalyzer(language), (name, numbers) => stored.set(name, numbers));
  return readOtherWords((name, Type) => {
    const { buffer } = stored.get(name) ?? new Uint8Array();
    return new Type(buffer as ArrayBuffer);
  });
}

describe('words of other languages', () => {
  it('are known with the languages that have them, in singular and plural', () => {
    const languagesOf = otherWordsOf('es');
    for (const [word, languages] of [
      ['handy', 'en'],
      ['gardens', 'en'],
      ['chambre', 'fr'],
      ['chambres', 'fr'],
      ['chauffage', 'fr'],
      ['installation', 'en fr'],
    ] as const) {
      assert.equal(languagesOf(word).join(' '), languages, word);
    }
    assert.deepEqual(otherWordsOf('en')('fontanero'), ['es']);
  });

  it('are none of the own language, no names, and none by chance', () => {
    const languagesOf = otherWordsOf('es');
    for (const word of [
      'hotel',
      'casa',
      'london',
      'key',
      'gardenz',
      'fontanreo',
      'qqxyz',
      'slazos',
      'tardtes',
      's',
      '',
    ]) {
      assert.deepEqual(languagesOf(word), [], word);
    }
  });

  it('are not told from its own in a language without a dictionary', () => {
    assert.deepEqual(otherWordsOf('de')('handy'), []);
  });
});
