const LEADING_ZEROS = /(?<=&#x?)0{9,}/gi;
/** More digits than any code point has. */
const OVERLONG = /&#(?:x0*[1-9a-f][\da-f]{6,}|0*[1-9]\d{7,})/gi;

/** Shortens numeric character references that overflow the parser; a code point out of range becomes U+FFFD, as in browsers. */
export function limitCharacterReferences(html: string): string {
  return html.replaceAll(LEADING_ZEROS, '0').replaceAll(OVERLONG, '&#xFFFD');
}
