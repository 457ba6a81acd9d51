/** Languages in which documents can be written, by their primary subtags (BCP 47). */
export type DocumentLanguage = 'en' | 'es';

/** Language of the documents of a site with this BCP 47 tag: its own if we write it; English otherwise, or while it is not known. */
export function documentLanguage(tag: string | undefined): DocumentLanguage {
  return /^es(?![a-z\d])/i.test(tag ?? '') ? 'es' : 'en';
}
