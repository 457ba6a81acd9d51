import { primaryLanguage } from '../../../../shared/languages.ts';
import { arabic } from './arabic.ts';
import { catalan } from './catalan.ts';
import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import { italian } from './italian.ts';
import type { LanguagePack } from './language.ts';
import { portuguese } from './portuguese.ts';
import { romanian } from './romanian.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import { thai } from './thai.ts';
import { turkish } from './turkish.ts';
import { vietnamese } from './vietnamese.ts';

const NO_PACK: LanguagePack = { stopWords: new Set() };

/** Language packs by primary language subtag (BCP 47). */
export const PACKS: Readonly<Record<string, LanguagePack>> = {
  ar: arabic,
  ca: catalan,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fr: french,
  hi: hindi,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  th: thai,
  tr: turkish,
  vi: vietnamese,
  zh: chinese,
};

/** Returns the pack of a language tag; an empty pack by default. */
export function packOf(tag: string): LanguagePack {
  return PACKS[primaryLanguage(tag)] ?? NO_PACK;
}
