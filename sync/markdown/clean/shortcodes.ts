/** Unrendered shortcodes. The enclosed text remains, and so do titles. */
import { BUILDERS, type Builder } from '../builders.ts';
import { namesIn } from '../parse/class-names.ts';
import { isElement, isText, nodesBelow, parseHtml, textsOf } from '../parse/html.ts';
import { setChildren, type HtmlElement, type HtmlNode, type HtmlText } from '../parse/tree.ts';
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
// Attributes of builders with a text that a visitor would read.
const TITLE = new RegExp(
  `\\s(?:title|heading|question|button_text)\\s*=\\s*(?:${QUOTE})+([^"“”″«»=]+?)["'“”″’»«]`,
  'gi',
);
const HAS_ATTRIBUTE = new RegExp(`=\\s*(?:${QUOTE}|\\d)|\\s[\\w-]{2,}=[\\w#/]`, 'i');
// A compound name, as only programs write it.
const COMPOUND = /^[a-z\d]+(?:[_-][a-z\d]+)+$/;
const CODE = /^(?:pre|code|kbd|samp|script|style|textarea)$/;

/** Removes the shortcodes from a tree. Returns whether the tree may have changed. */
export function removeShortcodes(root: HtmlElement, trace?: Trace): boolean {
  const texts = textsOf(root);
  if (!texts.some((text) => text.includes('['))) return false;
  const text = texts.join('');
  if (!/\[\/?[a-z]/i.test(text)) return false;
  const isShortcode = shortcodesOf(text).has;
  for (const parent of [root, ...nodesBelow(root, isOutsideCode)].filter(isElement)) {
    if (!parent.children.some((child) => isText(child) && child.data.includes('['))) continue;
    const children = parent.children.flatMap((child) =>
      isText(child) ? rewrite(child, isShortcode, (tag) => trace?.removed(parent, `shortcode ${tag}`)) : [child],
    );
    setChildren(parent, children);
  }
  return true;
}

/** Returns the builder whose shortcodes were not rendered. Code is not evidence. */
export function unrenderedBuilder(html: string): Builder | undefined {
  if (!MAYBE_BUILDER.test(html)) return undefined;
  const texts = [...nodesBelow(parseHtml(html), isOutsideCode)].filter(isText);
  return shortcodesOf(texts.map(({ data }) => data).join('')).builder;
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

function prefixOf(name: string): string | undefined {
  return PREFIX.exec(name)?.[0].slice(0, -1).toLowerCase();
}

const isOutsideCode = (node: HtmlNode): boolean => isText(node) || !CODE.test(node.name);

function rewrite(
  text: HtmlText,
  isShortcode: (name: string, attributes: string) => boolean,
  removed: (tag: string) => void,
): HtmlNode[] {
  let found = false;
  let html = '';
  let last = 0;
  for (const match of text.data.matchAll(TAG)) {
    const [tag, , name = '', attributes = ''] = match;
    if (!isShortcode(name, attributes) && !(COMPOUND.test(name) && text.data.trim() === tag)) continue;
    found = true;
    removed(tag);
    html += escapeHtml(text.data.slice(last, match.index));
    html += '<br>';
    if (PREFIX.test(name))
      for (const [, title = ''] of attributes.matchAll(TITLE)) html += `<p><strong>${escapeHtml(title)}</strong></p>`;
    last = match.index + tag.length;
  }
  if (!found) return [text];
  return parseHtml(html + escapeHtml(text.data.slice(last))).children;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
