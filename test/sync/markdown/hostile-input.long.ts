import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createConverters } from '../../../sync/markdown/converter.ts';
import { BASE } from './render.ts';

/** What grows with more than the length of these would not end within this; each of them takes a second or two. */
const NEVER_MS = 90_000;

const converters = createConverters({ deadlineMs: NEVER_MS });
const converter = converters.open();
after(async () => await converters[Symbol.asyncDispose]());

/** The Markdown of a `content.rendered`, made in a thread that is ended where it would never end. */
async function markdownOf(html: string): Promise<string> {
  return (await converter.convert(html, { baseUrl: BASE, source: 'rest' })).markdown;
}

const numbered = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join('');

describe('input that no page should be', () => {
  const inputs: Readonly<Record<string, () => string>> = {
    'lone surrogates': () => '<p><p>\uDC00\uDC00\uD800 a fin',
    'character references of a thousand digits': () =>
      `<p>&#x${'a'.repeat(1000)};&#${'9'.repeat(1000)}b &#x${'0'.repeat(1000)}41; fin</p>`,
    '200 nested lists': () => '<ul><li>a'.repeat(200) + 'fin',
    '400 nested block quotes': () => '<blockquote><p>a</p>'.repeat(400) + 'fin',
    '5,000 unclosed formatting elements': () => `${'<p><b>a'.repeat(5000)}fin`,
    '5,000 end tags of what is not open': () => `${'</kbd>'.repeat(5000)}${'</em>'.repeat(5000)}fin`,
    '20,000 foster-parented elements': () => `<table>${'<b>x</b>'.repeat(20_000)}</table>fin`,
    '50,000 elements at a depth of 400': () => `${'<div>'.repeat(400)}${'<b>a</b>'.repeat(50_000)}fin`,
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
    it(`is read to its end: ${name}`, async () => {
      assert.match((await markdownOf(make())).slice(-200), /fin\**`?\]?\)?$/);
    });
  }
});

describe('input that is nested too deep', () => {
  const inputs: Readonly<Record<string, () => string>> = {
    '50,000 nested elements': () => '<div>'.repeat(50_000) + 'fin',
    '2,000 nested lists': () => '<ul><li>a'.repeat(2000) + 'fin',
    '5,000 nested emphases': () => `<p>${'<em>a '.repeat(5000)}fin`,
    '5,000 unclosed formatting elements, no two alike': () => `${numbered(5000, (n) => `<p><font id="${n}">a`)}fin`,
    '5,000 unclosed formatting elements in blocks': () => `${numbered(5000, (n) => `<div><i id="${n}">a</div>`)}fin`,
    '5,000 unclosed spans, then paragraphs': () => '<span>'.repeat(5000) + '<p>a</p>'.repeat(5000) + 'fin',
    '5,000 unclosed option groups, then paragraphs': () => '<optgroup>'.repeat(5000) + '<p>a</p>'.repeat(5000) + 'fin',
  };
  for (const [name, make] of Object.entries(inputs)) {
    it(`is refused: ${name}`, async () => {
      await assert.rejects(markdownOf(make()), { name: 'ConversionError', message: /nested deeper|unclosed tags/ });
    });
  }
});

describe('style sheets that no page should have', () => {
  const inputs: Readonly<Record<string, string>> = {
    '20,000 rules for each of 20,000 elements': `<style>${numbered(20_000, (n) => `.x{color:#00${n % 10}}`)}</style>${'<p class="x">a</p>'.repeat(20_000)}`,
    '5,000 rules for everything': `<style>${numbered(5000, (n) => `*:not(.y${n}){color:red}`)}</style>${'<p>a</p>'.repeat(20_000)}`,
    '20,000 rules for each of 10,000 elements, no two alike': `<style>${numbered(20_000, (n) => `p:not(.q${n}){color:#00${n % 10}}`)}</style>${numbered(10_000, (n) => `<p class="k${n}">a</p>`)}`,
    'a list of 40,000 classes for each of 10,000 elements': `<style>p:not(${numbered(40_000, (n) => `.q${n},`)}.q){color:#000}</style>${'<p class="k">a</p>'.repeat(10_000)}`,
    'selectors by siblings': `<style>p~p~p~p:last-of-type{display:none}</style>${'<p>a</p>'.repeat(30_000)}<h2>b</h2>`,
    'variables that double each other': `<style>:root{--a0: ;${numbered(60, (n) => `--a${n + 1}:var(--a${n}) var(--a${n});`)}}p{opacity:var(--a60)}</style>`,
    'half a million open braces': `<style>${'a{'.repeat(500_000)}</style>`,
    'a hundred thousand open parentheses': `<p style="width:${'calc('.repeat(100_000)};opacity:${'('.repeat(100_000)}">a</p>`,
    'scripts that give the class that they look for': `<style>.a{color:red}</style><script>${'$(".a").addClass("a");'.repeat(200)}</script><p class="a">a</p>`,
    'a script that climbs': `<script>let e = document.body; ${'e = e.parentNode; '.repeat(800)}e.remove()</script><p>a</p>`,
    'repetitions of repetitions': `<div style="display:grid;grid-template-rows:${'repeat(100,'.repeat(8)}0${')'.repeat(8)}"><p>a</p></div>`,
    'covers upon covers': `<div style="position:relative">${'<div style="position:absolute;inset:0;background:#fff"></div>'.repeat(20_000)}</div>`,
  };
  for (const [name, html] of Object.entries(inputs)) {
    it(`are read to their end: ${name}`, async () => {
      assert.ok((await markdownOf(`${html}<h2>fin</h2>`)).endsWith('## fin'));
    });
  }
});
