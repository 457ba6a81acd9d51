/**
 * Names of the query variables in which plain permalinks carry the slug of a page of a custom type:
 * `/?servicio=panaderia`, or `/?servicio=hogar/panaderia` below a parent. WordPress lets a type choose the name, so it
 * is read off the links themselves.
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

/** WPML and Polylang put it on every link; a page whose slug is `en` is no type of its own. */
const LANGUAGE = 'lang';

/** A slug as people read it: WordPress keeps slugs percent-encoded. */
export const slugText = (slug: string): string =>
  (new URLSearchParams(`slug=${slug}`).get('slug') ?? '').normalize('NFC').toLowerCase();
