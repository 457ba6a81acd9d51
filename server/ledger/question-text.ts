import type { Index } from '../../db/index/reader.ts';
import { fold } from '../../db/search/text/folding.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import { isFunctionWord } from './common-words.ts';
import PERSONAL from './personal-words.json' with { type: 'json' };

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

// Folded words: before a person's name, digits, and before a name, contact or document number.
const TITLES = new Set(PERSONAL.titles.split(' '));
const NUMBERS = new Set(PERSONAL.numbers.split(' '));
const INTRODUCTIONS = new RegExp(`\\b(?:${PERSONAL.introductions.replaceAll(', ', '|')})\\b`);

// A word for a street with a house number within three words, folded; German writes the word at the end of the name.
const [STREETS, ENDINGS] = [PERSONAL.streets, PERSONAL.streetEndings].map((words) => words.replaceAll(' ', '|'));
const STREET_ADDRESS = new RegExp(`(?:\\b(?:${STREETS})|${ENDINGS})\\b(?: \\p{L}+){0,3} \\p{N}`, 'u');

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

/** The words of a site and its languages (primary subtags). */
export type SiteWords = KnownWords & { readonly languages: readonly string[] };

/** The words of an index; none while there is no index. */
export function knownWords(content: { readonly index: Index } | undefined): SiteWords {
  if (!content) return { knows: () => false, ownNames: new Set(), languages: [] };
  const { index } = content;
  const { site, company, cities } = index;
  const names = [
    site.name,
    company.brand,
    ...cities.flatMap(({ slug, name, aliases }) => [slug, name].concat(aliases)),
  ];
  const ownNames = new Set(names.flatMap((name) => comparable(name).split(' ')));
  let places: ReadonlySet<string> | undefined;
  const isPlace = (word: string) => (places ??= wordsOfPlaces(index.placeNames)).has(comparable(word));
  return { knows: (word) => index.knowsWord(word) || isPlace(word), ownNames, languages: index.languages };
}

// Words in names of places, folded.
function wordsOfPlaces({ names, mapped = [] }: PlaceNames): ReadonlySet<string> {
  const all = [...names.map(({ name }) => name), ...mapped.flatMap((place) => place.names)];
  return new Set(all.flatMap((name) => comparable(name).split(' ')));
}
