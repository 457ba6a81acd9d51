import { textOf } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';

const LONGEST = 512 * 1024;

/** The schema.org JSON-LD documents among the elements of a page; one that is not JSON, or is huge, is left out. */
export function jsonLdIn(elements: Iterable<HtmlElement>): unknown[] {
  const documents: unknown[] = [];
  for (const { name, attribs, children } of elements) {
    if (name !== 'script' || !/^\s*application\/ld\+json\b/i.test(attribs['type'] ?? '')) continue;
    const text = textOf({ children });
    if (text.length > LONGEST) continue;
    try {
      documents.push(
        JSON.parse(
          text
            .trim()
            .replace(/^(?:<!--|\/\/<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)/, '')
            .replace(/(?:-->|\/\/\]\]>|\/\*\]\]>\*\/)$/, '')
            .trim(),
        ),
      );
    } catch {
      continue;
    }
  }
  return documents;
}
