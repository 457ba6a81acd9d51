// Combining marks of pronunciation. After a Cyrillic letter only accents, because й and ї are letters.
const LATIN_MARKS = /(?<![\u0400-\u052f])[\u0300-\u036f]+|(?<=[\u0400-\u052f])[\u0300\u0301]+/g;
// Vowel signs of Arabic and points of Hebrew, the hamza of an alef, the kashida that stretches a line.
const SEMITIC_MARKS =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]+/g;
// The nukta of the Indic scripts: a dot for sounds of foreign languages.
const NUKTA = /[\u093c\u09bc\u0a3c\u0abc\u0b3c]/g;
// Joiners and soft hyphens: they change the shape of a word only.
const INVISIBLE = /[\u00ad\u200c\u200d]+/g;
const HALF_OR_FULL_WIDTH = /[\uff00-\uffef]+/g;
const DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9]/g;

// Letters without a decomposition into base letter and mark, and their replacements.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ё: 'е',
  ѐ: 'е',
  // Alef wasla, alef maksura, teh marbuta; kaf and yeh of Persian keyboards.
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
  // Chandrabindu and anusvara are the same nasal.
  '\u0901': '\u0902',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Returns a word in lower case, composed (NFC), without invisible characters. */
export function lowercase(word: string): string {
  const small = word.toLowerCase();
  return isAscii(small) ? small : small.replaceAll(INVISIBLE, '').normalize('NFC');
}

/**
 * Folds case and accents in any script: lower case, without optional marks (accents, tonos, vowel signs of Arabic,
 * nukta), digits as ASCII. Vowel signs of Indic and South-East Asian scripts are letters and stay.
 */
export function fold(word: string): string {
  return isLatin(word) ? foldLatin(word) : foldAnyScript(word.toLowerCase());
}

/** Returns true for a word that `fold` does not change in any language: ASCII without capitals. */
export function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit > 127 || (unit >= 65 && unit <= 90)) return false;
  }
  return true;
}

// Latin letters have lower code points; combining marks follow.
const LATIN_END = 0x0300;

/** Returns true for a string of characters below U+0300: Latin letters without combining marks. */
export function isLatin(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= LATIN_END) return false;
  return true;
}

function foldLatin(word: string): string {
  if (isPlain(word)) return word;
  let folded = '';
  for (let at = 0; at < word.length; at++) folded += foldedLatin[word.charCodeAt(at)] as string;
  return folded;
}

function foldAnyScript(small: string): string {
  return (
    small
      .replaceAll(HALF_OR_FULL_WIDTH, (text) => text.normalize('NFKC').toLowerCase())
      .replaceAll(INVISIBLE, '')
      .normalize('NFD')
      .replaceAll(SEMITIC_MARKS, '')
      .replaceAll(NUKTA, '')
      // Sorts marks into canonical order that a removed mark had separated.
      .normalize('NFD')
      .replaceAll('\u0435\u0308', '\u0435')
      .replaceAll(LATIN_MARKS, '')
      .normalize('NFC')
      // After the marks, because some of these letters have a mark: `ǽ`.
      .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
      .replaceAll(DIGIT, asciiDigit)
  );
}

const foldedLatin = Array.from({ length: LATIN_END }, (_, unit) =>
  foldAnyScript(String.fromCharCode(unit).toLowerCase()),
);

// The ten digits of a script are consecutive. The last hexadecimal digit of zero is 6 in scripts of India, and 0 in the
// rest.
function asciiDigit(digit: string): string {
  const point = digit.charCodeAt(0);
  return String((point & 15) - (point >= 0x0966 && point <= 0x0d6f ? 6 : 0));
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
