import { memoryOfObjects } from '../../markdown/memory.ts';
import { isText, textOf } from '../../markdown/parse/html.ts';
import { elementsNamed, type Page } from '../../markdown/parse/page.ts';
import type { HtmlElement, HtmlNode } from '../../markdown/parse/tree.ts';
import { visibilityOf } from '../../markdown/visibility/hidden.ts';
import { folded, isRun, wholeWordsOf, wordsOf } from './text-comparison.ts';

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

/** True if the text of the HTML contains a title. */
export const names = (html: string, title: string): boolean => {
  const words = wordsOf(title);
  return words.length === 0 || isRun(words, wordsOf(html)) || isRun(words, wholeWordsOf(html));
};

// True if the text or the `title` element of a page contains a title.
const showsTitle = (page: Page, title: string): boolean =>
  names(shownHtml(page), title) ||
  elementsNamed(page, 'title').some((element) => isRun(wordsOf(title), folded(textOf(element))));

/**
 * Returns the visible title of a page: `undefined` if it is the title of the REST API. Otherwise its first visible `h1`, or an
 * empty string for a title from the address.
 */
export function shownTitle(page: Page, title: string): string | undefined {
  if (folded(title).length > 0 && showsTitle(page, title)) return undefined;
  const { hidden } = visibilityOf(page);
  const headings = elementsNamed(page, 'h1').map((element) => (hidden.has(element) ? '' : textOf(element).trim()));
  return headings.find((heading) => folded(heading).length > 0)?.replaceAll('<', '&lt;') ?? '';
}
