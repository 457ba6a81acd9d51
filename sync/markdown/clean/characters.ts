/** Controls, private use and everything that Unicode says to ignore: they show nothing, and can carry hidden orders. */
const INVISIBLE = /(?![\t\n\r\u200D])(?:\p{Cc}|\p{Co}|\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB])/gu;
/** Joins pictographs into one (a family); anywhere else it is only invisible. */
const STRAY_JOINER = /(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu;
const SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Takes out characters that show nothing, and makes every kind of space an ordinary one. */
export function cleanText(text: string): string {
  return /[^\t\n\r\x20-\x7E]/.test(text)
    ? text
        .replace(INVISIBLE, '')
        .replace(STRAY_JOINER, '')
        .replace(SPACES, ' ')
        .replace(/[\u2028\u2029]/g, '\n')
    : text;
}

/** A text that belongs in one line: clean, with its white space folded. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Tests for characters that reorder or smuggle text, not just invisible ones that editors leave behind. */
export function hasBidiOrTagCharacters(text: string): boolean {
  return /[\u202A-\u202E\u2066-\u2069\u{E0020}-\u{E007F}]/u.test(text);
}
