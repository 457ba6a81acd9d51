import { cleanText } from '../markdown/clean/characters.ts';

/**
 * The address of a page as it may be stored and shown: normalised (WHATWG URL), without user info and fragment, and
 * without the invisible characters that a slug of foreign making can hold.
 */
export function plainLink(link: string): string {
  const url = new URL(link);
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = url.pathname.split('/').map(plainSegment).join('/');
  for (const [name, value] of new URLSearchParams(url.search)) {
    if (cleanText(value) !== value) url.searchParams.set(name, cleanText(value));
  }
  return url.href;
}

/** A path segment with its text cleaned; one that is not UTF-8, or has nothing to take out, stays as it is written. */
function plainSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    const plain = cleanText(text);
    return plain === text ? segment : encodeURIComponent(plain);
  } catch {
    return segment;
  }
}
