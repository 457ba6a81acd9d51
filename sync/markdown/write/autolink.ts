import { linkDestination } from '../address.ts';

// Addresses in plain text. GFM parsers convert them to extended autolinks (GFM 6.9), CommonMark parsers do not. They
// are written as links, so every parser returns the same result.
const AUTOLINK =
  /(?<![\p{L}\p{N}/@._+-])(?:(?:https?:\/\/|www\.)[\p{L}\p{N}][^\s<>"«»“”‘’]*|[\w.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?![@\w]))/giu;

const MAX_LENGTH = 2000;

/** Tests in linear time whether a string may contain an address. */
export function mayHoldAutolink(text: string): boolean {
  return /:\/\/|www\.|@/i.test(text);
}

/** Splits a string at its addresses; addresses have the destination of their link. */
export function splitAutolinks(text: string): { readonly text: string; readonly href: string | undefined }[] {
  const pieces: { text: string; href: string | undefined }[] = [];
  let last = 0;
  for (const match of text.matchAll(AUTOLINK)) {
    if (match[0].length > MAX_LENGTH) continue;
    const address = withoutTrailingPunctuation(match[0]);
    const href = linkDestination(withScheme(address));
    if (href === undefined || /^www(?:\.[^.]*)?$/i.test(address)) continue;
    if (match.index > last) pieces.push({ text: text.slice(last, match.index), href: undefined });
    pieces.push({ text: address, href });
    last = match.index + address.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), href: undefined });
  return pieces;
}

function withScheme(address: string): string {
  if (/^https?:/i.test(address)) return address;
  return /^www\./i.test(address) ? `http://${address}` : `mailto:${address}`;
}

// Trailing punctuation belongs to the sentence, as does the parenthesis of an earlier opening parenthesis (GFM 6.9).
function withoutTrailingPunctuation(address: string): string {
  let end = address.length;
  for (;;) {
    const last = address.charAt(end - 1);
    if (/[?!.,:;*_~'’…\]}-]/.test(last)) end--;
    else if (last === ')' && isUnopened(address.slice(0, end))) end--;
    else return address.slice(0, end);
  }
}

const isUnopened = (text: string): boolean => text.split(')').length > text.split('(').length;
