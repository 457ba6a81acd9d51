import { fold } from '../../db/search/text/folding.ts';
import { isFunctionWord } from './common-words.ts';

/** Words that the site uses. */
export type KnownWords = {
  /** True for a word of the index, of its vocabulary or of a place name. */
  readonly knows: (word: string) => boolean;
  /** True for a common word of a language of the site, in lower case. */
  readonly isCommon?: (word: string) => boolean;
  /** Folded words of the company's name and its cities. */
  readonly ownNames: ReadonlySet<string>;
};

// Longest question that is stored as text, in Unicode code points.
const LONGEST = 100;
// Minimum digits of a telephone number, identity document, card or date.
const DIGITS = 4;
// Minimum consecutive number words of a telephone number.
const NUMBER_WORDS = 3;

/** Replaces words that are not stored. */
export const MASK = '…';

// Marks of e-mail and web addresses, and of account names.
const ADDRESS = /[@_#\\]|:\/\/|\bwww\b|[\p{L}\p{N}]\.\p{L}{2}/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

// Words before a person's name, folded.
const TITLES = words('don dona senor senora senorita sr sra srta dr dra mr mrs ms miss mister sir madam herr frau');
for (const title of words('monsieur madame mme signor signora')) TITLES.add(title);

// Words before a person's name, contact or document number, folded.
const INTRODUCTIONS =
  /\b(?:me llamo|mi nombre|mis apellidos|my name|i am called|i m called|ich heisse|mein name|je m appelle|mi chiamo|meu nome|em dic|el meu nom|arroba|gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|dni|nie|nif|passport|pasaporte|iban|swift|ssn|seguridad social|social security|tarjeta sanitaria|matricula)\b/;

// A word for a street with a house number within three words, folded; German writes the word at the end of the name.
const STREET_ADDRESS =
  /(?:\b(?:calle|c|avenida|avda|av|plaza|paseo|ronda|camino|carretera|street|st|road|rd|avenue|ave|lane|rue|boulevard|chemin|via|viale|piazza|corso|rua|praca|carrer|passeig|ulica|straat)|strasse|str|weg|gasse|platz)\b(?: \p{L}+){0,3} \p{N}/u;

// Digits as words, folded.
const NUMBERS = words(
  'cero uno dos tres cuatro cinco seis siete ocho nueve zero one two three four five six seven eight nine ' +
    'null eins zwei drei vier funf sechs sieben acht neun un deux trois quatre cinq sept huit neuf ' +
    'due tre quattro cinque sei sette otto nove um dois quatro oito cinc sis set vuit nou',
);

function words(text: string): Set<string> {
  return new Set(text.split(' '));
}

/** Returns true for a question that is not stored: it has four digits, a telephone number in words, an address or a document. */
export function mayBePersonal(query: string): boolean {
  const text = query.normalize('NFKC');
  if (Array.from(text).length > LONGEST || ADDRESS.test(text)) return true;
  if ((text.match(/\p{N}/gu) ?? []).length >= DIGITS) return true;
  const folded = comparable(text);
  return INTRODUCTIONS.test(folded) || STREET_ADDRESS.test(folded) || hasSpokenNumber(folded.split(' '));
}

/**
 * Returns a question as the ledger stores it, in lower case and without punctuation. Numbers and names after a title are
 * replaced by "…". Words that are neither on the site nor in a list of common words are replaced as well. After a masked
 * word only words of the site remain, because family names are often common words. Returns `undefined` if only masks
 * remain.
 */
export function storableText(
  query: string,
  { knows, isCommon = () => false, ownNames }: KnownWords,
): string | undefined {
  const parts: string[] = [];
  let afterTitle = false;
  let afterMask = false;
  let hasContent = false;
  for (const [word] of query.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    const form = fold(word);
    const isFunction = isFunctionWord(form);
    const isWord: boolean = isFunction || ownNames.has(form) || knows(word) || (!afterMask && isCommon(word));
    const isHeld: boolean = isWord && !afterTitle && !/\p{N}/u.test(word);
    hasContent ||= isHeld && !isFunction;
    if (isHeld || parts.at(-1) !== MASK) parts.push(isHeld ? word : MASK);
    afterTitle = TITLES.has(form);
    afterMask = !isHeld;
  }
  return hasContent ? parts.join(' ') : undefined;
}

function hasSpokenNumber(folded: readonly string[]): boolean {
  let inARow = 0;
  for (const word of folded) {
    inARow = NUMBERS.has(word) ? inARow + 1 : 0;
    if (inARow >= NUMBER_WORDS) return true;
  }
  return false;
}

/** Folded words of a question, which make different spellings of it equal. */
export function comparable(query: string): string {
  return fold(query.normalize('NFKC'))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
