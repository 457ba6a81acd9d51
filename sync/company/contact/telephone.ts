import {
  findPhoneNumbersInText,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('contact');

/** ISO 3166-1 codes of the countries with a numbering plan. */
export const COUNTRIES: readonly string[] = getCountries();

/** A parsed telephone number, with the string as written. */
export type Telephone = {
  readonly written: string;
  /** E.164: `+34911222333`. */
  readonly number: string;
  /** ISO 3166-1 code of the country; an empty string for numbers without a country. */
  readonly country: string;
  /** Valid in the numbering plan of its country, by prefix and length. */
  readonly valid: boolean;
  /** A mobile number, or a number of a plan that does not distinguish them. */
  readonly mobile: boolean;
  /** Toll-free or non-geographic, as numbers of helplines and manufacturers. */
  readonly placeless: boolean;
};

// Maximum number of searched characters: the search is slow in a string with many digits.
const LONGEST_TEXT = 2_000;
const LONGEST_NUMBER = 40;

/** Parses a string as a telephone number of the first country with a valid result. */
export function parseTelephone(text: string, countries: readonly string[]): Telephone | undefined {
  const written = cleanLine(text.slice(0, LONGEST_NUMBER));
  const dialled = written
    .replace(/^(?:\(\+|\+\s*\(?0{2}\)?|00(?=[1-9]))/, '+')
    .replace(/^\+52\s?1\s?(?=(?:\D*\d){10}$)/, '+52 ');
  if (/[^\d\s+()./–‑·x-]/.test(dialled)) return undefined;
  const readings = ['', ...countries].flatMap(
    (country) => parsePhoneNumberFromString(dialled, { ...inCountry(country), extract: false }) ?? [],
  );
  const found = readings.find((reading) => reading.isValid()) ?? readings.find((reading) => reading.isPossible());
  return found && described(found, written);
}

const inCountry = (country: string) => (isSupportedCountry(country) ? { defaultCountry: country } : {});

const described = (number: PhoneNumber, written: string): Telephone => ({
  written,
  number: number.number,
  country: number.country ?? '',
  valid: number.isValid(),
  mobile: /^(?:MOBILE|FIXED_LINE_OR_MOBILE)$/.test(number.getType() ?? ''),
  placeless: /^(?:TOLL_FREE|SHARED_COST|PREMIUM_RATE|UAN)$/.test(number.getType() ?? ''),
});

// Numbers of a different type, by the word before them: tax and register numbers, bank accounts, fax.
const OTHER_NUMBER = words.pattern('number_label');
const FAX_LABEL = words.pattern('fax_label');
const TELEPHONE_AND_FAX = words.pattern('telephone_and_fax');

// `2024-03-15`, `15.03.2024`, and years such as `2012–2024`: telephone numbers of many countries have eight digits.
const DATE =
  /(?<!\d[\s./-]?|[+)]\s?)(?:(?:[0-3]?\d([./-])\s?[0-3]?\d\1\s?(?:19|20)\d{2}|(?:19|20)\d{2}([./-])[01]?\d\2[0-3]?\d)(?:,?\s\d{1,2}[:.h]\d{2})?|(?:19|20)\d{2}\s?[–-]\s?(?:19|20)\d{2})(?![\d/]|[.-]\d)/g;

/** Returns true for a string that ends with a label of a fax, tax or register number. */
export const isOtherNumber = (before: string): boolean => OTHER_NUMBER.test(before) && !TELEPHONE_AND_FAX.test(before);

/** Returns true for a line that contains only the label of a fax number. */
export const isFaxLabel = (line: string): boolean => FAX_LABEL.test(line);

/** Returns the telephone numbers in a line of visible text. */
export function telephonesIn(line: string, countries: readonly string[]): readonly Telephone[] {
  const text = line.slice(0, LONGEST_TEXT);
  // A line has numbers of a single country. The second country is a fallback.
  for (const country of countries.length > 0 ? countries.slice(0, 2) : ['']) {
    const found = numbersIn(text, country);
    if (found.length > 0) return found;
  }
  return [];
}

// Separators of two numbers, or of alternative last digits: `952 60 37 14, 952…`, `02234 987654 / -55`.
const BETWEEN = /[,;](?=\s?\d{3})|(?<=\d{8})[-/](?=\d{8})|(?<=\d)\s?\/\s?[-–]?\s?\d{1,3}(?![\d/]|[\s.-]\d)/g;
// Signs of an amount, a rate, a distance or a user name around a number: `€ 645 312 400`, `645 312 400 km`.
const AMOUNT_BEFORE = /@$|(?<!\d\s?)[€£$]\s?$/;
const AMOUNT_BEHIND = /^(?:@|\s?[€£$%](?!\s?\d)|\s?(?:euros?|eur|km|m[2²])(?![\p{L}\d]))/iu;
// Fewer digits are a post code, or a number of a different type.
const FEWEST_DIGITS = 6;
const digitsOf = (written: string): number => written.replaceAll(/\D/g, '').length;

function numbersIn(text: string, home: string): Telephone[] {
  // Replaces characters that resemble parts of a number; each index remains the same.
  const parted = [DATE, BETWEEN].reduce((rest, sign) => rest.replaceAll(sign, (part) => '|'.repeat(part.length)), text);
  const found = findPhoneNumbersInText(parted, inCountry(home));
  return found.flatMap(({ number, startsAt, endsAt }) => {
    const written = cleanLine(text.slice(startsAt, endsAt));
    const before = text.slice(Math.max(0, startsAt - 40), startsAt);
    if (isOtherNumber(before) || AMOUNT_BEFORE.test(before) || AMOUNT_BEHIND.test(text.slice(endsAt))) return [];
    if (digitsOf(written) < FEWEST_DIGITS) return [];
    if (/^(?:\d{1,2}[.:]\d{2}\s?[-–—]\s?\d{1,2}[.:]\d{2})$/.test(written)) return [];
    const isWhole = isWrittenAsOne(written, number.formatNational(), number.country);
    return isWhole ? [described(number, written)] : [];
  });
}

// True for a number in the format of its country: in countries with a leading 0, a number without it is a register
// number. Argentina and India omit the 0.
function isWrittenAsOne(written: string, national: string, country: string | undefined): boolean {
  return (
    country === 'AR' || country === 'IN' || /^\(?\+/.test(written) || !/^\(?0/.test(national) || /^\(?0/.test(written)
  );
}
