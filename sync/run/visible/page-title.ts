import { textOf } from '../../markdown/parse/html.ts';
import { elementsNamed, type Page } from '../../markdown/parse/page.ts';
import { visibilityOf } from '../../markdown/visibility/hidden.ts';
import { shownHtml } from './shown-html.ts';
import { folded, wholeWordsOf, wordsOf } from './text-comparison.ts';

const has = (text: readonly string[], words: readonly string[]): boolean =>
  ` ${text.join(' ')} `.includes(` ${words.join(' ')} `);

/** True if the text of the HTML contains a title. */
export const names = (html: string, title: string): boolean => {
  const words = wordsOf(title);
  return words.length === 0 || has(wordsOf(html), words) || has(wholeWordsOf(html), words);
};

// True if the text or the `title` element of a page contains a title.
const showsTitle = (page: Page, title: string): boolean =>
  names(shownHtml(page), title) ||
  elementsNamed(page, 'title').some((element) => has(folded(textOf(element)), wordsOf(title)));

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
