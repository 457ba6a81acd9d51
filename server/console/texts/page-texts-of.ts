import { documentLanguage, type DocumentLanguage } from '../../texts/document-language.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import type { PageTexts } from './page-texts.ts';

const TEXTS: Readonly<Record<DocumentLanguage, PageTexts>> = { en: EN, es: ES };

/** Language and texts of the pages for people: those of the site; English ones while there is no index to tell it. */
export function pageTextsOf(site: { readonly language: string } | undefined) {
  const language = documentLanguage(site?.language);
  return { language, texts: TEXTS[language] };
}
