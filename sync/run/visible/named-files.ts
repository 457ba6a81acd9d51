import { allElements, attribute, parseHtml } from '../../markdown/parse/html.ts';
import { decodeEntities } from '../../wordpress/text.ts';
import { markupIn, RAW_TEXT } from './html-elements.ts';

// Elements that embed or link a file.
const EMBEDS = /^(?:a|iframe|video|audio|source|embed|img)$/;
const ADDRESS = /^(?:https?:|tel:|\/|\.|\?|[^:#]+$)/i;
// Limit of searched characters: several hundred links of a long page.
const MOST_SEARCHED = 500_000_000;

/**
 * True if a page contains all links, embeds and alternative texts of a text, in any position. Addresses are compared by their
 * last segment, because CDNs change the host and lazy loading moves `src`.
 */
export function namesAll(text: string, page: string): boolean {
  const given = text.toWellFormed();
  const tags = new Set<string>();
  for (const { name, isEnd, start, end } of markupIn(given, RAW_TEXT))
    if (!isEnd && EMBEDS.test(name ?? '')) tags.add(given.slice(start, end));
  if (tags.size * page.length > MOST_SEARCHED) return false;
  // Most tags occur verbatim, so no lower-case copy of the page is needed.
  const names = [...tags].flatMap((tag) => (page.includes(tag) ? [] : (nameIn(tag) ?? [])));
  if (names.length === 0) return true;
  const searched = decodeEntities(page).toLowerCase();
  return names.every((name) => searched.includes(name) || searched.includes(encodeURI(name).toLowerCase()));
}

// Alternative text of an image, or the identifying part of an address: its video, its file without size and extension, or its
// number.
function nameIn(tag: string): string | undefined {
  const [element] = allElements(parseHtml(tag));
  if (!element) return undefined;
  if (element.name === 'img') return attribute(element, 'alt').trim().toLowerCase() || undefined;
  const address = attribute(element, 'href') || attribute(element, 'src');
  const url = ADDRESS.test(address) ? URL.parse(address, 'https://site.invalid/') : null;
  const last = url?.searchParams.get('v') ?? url?.pathname.split('/').findLast((part) => part !== '');
  const name = last?.replace(/\.[a-z\d]{2,5}$/i, '').replace(/-(?:\d+x\d+|scaled)$/, '');
  if (!name) return undefined;
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
