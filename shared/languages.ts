/** Values of the `language` parameter that select all languages. */
export const ALL_LANGUAGES = ['todas', 'all'] as const;

/** Returns the primary subtag of a language tag (BCP 47) in lower case: `es` for `es-ES`. */
export function primaryLanguage(tag: string): string {
  return (tag.split(/[-_]/)[0] ?? '').toLowerCase();
}

/**
 * Looks up a language range among the languages of a site (RFC 4647 §3.4). Tries the range as written and in canonical
 * form (`spa` is `es`), and accepts `_` as WordPress writes it. Returns `undefined` without a match.
 */
export function lookUpLanguage(range: string, languages: readonly string[]): string | undefined {
  const written = range.trim().replaceAll('_', '-').toLowerCase();
  return longestWithin(written, languages) ?? longestWithin(canonicalTag(written), languages);
}

function longestWithin(tag: string, languages: readonly string[]): string | undefined {
  const within = languages.filter((language) => `${tag}-`.startsWith(`${language.toLowerCase()}-`));
  return within.toSorted((a, b) => b.length - a.length)[0];
}

/** Returns the canonical form of a tag in lower case, or the tag itself if it is invalid. */
function canonicalTag(tag: string): string {
  try {
    return new Intl.Locale(tag).toString().toLowerCase();
  } catch {
    return tag;
  }
}
