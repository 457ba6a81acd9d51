import { fold } from '../../db/search/text/folding.ts';
import { INTRODUCTIONS, NAMES, TITLES } from './names.ts';

/** Words that the site and the dictionaries know. */
export type KnownWords = {
  /** True for a word that a page holds, and for one of its languages that is no proper name. */
  readonly knows: (word: string) => boolean;
  /** Folded words of what the owner is called, and of its cities: they name no person. */
  readonly ownNames: ReadonlySet<string>;
};

/** Length of the longest question that is kept as text, in Unicode code points: longer ones tell a story. */
const LONGEST = 100;
/** Digits with which a text may be a telephone, a document, a card, a post code, a date. */
const DIGITS = 4;

/** Marks of addresses of e-mail and of the web, and of names of accounts. */
const ADDRESS = /[@_#\\]|:\/\/|\bwww\b|[\p{L}\p{N}]\.\p{L}{2}/u;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;

/**
 * True for a question that must never be kept as text, because it may tell who somebody is: with four digits or more, an
 * address, a frequent name of persons, a word in capitals that neither the site nor the dictionaries know, or two unknown
 * words side by side. It errs on that side.
 */
export function mayBePersonal(query: string, { knows, ownNames }: KnownWords): boolean {
  const text = query.normalize('NFKC');
  if (Array.from(text).length > LONGEST || ADDRESS.test(text)) return true;
  if ((text.match(/\p{N}/gu) ?? []).length >= DIGITS) return true;
  if (INTRODUCTIONS.test(fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' '))) return true;

  let afterUnknown = false;
  let afterTitle = false;
  for (const [word] of text.matchAll(WORD)) {
    const folded = fold(word);
    const isOwn = ownNames.has(folded);
    if (NAMES.has(folded) && !isOwn) return true;
    const isUnknown = !isOwn && !knows(word);
    if (isUnknown && (afterUnknown || afterTitle || mayBeName(word))) return true;
    afterUnknown = isUnknown;
    afterTitle = TITLES.has(folded);
  }
  return false;
}

/** A word with a capital, or in a script without capitals. */
function mayBeName(word: string): boolean {
  const [first = ''] = word;
  return first !== first.toLowerCase() || first.toLowerCase() === first.toUpperCase();
}

/** A question as it is compared with others: folded words. */
export function comparable(query: string): string {
  return fold(query.normalize('NFKC'))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** A question as it is shown: in lower case, without punctuation. */
export function normalized(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
