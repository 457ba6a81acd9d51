// The only import of @orama/stemmers: the Snowball stemmers, compiled to JavaScript. Each receives a word in lower case
// with the accents of its language.
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as turkish } from '@orama/stemmers/turkish';

/** Snowball stemmers of words in lower case, by language. */
export const STEMMERS = {
  ar: arabic,
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
  tr: turkish,
} as const satisfies Readonly<Record<string, (word: string) => string>>;
