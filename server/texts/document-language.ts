/** Languages of the documents, as primary subtags (BCP 47). */
export type DocumentLanguage = 'en' | 'es';

/** Returns the language of the documents for the BCP 47 tag of a site; the default is English. */
export function documentLanguage(tag: string | undefined): DocumentLanguage {
  return /^es(?![a-z\d])/i.test(tag ?? '') ? 'es' : 'en';
}
