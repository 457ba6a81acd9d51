import { LARGE_TOWN } from './address-words.ts';
import { TOWN_LINE } from './post-codes.ts';
import { NAMED_STREET, hasStreet } from './street.ts';
import type { PageText } from './written-address.ts';

/** `54B Pointe Cir`: if a state or a post code follows, the words after a number are a street. */
export const NUMBER_FIRST = /^(?:#\s?)?\d{1,6}\s?[A-Z]?(?:[-/]\d{1,4})?,?\s+\p{L}.{3,},/u;
/** `ul. Poznańska 147, Gostyń`: only a street and a town. */
export const STREET_AND_TOWN =
  /^(?:[^,]{4,50}\d\s?\p{L}?,\s*\p{Lu}[\p{L}.'’ -]{2,30}|[^,\s]+\s\p{Lu}[^,]{2,40}\s\d[\d/-]{0,6}\s?\p{L}?(?:,\s*\p{Lu}[\p{L}.'’ -]{2,30}\d{0,2}){2,3})$/u;

/** Returns true for the line of a town, or with a post code. */
export function isTown(text: string, { postCode }: PageText): boolean {
  return postCode.test(text) || TOWN_LINE.test(text);
}

/** Returns true for `60329 Frankfurt am Main`, `36980 O Grove`: words of the town name resemble a street. */
export function isLongTown(text: string): boolean {
  return TOWN_LINE.test(text) && /\s(?:am|an der|im|ob der|vor der|in der|[AO]s?)\s\p{Lu}/u.test(text);
}

/** Returns true for `Hummelweg 9, 71522 Backnang`. */
export function isStreetAndTown(text: string, page: PageText): boolean {
  const [street = '', ...rest] = text.split(/,\s*/);
  const isPlace = (part: string) => isTown(part, page);
  return rest.length <= 4 && NAMED_STREET.test(street) && (rest.some(isPlace) || isPlace(rest.join(', ')));
}

/** Returns true for `5 Chief Ogunyade Street, Gbagada, Lagos, Nigeria`: many countries do not use post codes. */
export function isStreetInTown(text: string, { countryNames }: PageText): boolean {
  const parts = text.split(/,\s*|\s[-–]\s/);
  const [first = ''] = parts;
  // `г. Москва, ул. Садовая, д. 3`
  const places = [...(/\d/.test(first) ? [] : [first]), ...parts.slice(-2)].join(', ');
  return (
    text.length <= 140 &&
    parts.length >= 3 &&
    hasStreet(text) &&
    !/[!?]/.test(text) &&
    !SENTENCE_END.test(text) &&
    (countryNames.has(plainName(parts.at(-1) ?? '')) || LARGE_TOWN.test(places))
  );
}

/** Returns the comparison key of a country name: `(España).` → `españa`. */
export const plainName = (text: string): string => text.replaceAll(/^[\s(]+|[\s).]+$/g, '').toLowerCase();

// A period that is not of an abbreviation: `Str. Unirii`, `St. Mary`.
const SENTENCE_END = /(?<=\p{L}{4}\.)\s+(?=\p{Lu})/u;
