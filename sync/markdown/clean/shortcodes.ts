/** Unrendered shortcodes. The enclosed text remains, and so do attributes that a visitor would read. */
import { BUILDERS, type Builder } from '../builders.ts';
import { namesIn } from '../parse/class-names.ts';
import { decodePercent } from '../address.ts';
import { isElement, isText, parseHtml, textsOf } from '../parse/html.ts';
import type { HtmlNode, HtmlParent, HtmlText } from '../parse/tree.ts';
import type { Trace } from './main-content.ts';

// Shortcodes of WordPress, and of plugins that are not builders.
const KNOWN =
  /^(?:gallery|caption|embed|playlist|audio|video|contact-form(?:-7)?|gravityforms?|wpforms|ninja_form|formidable|mc4wp_form|rev_slider|smartslider3|metaslider|tablepress|table|instagram-feed|elementor-template|products?|add_to_cart|mailpoet_form|google_map|wpgmza|ea_bootstrap|ea_standard|toc|lwptoc|ez-toc|breadcrumbs|wpml_language_selector_widget)$/i;

// Builder of each prefix. A `sure` prefix only begins shortcodes.
const PREFIXES: ReadonlyMap<string, { readonly builder: Builder; readonly sure: boolean }> = new Map(
  BUILDERS.flatMap((builder) =>
    [
      { list: builder.shortcodes ?? '', sure: true },
      { list: builder.ambiguousShortcodes ?? '', sure: false },
    ].flatMap(({ list, sure }) => namesIn(list).map((prefix) => [prefix, { builder, sure }] as const)),
  ),
);
const ANY_PREFIX = `(?:${[...PREFIXES.keys()].join('|')})_`;
const PREFIX = new RegExp(`^${ANY_PREFIX}`, 'i');
const MAYBE_BUILDER = new RegExp(`\\[/?${ANY_PREFIX}`, 'i');
const TAG = /\[(\/?)([a-z][\w-]*)((?:\s[^[\]]*)?)\/?\]/gi;
// Quotes of an attribute, including the replacements by the typography of WordPress (`wptexturize`).
const QUOTE = '["\'“”″‘’«»]|&#8221;|&#8243;|&#8220;|&quot;';
const ATTRIBUTE = new RegExp(`([\\w-]+)\\s*=\\s*(?:${QUOTE})+([^"“”″«»=]*?)(?:["'“”″’»«])`, 'gi');
const HAS_ATTRIBUTE = new RegExp(`=\\s*(?:${QUOTE}|\\d)|\\s[\\w-]{2,}=[\\w#/]`, 'i');
// A compound name, as only programs write it.
const COMPOUND = /^[a-z\d]+(?:[_-][a-z\d]+)+$/;
// Maximum characters of a tag to parse.
const MAX_ATTRIBUTES = 5000;
const CODE = /^(?:pre|code|kbd|samp|script|style|textarea)$/;

// Rendered HTML of an attribute, by its name.
const SHOWN: readonly (readonly [RegExp, (value: string) => string])[] = [
  [
    /^(?:title|heading|header|question|tab_title|title_text|main_heading|name|h\d)$/i,
    (value) => `<p><strong>${value}</strong></p>`,
  ],
  [
    /^(?:text|content|description|sub_?heading|sub_?title|author|job_title|position|company(?:_name)?|caption|quote|address|email|phone|number|price|percent|sum|currency|per|label)$/i,
    (value) => `<p>${value}</p>`,
  ],
];

