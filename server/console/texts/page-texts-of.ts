import { documentLanguage, type DocumentLanguage } from '../../texts/document-language.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import type { PageTexts } from './page-texts.ts';

const TEXTS: Readonly<Record<DocumentLanguage, PageTexts>> = { en: EN, es: ES };

export type PageLanguage = DocumentLanguage;

/** Languages of the pages, each with its own name. */
const NAMES: Readonly<Record<PageLanguage, string>> = { en: 'English', es: 'Español' };

export const isPageLanguage = (tag: string | undefined): tag is PageLanguage => tag === 'en' || tag === 'es';

/** Texts of the console and the reference: in the chosen language, else in that of the site, else in English. */
export function pageTextsOf(site: { readonly language: string } | undefined, chosen: PageLanguage | undefined) {
  const language = chosen ?? documentLanguage(site?.language);
  const other = language === 'es' ? 'en' : 'es';
  return {
    language,
    texts: TEXTS[language],
    /** The query string of the choice, and the alternative language. */
    choice: chosen === undefined ? '' : `?lang=${chosen}`,
    other: { tag: other, name: NAMES[other] },
  };
}
