import { STREET } from './address-words.ts';

/** The number of a house. */
const HOUSE = /(?:^|[\s,.º°#-])(?:\d{1,5}(?:[-–/]\d{1,4})?\s?[a-z]?(?![\d@%€:])|s\/n|km\.?\s*\d)/i;
/** A street that is called by any name, as in Germany: `Hummelweg 9`, `Am Markt 3 a`, `Storgata 18 A`. */
export const NAMED_STREET =
  /^\p{Lu}[\p{L}.'’ -]{2,40},?\s(?:(?:[Nn][º°]|[Nn]r?o\.|#)\s?)?\d{1,4}(?:[-–/]\d{1,4})?\s?[A-Za-z]?$/u;

/** True for a text with a street and the number of a house. */
export function hasStreet(text: string): boolean {
  const plain = text.replaceAll(CODE_LABEL, '').replaceAll(CODE_LETTERS, '').replaceAll(STATE, '');
  return STREET.test(plain) && HOUSE.test(plain);
}
/** `C.P. 44500` is no street, though `C.` is one. */
export const CODE_LABEL = /\bC\.?\s?P\.?:?\s*(?=[A-Z]?\d{4,5}\b)/g;
/** `3551 CL Utrecht` is no street, though `CL` is one. */
const CODE_LETTERS = /(?<=\b\d{4}\s?)[A-Z]{2}(?=\s\p{Lu})/gu;
/** `Hartford, CT 06103` is no street, though `Ct` is one. */
const STATE = /(?<=[\p{L}.],?\s)[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?\b/gu;

/** True for a text that begins with a street. */
export function startsStreet(text: string): boolean {
  return hasStreet(text) || NAMED_STREET.test(text.split(',')[0] ?? '');
}

/** `Miraflores 9700, Pudahuel, Santiago`: a name with a number, and the places it is in. */
export function isListed(text: string): boolean {
  return /^\p{Lu}[\p{L}. ]+\s\d{1,5}\b/u.test(text) && (text.match(/,/g)?.length ?? 0) >= 2;
}
