import { documentLanguage, type DocumentLanguage } from '../../texts/document-language.ts';
import { INSIGHTS_EN } from './en.ts';
import { INSIGHTS_ES } from './es.ts';
import type { InsightsTexts } from './insights-texts.ts';

const TEXTS: Readonly<Record<DocumentLanguage, InsightsTexts>> = { en: INSIGHTS_EN, es: INSIGHTS_ES };

/** Returns language and texts of the insights for a BCP 47 tag; the default is English. */
export function insightsTextsOf(tag: string | undefined) {
  const language = documentLanguage(tag);
  return { language, texts: TEXTS[language] };
}
