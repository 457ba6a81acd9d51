import { attribute, startTags } from '../../wordpress/html-tags.ts';
import { decodeEntities } from '../../wordpress/text.ts';

/** Elements that embed something or lead to it. */
const EMBEDS = 'a|iframe|video|audio|source|embed|img';
const ADDRESS = /^(?:https?:|tel:|\/|\.|\?|[^:#]+$)/i;
/** Characters that are searched in all: some hundred links of a long page. */
const MOST_SEARCHED = 500_000_000;

/**
 * True when a page names what a text links and embeds, wherever it does, and has the texts of its pictures: visitors get no other
 * video or file. Addresses are known by their last part, for networks give files another host, and what loads late is not in `src`.
 */
export function namesAll(text: string, page: string): boolean {
  const tags = new Map([...startTags(text.toWellFormed(), EMBEDS)].map((tag) => [nameIn(tag), tag]));
  tags.delete(undefined);
  if (tags.size * page.length > MOST_SEARCHED) return false;
  // Most stand there as they are, and need no copy of the page.
  const names = [...tags].flatMap(([name = '', tag]) => (page.includes(tag) ? [] : name));
  if (names.length === 0) return true;
  const searched = decodeEntities(page).toLowerCase();
  return names.every((name) => searched.includes(name) || searched.includes(encodeURI(name).toLowerCase()));
}

/** What a picture says, or what an address is known by: its video, its file without size and ending, or its number. */
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
