/** The value of `language` that asks for the pages of all languages, and the same in English. */
export const ALL_LANGUAGES = ['todas', 'all'] as const;

/** The primary subtag of a language tag (BCP 47) in lower case: `es` of `es-ES`. */
export function primaryLanguage(tag: string): string {
  return (tag.split(/[-_]/)[0] ?? '').toLowerCase();
}