/** Removes the shortcodes from a tree. Returns whether the tree may have changed. */
export function removeShortcodes(root: HtmlParent, trace?: Trace): boolean {
  const texts = textsOf(root);
  if (!texts.some((text) => text.includes('['))) return false;
  const text = texts.join('');
  if (!/\[\/?[a-z]/i.test(text)) return false;
  const isShortcode = shortcodesOf(text).has;
  for (const parent of parentsOutsideCode(root)) {
    if (!parent.children.some((child) => isText(child) && child.data.includes('['))) continue;
    parent.children = parent.children.flatMap((child) =>
      isText(child) ? rewrite(child, isShortcode, (tag) => trace?.removed(parent, `shortcode ${tag}`)) : [child],
    );
  }
  return true;
}

/** Returns the builder whose shortcodes were not rendered. Code is not evidence. */
export function unrenderedBuilder(html: string): Builder | undefined {
  if (!MAYBE_BUILDER.test(html)) return undefined;
  const text = [...parentsOutsideCode(parseHtml(html))]
    .flatMap(({ children }) => children.filter(isText).map(({ data }) => data))
    .join('');
  return shortcodesOf(text).builder;
}

// Classifies the text in brackets as shortcodes.
function shortcodesOf(text: string) {
  const tags = [...text.matchAll(TAG)].map(([, slash, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    isClosing: slash === '/',
    hasAttributes: HAS_ATTRIBUTE.test(attributes),
  }));
  const closed = new Set(tags.filter(({ isClosing }) => isClosing).map(({ name }) => name));
  const used = new Set<string>();
  for (const { name, isClosing, hasAttributes } of tags) {
    const prefix = prefixOf(name);
    if (prefix !== undefined && (isClosing || hasAttributes || PREFIXES.get(prefix)?.sure)) used.add(prefix);
  }
  const [first] = used;
  return {
    builder: first === undefined ? undefined : PREFIXES.get(first)?.builder,
    has: (name: string, attributes: string): boolean =>
      KNOWN.test(name) ||
      closed.has(name.toLowerCase()) ||
      used.has(prefixOf(name) ?? '') ||
      HAS_ATTRIBUTE.test(attributes),
  };
}

// Builder prefix of a name.
function prefixOf(name: string): string | undefined {
  return PREFIX.exec(name)?.[0].slice(0, -1).toLowerCase();
}

// Iterates over a node and its descendant elements outside code. Their children may be replaced meanwhile.
function* parentsOutsideCode(root: HtmlParent): Generator<HtmlParent> {
  const stack: HtmlParent[] = [root];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    yield parent;
    for (const child of parent.children.toReversed()) if (isElement(child) && !CODE.test(child.name)) stack.push(child);
  }
}

function rewrite(
  text: HtmlText,
  isShortcode: (name: string, attributes: string) => boolean,
  removed: (tag: string) => void,
): HtmlNode[] {
  let found = false;
  let html = '';
  let last = 0;
  for (const match of text.data.matchAll(TAG)) {
    const [tag, closing = '', name = '', attributes = ''] = match;
    if (!isShortcode(name, attributes) && !(COMPOUND.test(name) && text.data.trim() === tag)) continue;
    found = true;
    removed(tag);
    html += escapeHtml(text.data.slice(last, match.index));
    html += closing ? '<br>' : `<br>${shownOf(name, attributes)}`;
    last = match.index + tag.length;
  }
  if (!found) return [text];
  return parseHtml(html + escapeHtml(text.data.slice(last))).children;
}

function shownOf(name: string, source: string): string {
  if (/form|template|gallery|tablepress|slider|feed|product|caption/i.test(name) && !PREFIX.test(name)) return '';
  const values = new Map<string, string>();
  for (const [, key = '', value = ''] of source.slice(0, MAX_ATTRIBUTES).matchAll(ATTRIBUTE)) {
    if (value.trim() !== '') values.set(key.toLowerCase(), value.trim());
  }
  const first = (...keys: string[]) => keys.map((key) => values.get(key)).find((value) => value !== undefined);
  const link = wpbakeryLink(first('button_url', 'url', 'link', 'href', 'button_link', 'btn_link', 'link_url') ?? '');
  const button =
    first('button_text', 'btn_text', 'link_text', 'button_title') ??
    (/button|btn|cta/i.test(name) ? first('title', 'text') : undefined) ??
    link.title;
  const parts: string[] = [];
  const image = first('src', 'image', 'image_url', 'logo');
  if (image && /\.(?:jpe?g|png|webp|gif|svg|avif)(?:$|\?)/i.test(image)) {
    parts.push(`<img src="${escapeHtml(image)}" alt="${escapeHtml(first('alt', 'title_text') ?? '')}">`);
  }
  for (const [key, value] of values) {
    const shown = SHOWN.find(([pattern]) => pattern.test(key))?.[1];
    if (shown && value !== button && !(image && key === 'title_text')) parts.push(shown(escapeHtml(value)));
  }
  if (button && link.url) parts.push(`<p><a href="${escapeHtml(link.url)}">${escapeHtml(button)}</a></p>`);
  else if (button) parts.push(`<p>${escapeHtml(button)}</p>`);
  const media = /^(?:audio|video|embed|playlist)$/i.test(name) ? /https?:\/\/[^\s"'”″»]+/.exec(source)?.[0] : undefined;
  if (media) parts.push(`<iframe src="${escapeHtml(media)}"></iframe>`);
  return parts.join('');
}

// WPBakery packs address and title into an attribute: `url:https%3A%2F%2F…|title:Pedir%20cita`.
function wpbakeryLink(value: string): { readonly url: string; readonly title: string | undefined } {
  const packed = /^url:([^|]*)(?:\|.*?title:([^|]*))?/.exec(value);
  if (!packed) return { url: value, title: undefined };
  return { url: decodePercent(packed[1] ?? ''), title: packed[2] ? decodePercent(packed[2]) : undefined };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
