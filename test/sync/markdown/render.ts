import assert from 'node:assert/strict';
import { it } from 'node:test';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { parseHtml, textOf } from '../../../sync/markdown/parse/html.ts';

export const BASE = 'https://ejemplo.es/servicios/';

/** The Markdown of a `content.rendered`. */
export function markdownOf(html: string): string {
  return convert(readPage(html), { baseUrl: BASE, source: 'rest' }).markdown;
}

/** HTML of a Markdown text, by a CommonMark and GFM renderer. */
export function render(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

/** The text of an HTML, with white space folded. */
export function shownText(html: string): string {
  return textOf(parseHtml(html)).replace(/\s+/g, ' ').trim();
}

/** Each is what WordPress rendered, and the Markdown it becomes. */
export function examples(cases: Readonly<Record<string, readonly [html: string, markdown: string]>>): void {
  for (const [name, [html, markdown]] of Object.entries(cases)) {
    it(name, () => {
      assert.equal(markdownOf(html), markdown);
      assert.equal(markdownOf(render(markdown)), markdown, 'converting what a reader shows gives the same again');
    });
  }
}
