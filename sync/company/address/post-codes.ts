import { wordsOf } from '../words.ts';

const words = wordsOf('address');

// The initial article of a town name: `O Grove`, `el Prat`, `'t Zand`.
const ARTICLE = String.raw`(?:[AO]|[AO]s|[Ee]l|[Ee]ls|[Ll][aeo]s?)\s|['’][st][\s-]`;
const TOWN = String.raw`(?:${ARTICLE})?\p{Lu}[\p{L}.'’-]+`;

const withTown = (forms: string): string => forms.replaceAll('TOWN', TOWN);
const EVERYWHERE = withTown(words('post_codes'));
const OF_COUNTRY = new Map(words.entries('country_post_codes').map(([country, form]) => [country, withTown(form)]));

/** Returns a pattern for text with a post code, for a site of these countries (ISO 3166-1). */
export function postCodeOf(countries: readonly string[]): RegExp {
  return new RegExp([EVERYWHERE, ...countries.flatMap((country) => OF_COUNTRY.get(country) ?? [])].join('|'), 'u');
}

/** A line that contains only a post code and its town. */
export const TOWN_LINE = new RegExp(
  String.raw`^(?:(?:[A-Z]{1,2}-|[A-HJ-NP-Z](?=\d{4}\s))?(?:\d{4,5}|\d{4}[A-Z]{2})\s(?:(?<=\d{5}\s)[-–]\s)?(?:[A-Z]{2}\s)?|\d{3}\s\d{2}\s+|\d{2}-\d{3}\s+)${TOWN}(?:[ /-][\p{L}.()]+){0,4}$`,
  'u',
);

/** A line that contains only a post code, below its town. */
export const CODE_LINE = /^(?:\d{4,6}|\d{2}-\d{3}|\d{3} \d{2}|\d{4} ?[A-Z]{2})\.?$/;

// Two streets and a number in Ecuador: `Galindo S10-36 y Alarcón`. In all remaining countries, parts and tools match this
// pattern.
const TWO_STREETS =
  /^\p{Lu}[\p{L}. ]{2,40}\s[NSEO]\d{1,3}\p{L}?[-–]\d{1,4}\s(?:y|e|[Ii]ntersecci[óo]n)\s(?:\p{Ll}+\.?\s)?\p{Lu}\p{L}{2}/u;

/** Returns true for an address that is complete without a post code, on a site of these countries. */
export const isWholeForm = (text: string, countries: readonly string[]): boolean =>
  WHOLE_FORM.test(text) || (countries.includes('EC') && TWO_STREETS.test(text));
const WHOLE_FORM = words.pattern('whole_forms', 'iu');
