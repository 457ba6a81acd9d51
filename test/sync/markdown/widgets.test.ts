import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { markdownOf, render } from './render.ts';

/** Widgets of page builders, written after their real markup: a name, the HTML, and the Markdown below `===`. */
const WIDGETS = readFileSync(join(import.meta.dirname, '../../fixtures/markdown/widgets.txt'), 'utf8');

describe('convert, what widgets mean', () => {
  for (const widget of WIDGETS.split(/^### (?=[^\n]*\n<)/m).slice(1)) {
    const [name = '', ...rest] = widget.split('\n');
    const [html = '', markdown = ''] = rest.join('\n').split(/^=== ?\n/m);
    it(name, () => {
      assert.equal(markdownOf(html), markdown.trim());
      assert.equal(
        markdownOf(render(markdown)),
        markdown.trim(),
        'converting what a reader shows gives the same again',
      );
    });
  }
});
