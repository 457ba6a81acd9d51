import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml, textOf } from '../../../sync/markdown/parse/html.ts';
import { elementsNamed, readPage } from '../../../sync/markdown/parse/page.ts';
import { visibilityOf } from '../../../sync/markdown/visibility/hidden.ts';
import { htmlToText, needsPageHtml } from '../../../sync/markdown/plain-text.ts';
import { markdownOf } from './render.ts';

const DEEP: Readonly<Record<string, string>> = {
  blocks: `${'<div>'.repeat(600)}uno`,
  '100,000 blocks': `${'<div>'.repeat(100_000)}uno`,
  'formatting elements that never close': Array.from({ length: 2000 }, (_, n) => `<p><font id="${n}">a`).join(''),
};

describe('a page that is nested too deep', () => {
  for (const [name, html] of Object.entries(DEEP)) {
    it(`is refused, because its end may hide its beginning: ${name}`, () => {
      const error = {
        name: 'ConversionError',
        message: /nested deeper than 512 levels|its unclosed tags are repeated/,
      };
      assert.throws(() => markdownOf(html), error);
      assert.throws(() => visibilityOf(readPage(html)), error);
    });
  }

  it('is refused with the true reason if unclosed tags multiply', () => {
    const fonts = Array.from({ length: 400 }, (_, n) => `<font id="${n}">`).join('');
    assert.throws(() => markdownOf(`<p>${fonts}${'<p>a'.repeat(1000)}`), {
      name: 'ConversionError',
      message: /unclosed tags/,
    });
  });

  it('has its head, and the text before the limit', () => {
    const html = `<title>Casa</title><p>uno</p>${'<div>'.repeat(600)}dos`;
    const page = readPage(html);
    assert.equal(elementsNamed(page, 'title').map(textOf).join(), 'Casa');
    assert.equal(textOf(parseHtml(html)), 'uno');
    assert.equal(htmlToText(html), 'uno');
    assert.equal(needsPageHtml(html), false);
  });
});

describe('convert', () => {
  it('reads nesting up to the limit of browsers', () => {
    assert.equal(markdownOf(`${'<div>'.repeat(500)}uno`), 'uno');
  });

  it('keeps formatting that a page closes properly, however much of it there is', () => {
    const markdown = markdownOf('<p><b>uno</b> <i>dos</i></p>'.repeat(1000));
    assert.equal(markdown, Array.from({ length: 1000 }, () => '**uno** *dos*').join('\n\n'));
  });

  it('reads a page with unclosed formatting before many paragraphs', () => {
    const fonts = Array.from({ length: 60 }, (_, n) => `<font id="${n}">`).join('');
    assert.equal(markdownOf(`<p>${fonts}${'<p>uno'.repeat(1000)}`), 'uno\n\n'.repeat(1000).trim());
  });

  it('reads foster-parented content before its table, in its order', () => {
    assert.equal(
      markdownOf('<table>uno<b>dos</b>tres<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'),
      'uno**dos**tres\n\n|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
    );
  });
});
