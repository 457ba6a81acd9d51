import { linkAction } from '../action-links.ts';
import { bareHost } from '../../../shared/addresses.ts';
import { decodeCloudflareEmail, decodePercent, linkDestination } from '../address.ts';
import { attribute, elementsBelow, isBlank, isElement, isText, textOf } from '../parse/html.ts';
import { createMark, DEL, EM, STRONG } from '../write/inline.ts';
import { BLOCK_TAGS, type ElementHandler, type WalkState } from './state.ts';
import type { HtmlElement } from '../parse/tree.ts';
import LINKS from '../words/links.json' with { type: 'json' };

export const strongEmphasis: ElementHandler = (_, { blocks }) => blocks.mark(STRONG);
/** Handler of emphasis. An icon, which is empty, is not emphasis. */
export const emphasis: ElementHandler = (element, { blocks }) => {
  if (element.children.length > 0) return blocks.mark(EM);
  // An icon separates the text on its two sides.
  if (attribute(element, 'class') !== '' && blocks.endsInWord()) blocks.text(' ');
  return undefined;
};
/** Handler of strikethrough (GFM 6.5): text that no longer applies. */
export const strikethrough: ElementHandler = (element, { blocks }) => {
  const unmark = blocks.mark(DEL);
  const { next } = element;
  // A former price directly before the current price. Strikethrough also occurs within words.
  const isBeforePrice = next !== null && isElement(next) && /\d/.test(textOf(element)) && /\d/.test(textOf(next));
  return () => {
    unmark();
    if (isBeforePrice) blocks.text(' ');
  };
};

/** Handler of a code span. An element around blocks is not a code span. */
export const codeSpan: ElementHandler = (element, { blocks }) => {
  if (elementsBelow(element).some(({ name }) => /^(?:pre|ul|ol|table)$/.test(name))) return undefined;
  blocks.code(textOf(element));
  return false;
};

export const script: ElementHandler = (element, state) => {
  const outer = state.script;
  state.script = element.name === 'sup' ? 'sup' : 'sub';
  return () => {
    state.script = outer;
  };
};

/** Handler of a link, which may contain blocks. */
export const link: ElementHandler = (element, state) => {
  const { blocks, baseUrl } = state;
  const shown = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  const email =
    shown ?? decodeCloudflareEmail(attribute(element, 'href').split('/cdn-cgi/l/email-protection#')[1] ?? '');
  const target = attribute(element, 'href');
  const destination = email ? linkDestination(`mailto:${email}`, baseUrl) : state.destinations.get(element);
  const href = linkAction(target) ? undefined : destination;
  if (href === undefined || blocks.link()) return undefined;
  const inner = innerBlocks(element);
  const linkMark = createMark('link', { href, once: inner.hasBlocks });
  if (inner.heading && blocks.context() === 'paragraph') {
    state.headingLinks.set(inner.heading, linkMark);
    return blocks.boundary;
  }
  const unmark = blocks.mark(linkMark);
  if (shown !== undefined) {
    blocks.text(shown);
    unmark();
    return false;
  }
  return () => {
    if (!linkMark.isShown) blocks.text(linkText(element, href, state));
    unmark();
    if (inner.hasBlocks) blocks.boundary();
  };
};

/** Handler of `span` and `small`. Builders set names, prices and units side by side in such elements. */
export const span: ElementHandler = (element, { blocks }) => {
  const email = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  if (email) {
    blocks.text(email);
    return false;
  }
  const isPriced = element.prev !== null && isText(element.prev) && /\p{Sc}\s?[\d.,]+$/u.test(element.prev.data);
  // Without a currency, a short word may be the suffix of an ordinal: `1<small>ère</small>`.
  const unit = isPriced ? /^\p{L}{3}/u : /^\p{L}{3}(?:\p{L}|\s+\p{L})/u;
  const isUnit =
    (blocks.endsIn(/\p{Sc}$/u) && /^\s*\p{L}/u.test(textOf(element))) ||
    (element.name === 'small' && blocks.endsIn(/\p{N}$/u) && unit.test(textOf(element)));
  if (isUnit || (standsApart(element) && (blocks.endsInWord() || textOf(element) === ''))) blocks.text(' ');
  return undefined;
};

// Names of sites, for links that only show an icon.
const KNOWN_SITES = Object.entries(LINKS.sites).map(([host, name]) => ({ host: new RegExp(host), name }));

// Returns the fallback text of a link: its accessible name, the name of its image, or its target. Returns an empty
// string if it shows nothing, or only an icon beside a text link to the same target.
function linkText(element: HtmlElement, href: string, { baseUrl, namedLinks }: WalkState): string {
  if (namedLinks.has(href)) return '';
  const own = accessibleName(element, ['aria-label', 'title']);
  if (own !== '') return own;
  let showsIcon = false;
  for (const inner of elementsBelow(element)) {
    const label = accessibleName(inner, ['aria-label', 'alt', 'title']);
    if (label !== '') return label;
    if (inner.name === 'title') return textOf(inner);
    showsIcon ||= /^(?:i|svg|img|span|picture)$/.test(inner.name);
  }
  const url = URL.parse(href);
  if (!showsIcon || !url) return '';
  if (/^(?:tel|mailto|sms):$/.test(url.protocol)) return decodePercent(url.pathname);
  const site = KNOWN_SITES.find(({ host }) => host.test(url.hostname))?.name;
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

// Searches a link for blocks, and for its first heading.
function innerBlocks(element: HtmlElement): { hasBlocks: boolean; heading: HtmlElement | undefined } {
  let hasBlocks = false;
  for (const inner of elementsBelow(element)) {
    if (/^h[1-6]$/.test(inner.name) && textOf(inner).trim() !== '') return { hasBlocks: true, heading: inner };
    hasBlocks ||= BLOCK_TAGS.has(inner.name) || /^(?:ul|ol|menu)$/.test(inner.name);
  }
  return { hasBlocks, heading: undefined };
}

const PHRASE = /\S\s+\S/;
const PIECE = /^(?:span|sup|sub|small|strong|b|em|i)$/;

// Tests for text that builders place beside adjacent text without white space, such as a name and its price.
function standsApart(element: HtmlElement): boolean {
  if (isColumn(element)) return true;
  const own = attribute(element, 'class');
  const before = element.prev;
  if (own === '' || !before || !isElement(before) || !PIECE.test(before.name)) return false;
  const other = attribute(before, 'class');
  if (other === '') return false;
  const text = textOf(element);
  // Scripts split words to letters of the same class, but not phrases.
  if (other === own) return PHRASE.test(textOf(before)) && PHRASE.test(text);
  const isDropCap = /^\s*\p{Lu}\s*$/u.test(textOf(before)) && /^\p{Ll}/u.test(text);
  return !isDropCap && /^[\p{L}\p{N}\p{Sc}]/u.test(text);
}

// Whether a `span` is a column: its block has only `span` elements, and its text starts a phrase.
function isColumn({ name, prev, parent, children: [first] }: HtmlElement): boolean {
  if (name !== 'span' || !prev || !isElement(prev) || prev.name !== 'span' || !parent || !BLOCK_TAGS.has(parent.name))
    return false;
  if (!first || !isText(first) || !/^[\p{Lu}\p{N}]/u.test(first.data) || !/[\p{L}\p{N}]{2}$/u.test(textOf(prev)))
    return false;
  if (parent.children.length > 50) return false;
  return parent.children.every((child) => isBlank(child) || (isElement(child) && child.name === 'span'));
}
