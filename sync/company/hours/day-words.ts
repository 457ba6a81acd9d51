import { primaryLanguage } from '../../../shared/languages.ts';
import { dayNames } from './opening-hours.ts';

/*
 * Days of the week as people write them in opening hours. They are parts of regular expressions, read without regard to case.
 */

/** Names, abbreviations and groups of days in the languages that are read on every site. */
const COMMON = String.raw`lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|domingos?|festivos|todos los d[íi]as|laborables|fines? de semana|entre semana|diario|luns|m[ée]rcores|xoves|venres|dilluns|dimarts|dimecres|dijous|divendres|dissabtes?|diumenges?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays|weekends?|daily|every ?day|(?:7|seven) days(?: a week)?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|tous les jours|7j\/7|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?|t[äa]glich|werktags|feiertags?|luned[ìi]'?|marted[ìi]'?|mercoled[ìi]'?|gioved[ìi]'?|venerd[ìi]'?|sabato|domenica|tutti i giorni|feriali|segundas?(?:-feiras?)?|ter[çc]as?(?:-feiras?)?|quartas?(?:-feiras?)?|quintas?(?:-feiras?)?|sextas?(?:-feiras?)?|[2-6][ªa](?:-feira)?|dias [úu]teis|todos os dias|luni|mar[țţt]i|miercuri|joi|vineri|s[âa]mb[ăa]t[ăa]|duminic[ăa]|zilnic|365 d[íi]as|(?:lun|mar|mi[ée]|jue|vie|s[áa]b|dom|mon|tues?|wed|thur?s?|fri|sat|sun|mer|jeu|ven|sam|dim|gio|seg|ter|qua|qui|sex)\.?|(?:mo|di|mi|do|fr|sa|so|lu|ma|me|je|ve|di|lu|mi|ju|vi|sá|do)\.?(?=\s?(?:[-–—.:,]|a\b|bis\b|à\b|\d))|[LMXJ]\s?[-–—]\s?[JVFSD]|[LM]\s(?:a|to)\s[JVFSD]`;

/** Abbreviations and groups of the other languages, by their ISO 639-1 code; full names and inflections are Unicode's. */
const SHORT: Readonly<Record<string, string>> = {
  de: String.raw`mo|di|mi|do|fr|sa|so`,
  nl: String.raw`ma|wo|vr|za|zo|dagelijks|weekend|werkdagen|feestdagen`,
  pl: String.raw`pn|pon|wt|śr|czw|pt|sob|sb|nd|ndz|niedz|codziennie|weekend|dni robocze`,
  cs: String.raw`po|út|st|čt|pá|so|ne|denně|víkend|pracovní dny`,
  sk: String.raw`po|ut|st|št|pi|so|ne|denne|víkend|pracovné dni`,
  sv: String.raw`mån|tis|ons|tors|tor|fre|lör|sön|vardagar|helger|alla dagar`,
  nb: String.raw`man|tir|ons|tor|fre|lør|søn|hverdager|alle dager`,
  no: String.raw`man|tir|ons|tor|fre|lør|søn|hverdager|alle dager`,
  da: String.raw`man|tir|ons|tor|tors|fre|lør|søn|hverdage|alle dage`,
  fi: String.raw`ma|ti|ke|to|pe|la|su|joka päivä|arkisin`,
  hu: String.raw`hé|ke|sze|csü|pé|szo|vas|minden nap|hétköznap|h\s?[-–]\s?(?:p|v|szo)`,
  hr: String.raw`pon|uto|sri|čet|pet|sub|ned|svaki dan|radnim danom`,
  sl: String.raw`pon|tor|sre|čet|pet|sob|ned|vsak dan`,
  tr: String.raw`pzt|sal|çar|per|cum|cmt|paz|her gün|hafta içi|hafta sonu`,
  el: String.raw`δευ|τρ|τετ|πεμ|παρ|σαβ|κυρ|καθημεριν\p{L}+`,
  id: String.raw`setiap hari|sen|sel|rab|kam|jum|sab|min`,
  vi: String.raw`hàng ngày|thứ [2-7]|t[2-7]|cn`,
  ru: String.raw`пн|вт|ср|чт|пт|сб|вс|ежедневно|будни|выходные`,
  uk: String.raw`пн|вт|ср|чт|пт|сб|нд|щодня|вихідні`,
  bg: String.raw`пон|вт|ср|четв|пет|съб|нед|всеки ден`,
};

/** Days of Chinese, Japanese and Korean, which stand without spaces beside other signs. */
const UNSPACED = String.raw`[月火水木金土日](?:曜日?)?(?=[\s〜～~・,、:：-]|[月火水木金土日])|平日|土日祝?日?|毎日|年中無休|[월화수목금토일]요일|평일|주말|매일|(?:周|星期|礼拜)[一二三四五六日天]`;

/** Days on a site of this language. */
export function dayPattern(language: string): RegExp {
  const code = primaryLanguage(language);
  const own = [
    ...(code in SHORT ? dayNames(language).map(inflected) : []),
    ...(SHORT[code] ? [`(?:${SHORT[code]})\\.?`] : []),
  ];
  return new RegExp(
    String.raw`(?<![\p{L}\d])(?:${[COMMON, ...own].join('|')})(?![\p{L}])${/^(?:ja|zh|ko)$/.test(code) ? `|${UNSPACED}` : ''}`,
    'iu',
  );
}

/** `piątek` → `piąt…`: the name with any ending. */
function inflected(name: string): string {
  return String.raw`${name.slice(0, Math.max(3, name.length - 2))}\p{L}{0,4}`;
}
