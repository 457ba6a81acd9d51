import { bareHost } from '../../../shared/addresses.ts';
import { decodePercent } from '../address.ts';
import { attribute, elementsBelow, textOf } from '../parse/html.ts';
import type { WalkState } from './state.ts';
import type { HtmlElement } from '../parse/tree.ts';

// Names of sites, for links that only show an icon.
const KNOWN_SITES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)(?:wa\.me|whatsapp\.com)$/, 'WhatsApp'],
  [/(?:^|\.)(?:facebook\.com|fb\.com|fb\.me)$/, 'Facebook'],
  [/(?:^|\.)instagram\.com$/, 'Instagram'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(?:^|\.)(?:twitter\.com|x\.com|t\.co)$/, 'Twitter'],
  [/(?:^|\.)linkedin\.com$/, 'LinkedIn'],
  [/(?:^|\.)tiktok\.com$/, 'TikTok'],
  [/(?:^|\.)(?:t\.me|telegram\.(?:me|org))$/, 'Telegram'],
  [/(?:^|\.)pinterest\.\w+$/, 'Pinterest'],
];

/**
 * Returns the text of a link without text: its accessible name, the name of its image, or its target. Returns an empty
 * string if it shows nothing, or only an icon beside a text link to the same target.
 */
export function linkText(link: HtmlElement, href: string, { baseUrl, namedLinks }: WalkState): string {
  if (namedLinks.has(href)) return '';
  const own = accessibleName(link, ['aria-label', 'title']);
  if (own !== '') return own;
  let showsIcon = false;
  for (const inner of elementsBelow(link)) {
    const label = accessibleName(inner, ['aria-label', 'alt', 'title']);
    if (label !== '') return label;
    if (inner.name === 'title') return textOf(inner);
    showsIcon ||= /^(?:i|svg|img|span|picture)$/.test(inner.name);
  }
  const url = URL.parse(href);
  if (!showsIcon || !url) return '';
  if (/^(?:tel|mailto|sms):$/.test(url.protocol)) return decodePercent(url.pathname);
  const site = KNOWN_SITES.find(([host]) => host.test(url.hostname))?.[1];
  if (site !== undefined) return site;
  const lastSegment = decodePercent(url.pathname.split('/').findLast(isDescriptive) ?? '');
  if (lastSegment !== '') return lastSegment;
  // The name of the site itself is redundant.
  const page = URL.parse(baseUrl);
  return page && bareHost(url) === bareHost(page) ? '' : bareHost(url);
}

// A path segment that describes the target.
const isDescriptive = (segment: string): boolean => segment !== '' && !/^(?:index|default)\.\w+$/i.test(segment);

// First attribute that names an element. Markup in an attribute is a fault of a plugin, and invisible to visitors.
function accessibleName(element: HtmlElement, names: readonly string[]): string {
  for (const name of names) {
    const text = attribute(element, name)
      .replace(/<\/?[a-z][^<>]*>/gi, ' ')
      .trim();
    if (text !== '') return text;
  }
  return '';
}
