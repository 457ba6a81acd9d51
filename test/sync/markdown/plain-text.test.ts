import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlToText, needsPageHtml } from '../../../sync/markdown/plain-text.ts';

describe('needsPageHtml', () => {
  it('is true for nothing and for raw builder shortcodes, and false for content', () => {
    assert.equal(needsPageHtml(''), true);
    assert.equal(needsPageHtml('<p>&nbsp;</p>\n'), true);
    assert.equal(needsPageHtml('<p>[vc_row][vc_column]Texto[/vc_column][/vc_row]</p>'), true);
    assert.equal(needsPageHtml('<p>Texto [sic]</p>'), false);
    assert.equal(needsPageHtml('<img src="/a.jpg">'), false);
  });

  it('looks at the beginning only of a text that is empty without end', () => {
    assert.equal(needsPageHtml(`${'<p></p>'.repeat(40_000)}texto`), true);
    assert.equal(needsPageHtml('<p>a</p>'.repeat(40_000)), false);
  });
});

describe('htmlToText', () => {
  it('decodes character references, drops tags and invisible characters, collapses white space', () => {
    assert.equal(
      htmlToText(' Fontaner&iacute;a &#8211; <em>24&nbsp;h</em>\u200B\n &amp; más'),
      'Fontanería – 24 h & más',
    );
  });

  it('reads a title of a megabyte to its end', () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}`).join(' ');
    for (const title of [`<b ${attributes}>`, '&amp'.repeat(250_000), '\u200D'.repeat(1_000_000)]) {
      assert.match(htmlToText(`${title} fin`), /fin$/);
    }
  });
});
