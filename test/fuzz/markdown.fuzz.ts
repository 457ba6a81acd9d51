import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { cleanText } from '../../sync/markdown/clean/characters.ts';
import { markdownOf, render } from '../sync/markdown/render.ts';
import { holds } from './runs.ts';
import { anyText, oftenOneOf } from './texts.ts';

const TAGS = [
  'p div span b em strong code pre h1 h2 h6 ul ol li dl dt dd blockquote table tr td th caption thead a img br hr'.split(
    ' ',
  ),
  'script style iframe svg math object embed form input button textarea select video audio source picture template'.split(
    ' ',
  ),
  'noscript title meta link base details summary sup sub del ins mark abbr figure figcaption nav footer x-y'.split(' '),
].flat();

const ATTRIBUTES = [
  [
    'href="javascript:alert(1)"',
    'href="https://casa.example/a b)(c"',
    'href=" java\tscript:x"',
    'href="data:text/html,x"',
    'href="//evil"',
  ],
  [
    'src="x" onerror="alert(1)"',
    'src="data:image/svg+xml,<svg onload=x>"',
    'srcset="a 1x, b 2x"',
    'alt="](x) ![y"',
    'title=\'a" onload="b\'',
  ],
  [
    'onclick=x',
    'style="display:none"',
    'style="color:#fff;font-size:0"',
    'hidden',
    'aria-hidden=true',
    'class="sr-only"',
    'id="__proto__"',
  ],
  [
    'colspan=9999',
    'rowspan=-1',
    'start=99999999999',
    'lang="<b>"',
    'href="https://e.example/\'"><script>"',
    '"',
    "'",
    '=',
    '/',
  ],
].flat();

const text = oftenOneOf([
  'palabra',
  '# no',
  '- no',
  '[no](x)',
  '<no>',
  '&lt;script&gt;',
  '&#x3c;b&#x3e;',
  '```',
  '| a | b |',
  '---',
  'http://a.es',
  '[et_pb_row]',
]);

const { html } = fc.letrec<{ html: string; node: string }>((tie) => ({
  html: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom(
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<',
      '</',
      '<a',
      '</p>',
      '</table>',
      '<!doctype html>',
      '<?php',
      '&',
      '&#',
      '&#0;',
      '&#x110000;',
    ),
    fc
      .tuple(
        fc.constantFrom(...TAGS),
        fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 2 }),
        tie('html'),
        fc.boolean(),
      )
      .map(
        ([tag, attributes, inside, closed]) =>
          `<${[tag, ...attributes].join(' ')}>${inside}${closed ? `</${tag}>` : ''}`,
      ),
  ),
}));

/** Elements and attributes that would run, load or hide something where Markdown is shown as HTML. */
const DANGEROUS =
  /<(?:script|style|iframe|svg|math|object|embed|form|input(?! checked| disabled| type="checkbox")|button|template|meta|link|base)\b|\son\w+\s*=|(?:href|src)="\s*(?:javascript|data|vbscript):/i;

describe('HTML', () => {
  it('becomes Markdown that shows nothing but harmless text, whatever it is', (t) => {
    holds(t, [fc.oneof({ weight: 6, arbitrary: html }, { weight: 1, arbitrary: anyText })], (given) => {
      const markdown = markdownOf(given);
      const shown = render(markdown);
      const tags = shown.match(/<[a-z][^>]*>/gi) ?? [];
      for (const tag of tags) assert.doesNotMatch(tag, DANGEROUS, `${tag} in ${markdown}`);
      // A joiner may lose its pictograph to the marks of an emphasis that begins within it.
      const seen = (shownText: string) => shownText.replaceAll('\u200D', '');
      assert.equal(seen(cleanText(markdown)), seen(markdown));
      return markdown === '' ? 'nothing' : 'text';
    });
  });
});
