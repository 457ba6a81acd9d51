import { textOf } from '../../markdown/parse/html.ts';
import { type Page, readPage } from '../../markdown/parse/page.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import { visibilityOf } from '../../markdown/visibility/hidden.ts';
import type { PageRole } from '../evidence.ts';
import { type Line, readLines } from './page-lines.ts';

export type SampledPage = { readonly url: string; readonly role: PageRole; readonly page: Page };
// Maximum length in UTF-16 units. Facts about the company are in the first megabytes or at the end.
const LONGEST_PAGE = 3 * 1024 * 1024;

/** A sampled page: its visible lines, all elements, and JSON-LD documents. */
export type ParsedPage = Pick<SampledPage, 'url' | 'role'> & {
  readonly lines: readonly Line[];
  readonly elements: readonly HtmlElement[];
  readonly documents: readonly unknown[];
};

/** Extracts lines and JSON-LD of a page. A page that is nested too deep has none. */
export function parsePage({ url, role, page: whole }: SampledPage): ParsedPage {
  const { html } = whole;
  const read =
    html.length <= LONGEST_PAGE ? whole : readPage(html.slice(0, LONGEST_PAGE / 2) + html.slice(-LONGEST_PAGE / 2));
  const page = read.fault === undefined ? read : readPage('');
  const { body, elements } = page;
  const { hidden } = visibilityOf(page);
  return {
    url,
    role,
    lines: readLines(body, hidden),
    elements,
    documents: jsonLdIn(elements),
  };
}

const LONGEST_DOCUMENT = 512 * 1024;
// Comment or CDATA section around a document.
const FRAME = /^\s*(?:<!--|\/\/<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\/\]\]>|\/\*\]\]>\*\/)\s*$/g;

// Returns the schema.org documents of a page; invalid JSON and documents above 512 KiB are skipped.
function jsonLdIn(elements: Iterable<HtmlElement>): unknown[] {
  const documents: unknown[] = [];
  for (const { name, attribs, children } of elements) {
    if (name !== 'script' || !/^\s*application\/ld\+json\b/i.test(attribs['type'] ?? '')) continue;
    // JSON allows only ASCII white space around a document: no byte order mark.
    const text = textOf({ children }).replaceAll(FRAME, '').trim();
    try {
      if (text.length <= LONGEST_DOCUMENT) documents.push(JSON.parse(text));
    } catch {
      continue;
    }
  }
  return documents;
}
