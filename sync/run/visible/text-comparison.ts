import { memory } from '../../markdown/memory.ts';
import { parseHtml, textOf } from '../../markdown/parse/html.ts';
import { decodeEntities } from '../../wordpress/text.ts';

/** Below this number of words, a text proves little. */
export const FEW_WORDS = 20;
/** Shares of words that count as some or most of a text. */
export const SOME = 0.5;
export const MOST = 0.8;

const REFERENCE = /&#?[a-z\d]{1,32};/gi;
// Decodes a character reference in text (HTML 13.2.5.72).
const decoded = memory((reference: string): string =>
  reference.startsWith('&#') ? decodeEntities(reference) : textOf(parseHtml(`<p>${reference}`)),
);
// Invisible hyphens and joiners inside words.
const UNSEEN = /[\u{AD}\u{200B}-\u{200D}]/gu;

// A word, or a part of a longer run: the regex engine overflows its stack on a match of millions of characters.
const WORD = /[\p{L}\p{N}]{1,5000}/gu;

/** Returns the words of a text in order, in lower case, without invisible characters. Linear in the length. */
export const folded = (text: string): string[] =>
  text.replace(REFERENCE, decoded).replace(UNSEEN, '').normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** Returns the words of Markdown without those of a title and of addresses. */
export function wordsBeside(title: string, markdown: string): string {
  const text = ` ${folded(withoutBetween(markdown, '](', ')')).join(' ')} `;
  const name = folded(title).join(' ');
  return (name === '' ? text : text.replaceAll(` ${name} `, ' ')).trim();
}

// A shortcode or an address is shorter.
const MOST_BETWEEN = 2000;

/** Removes the text between two signs, including the signs. Linear in the length. */
export function withoutBetween(text: string, open: string, close: string): string {
  const parts = text.split(close);
  const last = parts.pop() ?? '';
  const kept = parts.map((part) => {
    const at = opensAt(part, open);
    return at === -1 ? part + close : `${part.slice(0, at)} `;
  });
  return kept.join('') + last;
}

/** Returns each string between two signs. Linear in the length. */
export function between(text: string, open: string, close: string): string[] {
  return text
    .split(close)
    .slice(0, -1)
    .map((part) => (opensAt(part, open) === -1 ? '' : part.slice(opensAt(part, open) + open.length)))
    .filter((inner) => inner !== '');
}

const opensAt = (part: string, open: string): number => part.indexOf(open, part.length - MOST_BETWEEN - open.length);

/**
 * Returns the share of a text that another text contains, 0 to 1, in word triples (w-shingling, w = 3). Shorter texts are
 * compared by words; an empty text has the share 1.
 */
export function overlapOf(words: readonly string[], within: readonly string[]): number {
  if (words.length === 0) return 1;
  const width = Math.min(3, words.length);
  const there = new Set(shingles(within, width));
  const own = shingles(words, width);
  return own.filter((shingle) => there.has(shingle)).length / own.length;
}

// Maximum words inserted between two adjacent words of a text.
const MOST_INSERTED = 60;
// Maximum occurrences of a passage that are examined.
const MOST_PLACES = 20;

/**
 * True if `within` contains every word of a text in its context; further words may be inserted. A word is found as part of a
 * common triple, or between the nearest common triples.
 */
export function holdsAll(words: readonly string[], within: readonly string[]): boolean {
  const width = Math.min(3, words.length);
  if (width === 0) return true;
  const all = shingles(within, width);
  const places = Map.groupBy(all.keys(), (at) => all[at]);
  const placesOf = (shingle: string | undefined) => places.get(shingle)?.slice(0, MOST_PLACES) ?? [];
  const own = shingles(words, width);
  const isThere = words.map(() => false);
  for (const [at, shingle] of own.entries()) if (places.has(shingle)) isThere.fill(true, at, at + width);
  for (let start = isThere.indexOf(false); start !== -1;) {
    const next = isThere.indexOf(true, start);
    const end = next === -1 ? words.length : next;
    const passage = words.slice(start, end);
    const most = passage.length + MOST_INSERTED;
    // A triple with the previous word ends with it; a triple with the next word starts with it.
    const before = placesOf(own[start - width]).map((at) => at + width);
    const after = placesOf(own[end]);
    const isInserted =
      start === 0
        ? after.some((to) => isRun(passage, within.slice(Math.max(0, to - most), to)))
        : before.some((from) => {
            if (end === words.length) return isRun(passage, within.slice(from, from + most));
            const to = after.find((at) => at >= from && at - from <= most);
            return to !== undefined && isInOrder(passage, within.slice(from, to));
          });
    if (!isInserted) return false;
    start = isThere.indexOf(false, end);
  }
  return true;
}

/** Returns a callback that tests whether a text contains words together, to the precision of triples. Linear in both lengths. */
export function createWordMatcher(within: readonly string[]): (words: readonly string[]) => boolean {
  const there = new Set([1, 2, 3].flatMap((width) => shingles(within, width)));
  return (words) => shingles(words, Math.min(3, words.length)).every((shingle) => there.has(shingle));
}

function isInOrder(words: readonly string[], within: readonly string[]): boolean {
  let found = 0;
  for (const word of within) if (word === words[found]) found++;
  return found === words.length;
}

/** True if `within` contains the words consecutively. */
export const isRun = (words: readonly string[], within: readonly string[]): boolean =>
  ` ${within.join(' ')} `.includes(` ${words.join(' ')} `);

function shingles(words: readonly string[], width: number): string[] {
  return words.slice(0, Math.max(0, words.length - width + 1)).map((_, at) => words.slice(at, at + width).join(' '));
}
