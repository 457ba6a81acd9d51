import { documentLanguage, type DocumentLanguage } from '../../texts/document-language.ts';
import { INSIGHTS_EN } from './en.ts';
import { INSIGHTS_ES } from './es.ts';
import type { InsightsTexts } from './insights-texts.ts';

const TEXTS: Readonly<Record<DocumentLanguage, InsightsTexts>> = { en: INSIGHTS_EN, es: INSIGHTS_ES };

/** Language and texts of the insights: those of a language tag (BCP 47); English ones while it is not known. */
export function insightsTextsOf(tag: string | undefined) {
  const language = documentLanguage(tag);
  return { language, texts: TEXTS[language] };
}
