import type { Catalogue } from './catalogue.ts';
import { documentLanguage, type DocumentLanguage } from './document-language.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';

const CATALOGUES: Readonly<Record<DocumentLanguage, Catalogue>> = { en: EN, es: ES };

/** The texts for the documents of a site, in its language; English ones while there is no index to tell it. */
export function textsOf(site: { readonly language: string } | undefined): Catalogue {
  return CATALOGUES[documentLanguage(site?.language)];
}
