// Pieces: in scripts without spaces, the query and the text may be segmented differently. Names that are missing from
// the
// dictionary are segmented into single syllables. Pieces are indexed in addition to the words, with a lower weight.

const IDEOGRAPHS = /^[\u3400-\u9fff\uf900-\ufaff]+$/;
// Letters of Thai, Lao, Burmese and Khmer.
const SYLLABIC = /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+$/;
// Maximum length of a word that may be a syllable of a longer word.
const LONGEST_SYLLABLE = 3;
// First code unit of the scripts with pieces.
const FIRST = 0x0e00;

/** Returns true for the first code unit of a word that may have pieces. */
export function mayHavePieces(unit: number): boolean {
  return unit >= FIRST;
}

/** Returns true for a word of a single syllable. With an adjacent syllable it forms a piece. */
export function isSyllable(word: string): boolean {
  return word.length === 1 ? IDEOGRAPHS.test(word) : word.length <= LONGEST_SYLLABLE && SYLLABIC.test(word);
}

/**
 * Calls back with the offsets of the pieces of a word, by ascending start. Pieces are the ideographs, and pairs of them
 * in words of three or more.
 */
export function eachPiece(word: string, found: (start: number, end: number) => void): void {
  const { length } = word;
  if (length < 2 || !IDEOGRAPHS.test(word)) return;
  for (let at = 0; at < length; at++) {
    found(at, at + 1);
    if (length > 2 && at + 2 <= length) found(at, at + 2);
  }
}

/** Returns the pieces of a word, and the piece that it forms with the next word. */
export function piecesOf(word: string, next: string | undefined): string[] {
  if (!mayHavePieces(word.charCodeAt(0))) return [];
  const pieces: string[] = [];
  eachPiece(word, (start, end) => pieces.push(word.slice(start, end)));
  return next !== undefined && isSyllable(word) && isSyllable(next) ? [...pieces, word + next] : pieces;
}
