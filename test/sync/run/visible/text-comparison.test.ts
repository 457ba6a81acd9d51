import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wordsOf } from '../../../../sync/run/visible/shown-page.ts';
import { createWordMatcher, folded, withoutBetween } from '../../../../sync/run/visible/text-comparison.ts';

describe('wordsOf', () => {
  it('leaves out what nobody is shown, behind letters of whatever language', () => {
    const html = '<p>İİİİİİİİ</p><template><p>Gizli</p></template><p>Açık</p>';
    assert.deepEqual(wordsOf(html), folded('İİİİİİİİ Açık'));
  });
});

describe('the words of a text', () => {
  it('are found however long one is', () => {
    assert.equal(folded(`uno ${'a'.repeat(5_000_000)} dos`).join('').length, 5_000_006);
  });
});

describe('the words that a text has together', () => {
  it('are found in one reading of it, however many are asked for', () => {
    let reads = 0;
    const words = new Proxy<string[]>(folded('Para socios: 30 euros al mes'), {
      get: (target, key): unknown => {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const matches = createWordMatcher(words);
    const before = reads;
    const labels = Array.from({ length: 1000 }, (_, n) => ['nota', String(n)]);
    assert.equal(labels.some(matches), false);
    assert.deepEqual(
      ['30', 'socios 30', 'para socios 30 euros', 'socios 30 al', 'mes para'].map((text) => matches(folded(text))),
      [true, true, true, false, false],
    );
    assert.equal(reads, before);
  });

  it('are the same with hyphens and joints that nobody sees, and however letters are written', () => {
    assert.deepEqual(folded('so&shy;cios caf&eacute; 30 eu\u200Bros a&#173;l&zwj;'), [
      'socios',
      'café',
      '30',
      'euros',
      'al',
    ]);
  });
});

describe('withoutBetween', () => {
  it('leaves out what stands between two signs that are near each other, from the first of these', () => {
    assert.equal(withoutBetween('a [b [c] d] e [f', '[', ']'), 'a   d] e [f');
    assert.equal(withoutBetween(`[${'x'.repeat(2000)}] y`, '[', ']'), '  y');
    const long = `[${'x'.repeat(2001)}] y`;
    assert.equal(withoutBetween(long, '[', ']'), long);
    assert.equal(withoutBetween('[a](https://b) c', '](', ')'), '[a  c');
  });
});
