import { linkAddress } from '../address.ts';

/**
 * Addresses that stand in the text as text. GFM readers make links of them by rules of their own (GFM 6.9); they are written
 * as links, so that every reader sees the same.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}/@._+-])(?:(?:https?:\/\/|www\.)[\p{L}\p{N}][^\s<>"«»“”‘’]*|[\w.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?![@\w]))/giu;

const LONGEST = 2000;

/** Whether a text needs to be looked through for addresses at all. */
export function mayHoldAddress(text: string): boolean {
  return /:\/\/|www\.|@/i.test(text);
}

/** The pieces of a text, those that are addresses with the address to which they lead. */
export function splitAddresses(text: string): { readonly text: string; readonly href: string | undefined }[] {
  const pieces: { text: string; href: string | undefined }[] = [];
  let last = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match[0].length > LONGEST) continue;
    const address = trimmed(match[0]);
    const href = linkAddress(target(address));
    if (href === undefined || /^www(?:\.[^.]*)?$/i.test(address)) continue;
    if (match.index > last) pieces.push({ text: text.slice(last, match.index), href: undefined });
    pieces.push({ text: address, href });
    last = match.index + address.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), href: undefined });
  return pieces;
}

function target(address: string): string {
  if (/^https?:/i.test(address)) return address;
  return /^www\./i.test(address) ? `http://${address}` : `mailto:${address}`;
}

/** Punctuation at the end belongs to the sentence, and so does a parenthesis that was opened before. */
function trimmed(address: string): string {
  let end = address.length;
  for (;;) {
    const last = address.charAt(end - 1);
    if (/[?!.,:;*_~'’…\]}-]/.test(last)) end--;
    else if (last === ')' && count(address, ')', end) > count(address, '(', end)) end--;
    else return address.slice(0, end);
  }
}

function count(text: string, character: string, end: number): number {
  let found = 0;
  for (let i = text.indexOf(character); i >= 0 && i < end; i = text.indexOf(character, i + 1)) found++;
  return found;
}
