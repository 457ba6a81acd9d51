import en from './operation-texts/en.json' with { type: 'json' };
import es from './operation-texts/es.json' with { type: 'json' };

/** Texts of the operation table in a language: operations, parameters and response fields. */
export type OperationTexts = typeof en;

/** Texts by primary language subtag. */
export const OPERATION_TEXTS: Readonly<Record<'en' | 'es', OperationTexts>> = { en, es };
