import { memoryOfObjects } from '../../markdown/memory.ts';
import { isText } from '../../markdown/parse/html.ts';
import type { Page } from '../../markdown/parse/page.ts';
import type { HtmlElement, HtmlNode } from '../../markdown/parse/tree.ts';
import { visibilityOf } from '../../markdown/visibility/hidden.ts';

// Elements whose text is not markup (HTML 13.3).
const RAW_TEXT = /^(?:script|style|xmp|iframe|noembed|noframes|plaintext)$/;

/**
 * Returns the HTML of a page without content that its markup and style sheets hide on every screen. Collapsed content stays.
 * Linear in the size of the page.
 */
export const shownHtml = memoryOfObjects((page: Page): string => {
  const { hidden } = visibilityOf(page);
  if (hidden.size === 0) return page.html;
  const parts: string[] = [];
  const open: (HtmlNode | string)[] = page.elements.slice(0, 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (hidden.has(next)) parts.push(' ');
    else if (isText(next)) parts.push(RAW_TEXT.test(next.parent?.name ?? '') ? next.data : escaped(next.data));
    else {
      parts.push(startTagOf(next));
      open.push(`</${next.name}>`, ...next.children.toReversed());
    }
  }
  return parts.join('');
});

const startTagOf = ({ name, attribs }: HtmlElement): string =>
  `<${[name, ...Object.entries(attribs).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')}>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
