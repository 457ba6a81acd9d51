// Control, private-use and default-ignorable characters: they are invisible, and can carry hidden instructions.
const INVISIBLE =
  /(?!\uFE0F|\u200C|\u200D|[\t\n\r])(?:\p{Cc}|\p{Co}|\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFC])/gu;
// Scripts with joiners or non-joiners that change the shape of adjacent letters (Unicode 9.2, 12).
const JOINING =
  '[\\p{Script=Arab}\\p{Script=Syrc}\\p{Script=Mong}\\p{Script=Deva}\\p{Script=Beng}\\p{Script=Guru}\\p{Script=Gujr}\\p{Script=Orya}\\p{Script=Taml}\\p{Script=Telu}\\p{Script=Knda}\\p{Script=Mlym}\\p{Script=Sinh}\\p{Script=Khmr}\\p{Script=Mymr}]';
// A joiner has a meaning between pictographs (a family), and between letters of these scripts.
const JOINER = new RegExp(
  `(?<=\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\uFE0F)?)(\u200D)(?=\\p{Extended_Pictographic})|(?<=${JOINING})([\u200C\u200D])(?=${JOINING})|[\u200C\u200D]`,
  'gu',
);
// The group captures a variation selector that selects emoji presentation. Stray selectors match without the group.
const VARIATION = /(?<=\p{Extended_Pictographic}|[\d#*](?=\uFE0F\u20E3))(\uFE0F)|\uFE0F/gu;
// Code units of the characters above and below. A string without any of them is clean.
const SUSPECT =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- the pattern matches control characters
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\xA0\xAD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uD800-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFF]/;
const SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000]/g;

/** Tests for characters that `cleanText` may remove or replace. */
export function isSuspect(text: string): boolean {
  return SUSPECT.test(text);
}

/** Removes invisible characters, and replaces every kind of space by an ordinary space. */
export function cleanText(text: string): string {
  return isSuspect(text)
    ? withoutStrayJoiners(text.replace(INVISIBLE, ''))
        .replace(SPACES, ' ')
        .replace(/[\u2028\u2029]/g, '\n')
    : text;
}

function withoutStrayJoiners(text: string): string {
  return /\uFE0F|\u200C|\u200D/u.test(text) ? text.replace(VARIATION, '$1').replace(JOINER, '$1$2') : text;
}

/** Cleans a string for a single line: white space is collapsed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

// Runs of invisible characters, which can encode a text.
const SPELLED = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}|[\u200B-\u200D\u2060-\u2064\uFEFF]{6}/u;

/** Tests a suspect string for characters that reorder or smuggle text, not for invisible characters of editors. */
export function hasSmugglingCharacters(text: string): boolean {
  return /[\u202A-\u202E\u2066-\u2069\u{E0020}-\u{E007F}]/u.test(text) || SPELLED.test(text);
}
