import { cleanText } from '../markdown/clean/characters.ts';

/**
 * Normalizes the address of a page for storage (WHATWG URL): without user info, fragment, and the invisible characters that
 * imported slugs may contain.
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

// Cleans the text of a path segment. A segment that is not UTF-8, or is clean, is returned unchanged.
function plainSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    const plain = cleanText(text);
    return plain === text ? segment : encodeURIComponent(plain);
  } catch {
    return segment;
  }
}
