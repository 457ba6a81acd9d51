import { wordsOf } from '../words.ts';

const words = wordsOf('address');

// Numbered streets of the United States, alone or before a room or town: `366 S. 500 E.`, `70456 LA-21`.
const NUMBERED = String.raw`^(?:\d{1,5}\s[NSEW]\.?\s\d{1,5}\s[NSEW]\b\.?|\d{2,6}\s(?:US|SR|CR|FM|RR|LA|TX|KY|MO|MS|AR)[- ]\d{1,4})(?=\s*(?:[,#]|$|(?:suite|ste|unit|apt|bldg)\b))`;

/** A street with a word for its type. */
export const STREET = new RegExp(
  String.raw`(?:^|[\s,(:])(?:${words('before')})(?:\s+|(?<=[./]))\S|\S(?:${words('glued')})\s+\d|(?<![\p{L}\d])(?:${words('after')})(?![\p{L}\d])|${NUMBERED}`,
  'iu',
);
const LABEL = String.raw`^(?:(?:nuestra|our|notre|unsere?|nostr[ao]|nasz|ons|v[åa]r)\s+)?(?:${words('labels')})`;
/** A label before an address, alone on its line or followed by the address. */
export const ADDRESS_LABEL = new RegExp(String.raw`${LABEL}\s*(?:[:：.-]\s*|$)`, 'iu');
/** A label without a colon: `Adresse 32 Route …`. */
export const BARE_LABEL = new RegExp(String.raw`${LABEL}\s+(?=[\p{L}\d])`, 'iu');
/** Words that end the address in a longer line. */
export const OTHER_DATA = words.pattern('other_data', 'iu');
/** Possible ends of a name or label before a street: a sign, a legal form, or the word for the type of street. */
export const NAME_END = new RegExp(
  String.raw`[,:;]\s+|\s[-–—|·]\s+|(?<=\s(?:${words('forms')})),?\s+|\s(?=(?:calle|c\/|avda?\.?|av\.|avenida|plaza|paseo|carretera|carrer|rue|via|viale|rua|str\.|strada|ul\.)\s)`,
  'giu',
);
/** A company name, by its final legal form. */
export const COMPANY_NAME = new RegExp(String.raw`\p{L}{2}.*\s(?:${words('forms')})$`, 'iu');
export const LARGE_TOWN = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${words('large_towns')})(?![\p{L}\d])|\b(?:Col\.|Colonia)|\bSector(?:ul)? \d|\bjud\.`,
  'u',
);
