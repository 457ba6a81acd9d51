import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as assertProperty, constantFrom, property, string } from 'fast-check';
import { sentenceStarts } from '../../../../db/search/text/sentences.ts';

function sentencesOf(text: string): string[] {
  const starts = sentenceStarts(text);
  return Array.from(starts, (from, at) => text.slice(from, starts[at + 1]));
}

describe('sentenceStarts', () => {
  it('parts a text behind the ends of sentences and lines', () => {
    assert.deepEqual(sentencesOf('¿Cuánto? «Poco.» Son 12.50 euros: eso.\nOtra línea… y fin'), [
      '¿Cuánto? ',
      '«Poco.» ',
      'Son 12.50 euros: ',
      'eso.\n',
      'Otra línea… ',
      'y fin',
    ]);
  });

  it('knows the ends of sentences in scripts without spaces', () => {
    assert.deepEqual(sentencesOf('我们修。你呢？好'), ['我们修。', '你呢？', '好']);
  });

  it('leaves nothing of a text out', () => {
    const part = constantFrom('a', ' ', '.', '?', '\n', '»', '。', '…', '🔧');
    assertProperty(
      property(array(part), string({ unit: 'grapheme' }), (parts, other) => {
        const text = parts.join('') + other;
        assert.equal(sentencesOf(text).join(''), text);
        assert.ok(sentencesOf(text).every((sentence) => sentence !== ''));
      }),
    );
  });
});
