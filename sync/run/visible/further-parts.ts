import type { WordPressError } from '../../wordpress/errors.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { PageHtml } from './page-html.ts';

/** The mark with which an editor divides a page: visitors get each part at an address of its own, the REST API gives them together. */
const BREAK = /<!--\s*nextpage\s*-->/;
const MOST_PARTS = 20;

/** The HTML of the parts of a page that follow its first, as far as visitors get them; or why one could not be seen. */
export async function furtherParts(
  page: WordPressPage,
  isFront: boolean,
  look: PageHtml['look'],
): Promise<readonly string[] | WordPressError> {
  const parts = page.content.split(BREAK).length;
  const html: string[] = [];
  for (let part = 2; part <= Math.min(parts, MOST_PARTS); part++) {
    const view = await look({ ...page, link: addressOf(page.link, part, isFront) });
    if (view.kind === 'unknown') return view.error;
    if (view.kind === 'page') html.push(view.html);
  }
  return html;
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
