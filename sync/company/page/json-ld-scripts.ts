import { textOf } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';

const LONGEST = 512 * 1024;

/** Returns the schema.org JSON-LD documents of a page; invalid JSON and documents above 512 KiB are skipped. */
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
