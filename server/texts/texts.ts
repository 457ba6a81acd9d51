import type { Catalogue } from './catalogue.ts';
import { documentLanguage, type DocumentLanguage } from './document-language.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';

const CATALOGUES: Readonly<Record<DocumentLanguage, Catalogue>> = { en: EN, es: ES };

/** Returns the texts in the language of a site; the default is English. */
export function textsOf(site: { readonly language: string } | undefined): Catalogue {
  return CATALOGUES[documentLanguage(site?.language)];
}
