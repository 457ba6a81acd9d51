/**
 * Returns the names of query variables that hold the slug of a custom type in plain permalinks: `/?servicio=panaderia`, or
 * `/?servicio=hogar/panaderia` below a parent. A type may choose the name, so it is read from the links.
 */
export function queryVarsIn(rows: Iterable<{ readonly link: string; readonly slug: string }>): string[] {
  const found = new Set<string>();
  for (const { link, slug } of rows) {
    const named = slugText(slug);
    for (const [name, value] of URL.parse(link)?.searchParams ?? []) {
      const last = value.slice(value.lastIndexOf('/') + 1);
      if (named !== '' && last.toLowerCase() === named && name !== LANGUAGE) found.add(name);
    }
  }
  return [...found].toSorted();
}

// WPML and Polylang add it to every link, so a page with the slug `en` does not indicate a type.
const LANGUAGE = 'lang';

/** Decodes a slug, which WordPress stores percent-encoded. */
export const slugText = (slug: string): string =>
  (new URLSearchParams(`slug=${slug}`).get('slug') ?? '').normalize('NFC').toLowerCase();
