/** The value of `language` that asks for the pages of all languages, and the same in English. */
export const ALL_LANGUAGES = ['todas', 'all'] as const;

/** The primary subtag of a language tag (BCP 47) in lower case: `es` of `es-ES`. */
export function primaryLanguage(tag: string): string {
  return (tag.split(/[-_]/)[0] ?? '').toLowerCase();
}

/**
 * The language of a site that a language range means (RFC 4647 §3.4, lookup): without its subtags one after another, from the
 * last, as written and in its canonical form (`spa` is `es`). WordPress writes tags with `_`; `undefined` where none fits.
 */
export function lookUpLanguage(range: string, languages: readonly string[]): string | undefined {
  const written = range.trim().replaceAll('_', '-').toLowerCase();
  return [written, canonicalTag(written)]
    .flatMap(withShorter)
    .map((tag) => languages.find((language) => language.toLowerCase() === tag))
    .find((language) => language !== undefined);
}

/** A tag, and what lookup makes of it. A tag that ends with a single letter (`de-x`) is passed over: nothing is named so. */
function withShorter(tag: string): readonly string[] {
  const subtags = tag.split('-');
  return subtags.map((_, cut) => subtags.slice(0, subtags.length - cut).join('-'));
}

/** The tag that BCP 47 prefers, in lower case; the same where it is not well-formed. */
function canonicalTag(tag: string): string {
  try {
    return new Intl.Locale(tag).toString().toLowerCase();
  } catch {
    return tag;
  }
}
