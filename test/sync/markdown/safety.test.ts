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
