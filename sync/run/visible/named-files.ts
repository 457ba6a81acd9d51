import { attribute, startTags } from '../../wordpress/html-tags.ts';
import { decodeEntities } from '../../wordpress/text.ts';

// Elements that embed or link a file.
const EMBEDS = 'a|iframe|video|audio|source|embed|img';
const ADDRESS = /^(?:https?:|tel:|\/|\.|\?|[^:#]+$)/i;
// Limit of searched characters: several hundred links of a long page.
const MOST_SEARCHED = 500_000_000;

/**
 * True if a page contains all links, embeds and alternative texts of a text, in any position. Addresses are compared by their
 * last segment, because CDNs change the host and lazy loading moves `src`.
 */
export function namesAll(text: string, page: string): boolean {
  const tags = new Map([...startTags(text.toWellFormed(), EMBEDS)].map((tag) => [nameIn(tag), tag]));
  tags.delete(undefined);
  if (tags.size * page.length > MOST_SEARCHED) return false;
  // Most tags occur verbatim, so no lower-case copy of the page is needed.
  const names = [...tags].flatMap(([name = '', tag]) => (page.includes(tag) ? [] : name));
  if (names.length === 0) return true;
  const searched = decodeEntities(page).toLowerCase();
  return names.every((name) => searched.includes(name) || searched.includes(encodeURI(name).toLowerCase()));
}

// Alternative text of an image, or the identifying part of an address: its video, its file without size and extension, or its
// number.
function nameIn(tag: string): string | undefined {
  if (/^<img/i.test(tag)) return attribute(tag, 'alt')?.trim().toLowerCase() || undefined;
  const address = attribute(tag, 'href') ?? attribute(tag, 'src') ?? '';
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
