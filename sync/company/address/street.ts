import { STREET } from './address-words.ts';

// A house number.
const HOUSE = /(?:^|[\s,.º°#-])(?:\d{1,5}(?:[-–/]\d{1,4})?\s?[a-z]?(?![\d@%€:])|s\/n|km\.?\s*\d)/i;
/** A street without a word for its type, as in Germany: `Hummelweg 9`, `Am Markt 3 a`, `Storgata 18 A`. */
export const NAMED_STREET =
  /^\p{Lu}[\p{L}.'’ -]{2,40},?\s(?:(?:[Nn][º°]|[Nn]r?o\.|#)\s?)?\d{1,4}(?:[-–/]\d{1,4})?\s?[A-Za-z]?$/u;

/** Returns true for a string with a street and a house number. */
export function hasStreet(text: string): boolean {
  const plain = text.replaceAll(CODE_LABEL, '').replaceAll(CODE_LETTERS, '').replaceAll(STATE, '');
  return STREET.test(plain) && HOUSE.test(plain);
}
/** The label of a post code: in `C.P. 44500`, `C.` is not a street. */
export const CODE_LABEL = /\bC\.?\s?P\.?:?\s*(?=[A-Z]?\d{4,5}\b)/g;
// In `3551 CL Utrecht`, `CL` is not a street.
const CODE_LETTERS = /(?<=\b\d{4}\s?)[A-Z]{2}(?=\s\p{Lu})/gu;
// In `Hartford, CT 06103`, `CT` is not a street.
const STATE = /(?<=[\p{L}.],?\s)[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?\b/gu;

/** Returns true for a string that begins with a street. */
export function startsStreet(text: string): boolean {
  return hasStreet(text) || NAMED_STREET.test(text.split(',')[0] ?? '');
}

/** Returns true for `Miraflores 9700, Pudahuel, Santiago`: a name with a number, and a list of its places. */
export function isListed(text: string): boolean {
  return /^\p{Lu}[\p{L}. ]+\s\d{1,5}\b/u.test(text) && (text.match(/,/g)?.length ?? 0) >= 2;
}
