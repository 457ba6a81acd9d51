import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { markdownOf, render, shownText } from './render.ts';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const PIECES = [
  'a Ñ1 * ** _ ` ``` [ ] (x) ]( ! # > | |---| ~ ~~~ \\ < <b> <!-- <div> & &amp; = --- *** [^1] [x]: : http:// www. @'.split(
    ' ',
  ),
  [' ', '\n', '- ', '+ ', '1. ', '2) '],
].flat();

/** Text made of what Markdown reads as syntax. */
const syntax = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

describe('text that looks like Markdown', () => {
  const places: Readonly<Record<string, (text: string) => string>> = {
    'a paragraph': (text) => `<p>${text}</p>`,
    'a line after another': (text) => `<p>x<br>${text}</p>`,
    'a heading': (text) => `<h2>${text}</h2>`,
    'a list item': (text) => `<ul><li>${text}</li><li>z</li></ul>`,
    'a block quote': (text) => `<blockquote><p>${text}</p></blockquote>`,
    'a cell': (text) => `<table><tr><th>A</th><th>B</th></tr><tr><td>${text}</td><td>z</td></tr></table>`,
  };
  for (const [name, place] of Object.entries(places)) {
    it(`is shown as it is in ${name}, and becomes nothing else`, () => {
      fc.assert(
        fc.property(syntax, (text) => {
          const html = place(escapeHtml(text));
          const shown = render(markdownOf(html));
          assert.equal(shownText(shown).replaceAll(' ', ''), shownText(html).replaceAll(' ', ''));
          const more = /<(?:!--|(?:b|div|em|strong|del|code|pre|hr|img|input|h[13456])\b)/.exec(shown);
          assert.equal(more, null, shown);
        }),
        { numRuns: 300 },
      );
    });
  }
});

const numbered = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join('');

describe('input that no page should be', () => {
  const inputs: Readonly<Record<string, () => string>> = {
    'lone surrogates': () => '<p><p>\uDC00\uDC00\uD800 a fin',
    'character references of a thousand digits': () =>
      `<p>&#x${'a'.repeat(1000)};&#${'9'.repeat(1000)}b &#x${'0'.repeat(1000)}41; fin</p>`,
    '50,000 nested elements': () => '<div>'.repeat(50_000) + 'fin',
    '2,000 nested lists': () => '<ul><li>a'.repeat(2000) + 'fin',
    '5,000 nested block quotes': () => '<blockquote><p>a</p>'.repeat(5000) + 'fin',
    '5,000 nested emphases': () => `<p>${'<em>a '.repeat(5000)}fin`,
    '5,000 unclosed formatting elements': () => `${'<p><b>a'.repeat(5000)}fin`,
    '5,000 unclosed formatting elements, no two alike': () => `${numbered(5000, (n) => `<p><font id="${n}">a`)}fin`,
    '5,000 unclosed formatting elements in blocks': () => `${numbered(5000, (n) => `<div><i id="${n}">a</div>`)}fin`,
    '5,000 unclosed spans, then paragraphs': () => '<span>'.repeat(5000) + '<p>a</p>'.repeat(5000) + 'fin',
    '5,000 unclosed option groups, then paragraphs': () =>
      '<optgroup>'.repeat(5000) + '</optgroup>'.repeat(5000) + '<p>a</p>'.repeat(5000) + 'fin',
    '5,000 end tags of what is not open': () => `${'<kbd>'.repeat(5000)}${'</em>'.repeat(5000)}fin`,
    '20,000 foster-parented elements': () => `<table>${'<b>x</b>'.repeat(20_000)}</table>fin`,
    '20,000 table rows': () => `<table>${'<tr><td>uno</td><td>dos | tres</td></tr>'.repeat(20_000)}</table>fin`,
    '10,000 links': () => `<p>${'<a href="/a b(c)">t]x</a> '.repeat(10_000)}fin</p>`,
    'one text of a megabyte': () => `<p>${'*otra* _mas_ '.repeat(80_000)}fin</p>`,
    'a megabyte of underscores, dashes and parentheses': () =>
      `<p>${['_', '-', ')', '=', '['].map((sign) => sign.repeat(200_000)).join('<br>x')}<br>http://a.es/${')'.repeat(100_000)}fin</p>`,
    'a megabyte of blank lines of code in a list': () => `<ul><li><pre>a${'\n'.repeat(1_000_000)}b</pre></li></ul>fin`,
    'half a megabyte of style sheet without braces': () => `<style>${'a '.repeat(250_000)}</style>fin`,
    '50,000 shortcodes that never close': () => '[et_pb_row <br>'.repeat(50_000) + 'fin',
    '100,000 attributes of one tag': () => `<p>a</p><div ${numbered(100_000, (n) => `a${n}=">" `)}>fin</div>`,
    '100,000 attributes of one end tag': () => `<p>a</p ${numbered(100_000, (n) => `<b${n} `)}>fin`,
    'a megabyte of spaces': () => `<p>a${' '.repeat(1_000_000)}fin</p>`,
  };
  for (const [name, make] of Object.entries(inputs)) {
    it(`is read to its end: ${name}`, { timeout: 20_000 }, () => {
      assert.match(markdownOf(make()).slice(-200), /fin\**`?\]?\)?$/);
    });
  }
});
