/** One word of a text: what was written, where it starts and where it ends (UTF-16 offsets). */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]$/u;
const MARK = /\p{M}+/gu;

// Looking a character up in this table is ten times faster than asking the expression, and texts have millions of them.
const isWordUnit = Uint8Array.from({ length: 0x1_0000 }, (_, unit) =>
  (unit < 0xd800 || unit > 0xdfff) && WORD_CHARACTER.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** Calls back with the place of every word: a run of letters, digits and their accents. */
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

/** Where the word that starts here ends; here, when none does. */
export function wordEndAt(text: string, start: number): number {
  let at = start;
  for (let width = widthAt(text, at); width > 0; width = at < text.length ? widthAt(text, at) : 0) at += width;
  return at;
}

/** The words of a text, in order. */
export function words(text: string): Word[] {
  const list: Word[] = [];
  eachWord(text, (start, end) => list.push({ text: text.slice(start, end), start, end }));
  return list;
}

/** A word as people compare it exactly: lower case, composed accents. */
export function lowercase(word: string): string {
  return word.toLowerCase().normalize('NFC');
}

/** A word as a hurried hand types it: lower case, without accents; ñ is n. */
export function fold(word: string): string {
  const small = word.toLowerCase();
  return isAscii(small) ? small : small.normalize('NFD').replaceAll(MARK, '');
}

/** How many UTF-16 units the word character at this place has; 0 when there is none. */
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
