import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { Answer } from './connection.ts';
import { kindOfStatus, WordPressError } from './errors.ts';
import { attribute } from '../markdown/parse/html.ts';
import { bodyClasses, elementsNamed, type Page } from '../markdown/parse/page.ts';
import type { HtmlElement } from '../markdown/parse/tree.ts';

/**
 * Decodes an HTML response by the charset of its `Content-Type`; throws for a status other than 200 or a type other than HTML.
 */
export function readHtml({ url, status, headers, body }: Answer): string {
  if (status !== 200) {
    throw new WordPressError(kindOfStatus(status), `The site answered ${status}`, { url, status });
  }
  const type = contentType(headers);
  if (!isHtml({ headers })) {
    throw new WordPressError('unexpected', `The site answered with ${type} instead of HTML`, { url, status });
  }
  return decoderFor(/charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]).decode(body);
}

/** True for an HTML media type, and for a response without a media type. */
export function isHtml({ headers }: Pick<Answer, 'headers'>): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType(headers));
}

const contentType = (headers: Answer['headers']): string => [headers['content-type'] ?? []].flat()[0] ?? 'text/html';

/** A page to fetch as HTML, with its id if known. */
export type PageAddress = { readonly link: string; readonly id?: number | undefined };

/** True for a body with bytes that are not UTF-8, unless its media type declares another charset. */
export function isDamaged({ headers, body }: Pick<Answer, 'headers' | 'body'>): boolean {
  return !/charset\s*=\s*"?(?!utf-?8)/i.test(String(headers['content-type'])) && !isUtf8(body);
}

/** Removes output of PHP or plugins before and after the document, which browsers would show in the page. */
export function wholeDocument(html: string): string {
  const start = html.search(/<!doctype\b|<html[\s>]/i);
  const end = [...html.matchAll(/<\/html\s*>/gi)].at(-1);
  return html.slice(Math.max(start, 0), end && end.index + end[0].length);
}

/** Returns the `link` elements of a page with a relation, in lower case (HTML §4.6). */
export const linksOf = (page: Page, relation: string): readonly HtmlElement[] =>
  elementsNamed(page, 'link').filter((link) => attribute(link, 'rel').toLowerCase().split(/\s+/).includes(relation));

/** True for HTML that names the page: in its canonical or short link, its REST API route, its classes or a menu. */
export function isAbout(html: string, { link, id }: PageAddress): boolean {
  const address = link
    .replace(/^https?:/, '')
    .replace(/\/$/, '')
    .toLowerCase();
  const isIn = (text: string) => text.includes(address) || text.includes(address.replaceAll('/', '\\/'));
  // Nearly every page contains the address verbatim, so a lower-case copy is rarely needed.
  if (isIn(html)) return true;
  const text = html.toLowerCase();
  if (isIn(text)) return true;
  const marks = `\\b(?:page-id|postid|post)-${id}\\b|[?;&](?:p|page_id)=${id}\\b|/wp/v2/[\\w-]{1,40}/${id}(?=["'>])`;
  return id !== undefined && new RegExp(marks).test(text);
}

/** True for a response that names the page, and for the archives that show the posts page or the shop page. */
export function isShownIn({ headers }: Pick<Answer, 'headers'>, page: Page, address: PageAddress): boolean {
  const shown = archiveIn(page);
  if (shown === 'front') return false;
  return shown === 'page' || isAbout([headers['link'] ?? []].flat().join(), address) || isAbout(page.html, address);
}

// The archive that replaces a page, by the classes of `<body>` (`body_class`, `wc_body_class`). `front` is a front page with
// posts: of another site in the network, or the response of a broken site to every address.
function archiveIn(page: Page): 'front' | 'page' | undefined {
  const names = bodyClasses(page);
  if (names.includes('blog')) return names.includes('home') ? 'front' : 'page';
  return names.includes('woocommerce-shop') ? 'page' : undefined;
}

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // Unknown charset: nearly every WordPress page is UTF-8.
    return new TextDecoder('utf-8');
  }
}
