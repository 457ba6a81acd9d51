import { primaryLanguage } from '../../../../shared/languages.ts';
import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import type { LanguagePack } from './language.ts';
import { romanian } from './romanian.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import { thai } from './thai.ts';
import { turkish } from './turkish.ts';
import { vietnamese } from './vietnamese.ts';

/** A language without a pack of its own. */
const NO_PACK: LanguagePack = { stopWords: new Set() };

/** The packs by primary language subtag (BCP 47). */
export const PACKS: Readonly<Record<string, LanguagePack>> = {
  ar: arabic,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  hi: hindi,
  ro: romanian,
  ru: russian,
  th: thai,
  tr: turkish,
  vi: vietnamese,
  zh: chinese,
};

/** The pack of a language tag. */
export function packOf(tag: string): LanguagePack {
  return PACKS[primaryLanguage(tag)] ?? NO_PACK;
}
