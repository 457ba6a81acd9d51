import { eachPiece, isSyllable, mayHavePieces } from './pieces.ts';
import { eachSegment, firstSegmentLength, isUnspaced } from './segmentation.ts';

/** A token: a word of a string as written, and its UTF-16 offsets `[start, end)`. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}\u00ad\u200c\u200d]$/u;

const NONE = 0;
const SPACED = 1;
const UNSPACED = 2;
// Characters that join letters. No token begins with a joiner.
const JOINER = 3;
// High surrogate.
const HALF = 4;

// A lookup in this array is ten times faster than the expression, and texts have millions of characters.
const kindOfUnit = Uint8Array.from({ length: 0x1_0000 }, (_, unit) =>
  unit >= 0xd800 && unit <= 0xdfff ? (unit < 0xdc00 ? HALF : NONE) : kindOf(String.fromCharCode(unit)),
);

function kindOf(character: string): number {
  if (!WORD_CHARACTER.test(character)) return NONE;
  if (/[\u00ad\u200c\u200d]/.test(character)) return JOINER;
  return isUnspaced(character) ? UNSPACED : SPACED;
}

// Calls back with the offsets of every token: a run of letters, digits and marks. In scripts without spaces, a run is
// segmented into words.
function eachWord(text: string, found: (start: number, end: number) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const simple = simpleEnd(text, at);
    const { end, isUnspacedRun } = simple === undefined ? runAt(text, at) : { end: simple, isUnspacedRun: false };
    if (end === at) {
      at += 1;
      continue;
    }
    const start = at;
    if (isUnspacedRun) eachSegment(text.slice(start, end), (from, to) => found(start + from, start + to));
    else found(start, end);
    at = end;
  }
}

/** Calls back with the offsets of the tokens of a string and of their pieces, by ascending start. */
export function eachToken(text: string, found: (start: number, end: number) => void): void {
  let syllable = { start: -1, end: -1 };
  eachWord(text, (start, end) => {
    if (!mayHavePieces(text.charCodeAt(start))) {
      found(start, end);
      return;
    }
    const word = text.slice(start, end);
    const isOne = isSyllable(word);
    if (isOne && syllable.end === start) found(syllable.start, end);
    if (isOne) syllable = { start, end };
    found(start, end);
    eachPiece(word, (from, to) => found(start + from, start + to));
  });
}

/** Returns the end offset of the token at `start`; `start` itself without a token. */
export function wordEndAt(text: string, start: number): number {
  const simple = simpleEnd(text, start);
  if (simple !== undefined) return simple;
  const { end, isUnspacedRun } = runAt(text, start);
  return isUnspacedRun ? start + firstSegmentLength(text.slice(start, end)) : end;
}

export function words(text: string): Word[] {
  const list: Word[] = [];
  eachWord(text, (start, end) => list.push({ text: text.slice(start, end), start, end }));
  return list;
}

// Fast path: returns the end of a run of letters in scripts with spaces; `undefined` if the run has further characters.
function simpleEnd(text: string, start: number): number | undefined {
  let at = start;
  while (kindOfUnit[text.charCodeAt(at)] === SPACED) at += 1;
  return (kindOfUnit[text.charCodeAt(at)] ?? NONE) === NONE ? at : undefined;
}

function runAt(text: string, start: number): { readonly end: number; readonly isUnspacedRun: boolean } {
  let at = start;
  let isUnspacedRun = false;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const isSurrogate = kindOfUnit[unit] === HALF;
    const character = isSurrogate ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';
    const kind = isSurrogate ? kindOf(character) : kindOfUnit[unit];
    if (kind === NONE || (kind === JOINER && at === start)) break;
    if (kind === UNSPACED) isUnspacedRun = true;
    at += isSurrogate ? character.length : 1;
  }
  return { end: at, isUnspacedRun };
}
