import { textOf } from '../../markdown/parse/html.ts';
import { elementsNamed, type Page } from '../../markdown/parse/page.ts';
import { folded, wholeWordsOf, wordsOf } from './text-comparison.ts';

/** True for a page whose text, or whose `title` element, has a title. */
export function showsTitle(page: Page, title: string): boolean {
  const words = wordsOf(title).join(' ');
  if (words === '') return true;
  const texts = [wordsOf(page.html), ...elementsNamed(page, 'title').map((element) => folded(textOf(element)))];
  return [...texts, wholeWordsOf(page.html)].some((text) => ` ${text.join(' ')} `.includes(` ${words} `));
}

/**
 * The title of a page as visitors see it: `undefined` for the title of the REST API, else the page's first `h1`, else the empty string,
 * for a title from the address.
 */
export function shownTitle(page: Page, title: string): string | undefined {
  if (showsTitle(page, title)) return undefined;
  const headings = elementsNamed(page, 'h1').map((element) => textOf(element).trim());
  return headings.find((heading) => folded(heading).length > 0)?.replaceAll('<', '&lt;') ?? '';
}
