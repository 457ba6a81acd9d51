import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, contentsOf } from '../../../sync/markdown/clean/visibility/css.ts';

const rulesIn = (css: string) => blocksOf(css).map(({ prelude, contents }) => `${prelude}|${contents ?? ''}`);
const declarationsIn = (text: string) =>
  contentsOf(text).declarations.map(
    ({ property, value, important }) => `${property}|${value}${important ? '|important' : ''}`,
  );

test('divides style sheets at the braces that are neither in strings, comments and addresses nor escaped', () => {
  assert.deepEqual(rulesIn('@import "a;b";a{b:"}"}/*}*/c{d:url(e}f;g)}'), [
    '@import "a;b"|',
    'a|b:"}"',
    'c|d:url(e}f;g)',
  ]);
  assert.deepEqual(rulesIn(String.raw`.a\{b{c:'\'}'}.d{e:f}`), [String.raw`.a\{b|c:'\'}'`, '.d|e:f']);
  assert.deepEqual(rulesIn('a{b:url( "}" )}c{d:e}'), ['a|b:url( "}" )', 'c|d:e']);
  assert.deepEqual(rulesIn('a{b:#url({)}}c{d:e}'), ['a|b:#url({)}', 'c|d:e']);
  assert.deepEqual(rulesIn('a{b:url(x y{)}c{d:e}'), ['a|b:url(x y{)', 'c|d:e']);
  assert.deepEqual(rulesIn('<!--a{b:c}-->d{e:f'), ['a|b:c', 'd|e:f']);
  assert.deepEqual(rulesIn('a{b:"c\n}d{e:f}'), ['a|b:"c\n', 'd|e:f']);
});

test('reads declarations as they are written, with what is important and without what is broken', () => {
  assert.deepEqual(declarationsIn(' COLOR : red ! IMPORTANT ; --A:b;;c:url(d;e!important) '), [
    'color|red|important',
    '--A|b',
    'c|url(d;e!important)',
  ]);
  assert.deepEqual(declarationsIn(String.raw`content:"\";!important";a:\66 ;b:c\!important`), [
    String.raw`content|"\";!important"`,
    String.raw`a|\66 `,
    String.raw`b|c\!important`,
  ]);
  assert.deepEqual(declarationsIn('*zoom:1;a:b);c:d/**/e;f:(g;h);i:j'), ['c|d e', 'f|(g;h)', 'i|j']);
  assert.deepEqual(declarationsIn('a:b);c:d'), ['c|d']);
});
