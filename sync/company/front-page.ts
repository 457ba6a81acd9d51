const SCRIPT = /<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script/gi;

/** The schema.org JSON-LD documents of an HTML page; one that is not JSON is left out. */
export function jsonLdIn(html: string): unknown[] {
  return [...html.matchAll(SCRIPT)].flatMap(([, text = '']) => {
    try {
      return [JSON.parse(text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, '')) as unknown];
    } catch {
      return [];
    }
  });
}
