import { readFileSync } from 'node:fs';
import { OPERATION_TEXTS } from '../../shared/operation-texts.ts';
import EN_OPEN_API from './en/open-api.json' with { type: 'json' };
import EN_TEXTS from './en/texts.json' with { type: 'json' };
import ES_OPEN_API from './es/open-api.json' with { type: 'json' };
import ES_TEXTS from './es/texts.json' with { type: 'json' };

/** Languages of the documents, as primary subtags (BCP 47). */
export type DocumentLanguage = 'en' | 'es';

/** Returns the language of the documents for the BCP 47 tag of a site; the default is English. */
export function documentLanguage(tag: string | undefined): DocumentLanguage {
  return /^es(?![a-z\d])/i.test(tag ?? '') ? 'es' : 'en';
}

/** Texts of the documents in a language, with `{placeholders}` for `fill`. The compiler requires all of them. */
export type Catalogue = typeof EN;
/** Texts of the OpenAPI document. */
export type OpenApiTexts = Catalogue['openApi'];

const EN = { ...EN_TEXTS, operations: OPERATION_TEXTS.en, openApi: EN_OPEN_API, documents: documentsIn('en') };
const ES: Catalogue = {
  ...ES_TEXTS,
  operations: OPERATION_TEXTS.es,
  openApi: ES_OPEN_API,
  documents: documentsIn('es'),
};
const CATALOGUES: Readonly<Record<DocumentLanguage, Catalogue>> = { en: EN, es: ES };

/** Returns the texts in the language of a site; the default is English. */
export function textsOf(site: { readonly language: string } | undefined): Catalogue {
  return CATALOGUES[documentLanguage(site?.language)];
}

function documentsIn(language: DocumentLanguage) {
  const read = (name: string) => readFileSync(new URL(`${language}/${name}.md`, import.meta.url), 'utf8');
  return { agents: read('agents'), auth: read('auth'), skill: read('skill') };
}
