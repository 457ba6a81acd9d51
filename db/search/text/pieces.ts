// Pieces: in scripts without spaces, a question and the text that answers it may divide the same letters into other words.
// Names that no dictionary holds fall into single syllables. Pieces are indexed beside the words, and count less.

const IDEOGRAPHS = /^[\u3400-\u9fff\uf900-\ufaff]+$/;
/** Letters of Thai, Lao, Burmese and Khmer. */
const SYLLABIC = /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+$/;
/** Length of the longest word of those that may be a syllable of a longer one. */
const LONGEST_SYLLABLE = 3;
/** The first character of the scripts that have pieces. */
const FIRST = 0x0e00;

/** True for the beginning of a word that may have pieces. */
export function mayHavePieces(unit: number): boolean {
  return unit >= FIRST;
}

/** True for a word that is one syllable: it forms a piece with another one beside it. */
export function isSyllable(word: string): boolean {
  return word.length === 1 ? IDEOGRAPHS.test(word) : word.length <= LONGEST_SYLLABLE && SYLLABIC.test(word);
}

/** Calls back with the places of the pieces of a word: its ideographs, and each two of three or more, by ascending start. */
export function eachPiece(word: string, found: (start: number, end: number) => void): void {
  const { length } = word;
  if (length < 2 || !IDEOGRAPHS.test(word)) return;
  for (let at = 0; at < length; at++) {
    found(at, at + 1);
    if (length > 2 && at + 2 <= length) found(at, at + 2);
  }
}

/** The pieces of a word, and the one that it forms with the next word. */
export function piecesOf(word: string, next: string | undefined): string[] {
  if (!mayHavePieces(word.charCodeAt(0))) return [];
  const pieces: string[] = [];
  eachPiece(word, (start, end) => pieces.push(word.slice(start, end)));
  return next !== undefined && isSyllable(word) && isSyllable(next) ? [...pieces, word + next] : pieces;
}
