import type { Page } from '../../markdown/parse/page.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { PageAddress } from '../../wordpress/html.ts';
import type { PageHtml } from './page-html.ts';

/** The mark by which an editor divides a page. The REST API gives the parts together, visitors get each at a separate address. */
const BREAK = /<!--\s*nextpage\s*-->/;
/** The links from one part to the others, and the number of the part itself. */
const NUMBER = /\bclass=["']?post-page-numbers\b/g;
const MOST_PARTS = 20;

/** The number of parts of a REST content, or of a page. */
export const partsIn = (content: string): number => content.split(BREAK).length;
export const partsOn = (html: string): number => Math.max(1, [...html.matchAll(NUMBER)].length);

/** The pages of the parts that follow the first, as far as visitors get them; the error, if one could not be seen. */
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

/** Where WordPress puts a part (`_wp_link_page`): `/guia/2/`, `/page/2/` of the front page, `?p=9&page=2`. */
function addressOf(link: string, part: number, isFront: boolean): string {
  const url = new URL(link);
  if (url.searchParams.has('p') || url.searchParams.has('page_id')) url.searchParams.set('page', String(part));
  else {
    const end = url.pathname.endsWith('/') ? '/' : '';
    url.pathname = `${url.pathname.replace(/\/$/, '')}${isFront ? '/page' : ''}/${part}${end}`;
  }
  return url.href;
}
