import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '../../helpers/property-runs.ts';
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
        { numRuns: propertyRuns(100) },
      );
    });
  }
});

describe('nested marks', () => {
  const words = fc.constantFrom(
    'a',
    'b c',
    ' ',
    '"x"',
    '(y',
    'z)',
    ', ',
    'é',
    '😀',
    '5 €',
    '*',
    '_',
    '!',
    '&amp;',
    '<br>',
  );
  const { marked } = fc.letrec<{ marked: string; part: string }>((tie) => ({
    marked: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: words },
      fc.constantFrom('<code>a</code>', '<code>b`</code>', '<a href="/q">x</a>', '<a href="/q"><b>x</b> y</a>'),
      fc.tuple(fc.constantFrom('b', 'i', 'del'), tie('marked')).map(([name, inside]) => `<${name}>${inside}</${name}>`),
    ),
  }));

  it('keep a struck price whose strikethrough narrows into bold text', () => {
    for (const [html, struck] of [
      ['<p>, 10<del>(<b>)8 €</b>-</del></p>', '8 €'],
      ['<p>€<del>, %<b>-<em>€10</em>)</b></del></p>', '10'],
    ] as const)
      assert.ok(render(markdownOf(html)).includes(`<del>${struck}</del>`), html);
  });

  it('show their text, however they are nested', () => {
    fc.assert(
      fc.property(marked, (html) => {
        const shown = render(markdownOf(`<p>${html}</p>`));
        assert.equal(shownText(shown).replaceAll(' ', ''), shownText(html).replaceAll(' ', ''));
      }),
      {
        numRuns: propertyRuns(300),
        examples: [['a<b><code>a</code></b><code>a</code>'], ['<i>a</i><del><i>a</i><del>a</del></del>a']],
      },
    );
  });
});
