/** A token: one word of a text as written, and its UTF-16 offsets `[start, end)`. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]$/u;
const MARK = /\p{M}+/gu;

// Looking a character up in this table is ten times faster than asking the expression, and texts have millions of them.
const isWordUnit = Uint8Array.from({ length: 0x1_0000 }, (_, unit) =>
  (unit < 0xd800 || unit > 0xdfff) && WORD_CHARACTER.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** Tokenizes a text: calls back with the offsets of every word, a run of letters, digits and their marks. */
export function eachWord(text: string, found: (start: number, end: number) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const start = at;
    at = wordEndAt(text, start);
    if (at > start) found(start, at);
    else at += 1;
  }
}

/** End offset of the word that starts at `start`; `start` itself when none does. */
export function wordEndAt(text: string, start: number): number {
  let at = start;
  for (let width = widthAt(text, at); width > 0; width = at < text.length ? widthAt(text, at) : 0) at += width;
  return at;
}

/** The tokens of a text, in order. */
export function words(text: string): Word[] {
  const list: Word[] = [];
  eachWord(text, (start, end) => list.push({ text: text.slice(start, end), start, end }));
  return list;
}

/** The surface form of a word: lower case, accents composed (NFC). */
export function lowercase(word: string): string {
  return word.toLowerCase().normalize('NFC');
}

/** Case and accent folding: lower case, without marks; ñ is n. */
export function fold(word: string): string {
  const small = word.toLowerCase();
  return isAscii(small) ? small : small.normalize('NFD').replaceAll(MARK, '');
}

/** UTF-16 units of the word character at this offset; 0 when there is none. */
function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return isWordUnit[unit] ?? 0;
  const point = text.codePointAt(at) ?? 0;
  return point > 0xffff && WORD_CHARACTER.test(String.fromCodePoint(point)) ? 2 : 0;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
