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
  return longestWithin(written, languages) ?? longestWithin(canonicalTag(written), languages);
}

/** The longest of some tags that a tag is, or begins with subtag by subtag: the first that lookup comes to. */
function longestWithin(tag: string, languages: readonly string[]): string | undefined {
  const within = languages.filter((language) => `${tag}-`.startsWith(`${language.toLowerCase()}-`));
  return within.toSorted((a, b) => b.length - a.length)[0];
}

/** The tag that BCP 47 prefers, in lower case; the same where it is not well-formed. */
function canonicalTag(tag: string): string {
  try {
    return new Intl.Locale(tag).toString().toLowerCase();
  } catch {
    return tag;
  }
}
