import type { Page } from '../../markdown/parse/page.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { PageHtml } from './page-html.ts';

// Page break of the editor. The REST API returns all parts; visitors get each at a separate address.
const BREAK = /<!--\s*nextpage\s*-->/;
// Links to further parts, and the number of the current part.
const NUMBER = /\bclass=["']?post-page-numbers\b/g;
const MOST_PARTS = 20;

/** Counts the parts of a REST content, or of an HTML page. */
export const partsIn = (content: string): number => content.split(BREAK).length;
export const partsOn = (html: string): number => Math.max(1, [...html.matchAll(NUMBER)].length);

/** Fetches the pages of the further parts that visitors get; returns the error if a part could not be fetched. */
export async function furtherParts(
  address: PageAddress,
  { parts, isFront }: { readonly parts: number; readonly isFront: boolean },
  look: PageHtml['look'],
): Promise<readonly Page[] | WordPressError> {
  const pages: Page[] = [];
  for (let part = 2; part <= Math.min(parts, MOST_PARTS); part++) {
    const view = await look({ id: address.id, link: addressOf(address.link, part, isFront) });
    if (view.kind === 'unknown') return view.error;
    if (view.kind === 'page') pages.push(view.page);
  }
  return pages;
}

// Address of a part (`_wp_link_page`): `/guia/2/`, `/page/2/` of the front page, `?p=9&page=2`.
function addressOf(link: string, part: number, isFront: boolean): string {
  const url = new URL(link);
  if (url.searchParams.has('p') || url.searchParams.has('page_id')) url.searchParams.set('page', String(part));
  else {
    const end = url.pathname.endsWith('/') ? '/' : '';
    url.pathname = `${url.pathname.replace(/\/$/, '')}${isFront ? '/page' : ''}/${part}${end}`;
  }
  return url.href;
}
