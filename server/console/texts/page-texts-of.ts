import { documentLanguage, type DocumentLanguage } from '../../texts/document-language.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import type { PageTexts } from './page-texts.ts';

const TEXTS: Readonly<Record<DocumentLanguage, PageTexts>> = { en: EN, es: ES };

export type PageLanguage = DocumentLanguage;

// Shown in the language switch.
const NAMES: Readonly<Record<PageLanguage, string>> = { en: 'English', es: 'Español' };

export const isPageLanguage = (tag: string | undefined): tag is PageLanguage => tag === 'en' || tag === 'es';

/** Returns the texts in the chosen language; the default is the language of the site, or English. */
export function pageTextsOf(site: { readonly language: string } | undefined, chosen: PageLanguage | undefined) {
  const language = chosen ?? documentLanguage(site?.language);
  const other = language === 'es' ? 'en' : 'es';
  return {
    language,
    texts: TEXTS[language],
    /** Query string of the chosen language, and the language of the switch. */
    choice: chosen === undefined ? '' : `?lang=${chosen}`,
    other: { tag: other, name: NAMES[other] },
  };
}
