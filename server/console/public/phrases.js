import { texts } from './page-data.js';

const language = document.documentElement.lang;
const categories = new Intl.PluralRules(language);

export const number = new Intl.NumberFormat(language);
const bytes = new Intl.NumberFormat(language, {
  style: 'unit',
  unit: 'kilobyte',
  unitDisplay: 'short',
  maximumFractionDigits: 1,
});

export const size = (count) => bytes.format(count / 1000);
export const date = (text) =>
  new Date(text).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric' });
export const month = (day) => day.toLocaleDateString(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Fills in `{name}` placeholders. */
export const phrase = (text, values) => text.replaceAll(/\{(\w+)\}/g, (mark, name) => String(values[name] ?? mark));

/** Returns the plural form for a number. */
export const counted = (forms, count) =>
  phrase(forms[categories.select(count)] ?? forms.other, { count: number.format(count) });

/** Formats seconds as a duration. */
export function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  return phrase(minutes > 0 ? texts.duration.minutes : texts.duration.seconds, { minutes, seconds: seconds % 60 });
}
