const LEADING_ZEROS = /(?<=&#x?)0{9,}/gi;
/** More digits than any character's number has. */
const ABSURD = /&#(?:x0*[1-9a-f][\da-f]{6,}|0*[1-9]\d{7,})/gi;

/** Shortens references of so many digits that the parser takes offence, to what a browser makes of them. */
export function withoutAbsurdReferences(html: string): string {
  return html.replaceAll(LEADING_ZEROS, '0').replaceAll(ABSURD, '&#xFFFD');
}
