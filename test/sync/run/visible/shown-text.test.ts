import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { shownOf } from '../../../../sync/run/visible/shown-page.ts';
import { compareWithPage } from '../../../../sync/run/visible/shown-text.ts';

describe('a text beside its page', () => {
  it('is compared with drawings of any number of texts', () => {
    const drawing = `<svg>${'<text>a</text>'.repeat(150_000)}</svg>`;
    const { isAllAside } = compareWithPage(readPage(`<p>Hola</p>${drawing}`), shownOf(readPage('<p>Hola</p>')));
    assert.equal(isAllAside('Hola'), true);
  });
});
