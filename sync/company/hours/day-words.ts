import { primaryLanguage } from '../../../shared/languages.ts';
import { wordsOf } from '../words.ts';
import { dayNames } from './opening-hours.ts';

const hours = wordsOf('hours');
const SHORT: Readonly<Record<string, string>> = Object.fromEntries(hours.entries('short_days'));

/** Returns a pattern for days of the week in a language, with short and inflected forms. */
export function dayPattern(language: string): RegExp {
  const code = primaryLanguage(language);
  const short = SHORT[code];
  // `piątek` → `piąt…`: the name with any ending.
  const inflected = (name: string) => String.raw`${name.slice(0, Math.max(3, name.length - 2))}\p{L}{0,4}`;
  const ofLanguage = short === undefined ? [] : [...dayNames(language).map(inflected), String.raw`(?:${short})\.?`];
  return new RegExp(
    String.raw`(?<![\p{L}\d])(?:${[hours('days'), ...ofLanguage].join('|')})(?![\p{L}])${/^(?:ja|zh|ko)$/.test(code) ? `|${hours('unspaced_days')}` : ''}`,
    'iu',
  );
}
