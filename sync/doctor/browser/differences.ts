import { mainContent } from '../../markdown/clean/main-content.ts';
import { convert } from '../../markdown/convert.ts';
import { allElements, parseHtml, textOf } from '../../markdown/parse/html.ts';
import { readPage, type Page } from '../../markdown/parse/page.ts';
import type { HtmlElement, HtmlParent } from '../../markdown/parse/tree.ts';
import type { Shown } from './renderer.ts';

/** A text that visitors see and the Markdown lacks (`lost`), or the reverse (`kept`). */
export type Difference = {
  readonly kind: 'lost' | 'kept';
  readonly text: string;
  /** The rule that left it out, or `not written`; of a kept text, `hidden`. */
  readonly cause: string;
  /** It holds a telephone, an e-mail, a price, or is a contact link. */
  readonly isContact: boolean;
};

export type Comparison = {
  readonly differences: readonly Difference[];
  /** Visible words of the main region, and those of them that the Markdown has. */
  readonly visibleWords: number;
  readonly keptWords: number;
};

/** Removals by rules for what no reader wants, visible as it is: forms, navigation, share links, comments. */
const FURNITURE =
  /^(?:<|role |class |id |a form|a footer|an aside|a share|a link that|line numbers|the site|recommended|a button|decoration|the sign|repeats|duplicate|for screen)/;
const CONTACT = /(?:\+?\d[\s().-]?){9,}|[\w.+-]+@[\w-]+\.\w{2,}|[€$£]\s?\d|\d\s?(?:€|EUR|USD)/;

/** The words of a text, in lower case and without the signs of Markdown. */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Compares what Chromium shows of a page with the Markdown of its HTML, or with a published one. */
export function compare(html: string, baseUrl: string, shown: readonly Shown[], published?: string): Comparison {
  const removed: Removed[] = [];
  const regions: HtmlParent[] = [];
  const { markdown } = convert(html, {
    baseUrl,
    source: 'page',
    trace: {
      removed: (element, reason) =>
        removed.push({ text: ` ${wordsOf(textOf(element)).join(' ')} `, links: linksIn(element), reason }),
      mainContent: (element) => regions.push(element),
    },
  });
  const region = originalOf(regions.at(-1), readPage(html));
  const text = wordsOf(textOf(region)).join('');
  const links = linksIn(region);
  return compareMarkdown(
    published ?? markdown,
    shown.filter(({ kind, value }) => (kind === 'link' ? links.has(value) : text.includes(wordsOf(value).join('')))),
    removed,
  );
}

/** The main region as it was sent: that of the same name, id and classes. */
function originalOf(region: HtmlParent | undefined, page: Page): HtmlParent {
  if (!region || !('attribs' in region)) return mainContent(page.body);
  const { name, attribs } = region as HtmlElement;
  const isSame = (one: HtmlElement) =>
    one.name === name && one.attribs['id'] === attribs['id'] && one.attribs['class'] === attribs['class'];
  return { children: page.elements.filter(isSame) };
}

/** Addresses of links as browsers give them. */
const linksIn = (element: HtmlParent): ReadonlySet<string> =>
  new Set(
    [...('name' in element ? [element as HtmlElement] : []), ...allElements(element)].flatMap(({ name, attribs }) =>
      name === 'a' && attribs['href'] !== undefined ? (URL.parse(attribs['href'].trim())?.href ?? []) : [],
    ),
  );

type Removed = { readonly text: string; readonly links: ReadonlySet<string>; readonly reason: string };

/** Compares what Chromium shows with a Markdown; `removed` are texts that rules left out, with the reason. */
function compareMarkdown(markdown: string, shown: readonly Shown[], removed: readonly Removed[] = []): Comparison {
  const published = ` ${wordsOf(plainOf(markdown)).join(' ')} `;
  const joined = published.replaceAll(' ', '');
  const has = (text: string) => published.includes(` ${text} `) || joined.includes(text.replaceAll(' ', ''));
  const differences: Difference[] = [];
  const visible = new Set(
    shown.flatMap(({ kind, value, isVisible }) => (kind === 'text' && isVisible ? wordsOf(value).join(' ') : [])),
  );
  let [visibleWords, keptWords] = [0, 0];
  for (const { kind, value, isVisible } of shown) {
    if (kind === 'image') continue;
    const words = wordsOf(kind === 'link' ? value.replace(/^[a-z]+:/, '') : value);
    const text = words.join(' ');
    if (text === '') continue;
    const isThere = kind === 'link' ? markdown.includes(value) || has(text) : has(text);
    const isContact = kind === 'link' || CONTACT.test(value);
    const reasons = removed.filter((one) => (kind === 'link' ? one.links.has(value) : hasWords(one.text, text)));
    const reason = (reasons.find((one) => FURNITURE.test(one.reason)) ?? reasons[0])?.reason;
    if (isVisible && !isThere && reason !== undefined && FURNITURE.test(reason)) continue;
    if (isVisible) visibleWords += words.length;
    if (isVisible && isThere) keptWords += words.length;
    if (isVisible && !isThere)
      differences.push({ kind: 'lost', text: value.trim(), cause: reason ?? 'not written', isContact });
    if (kind === 'text' && !isVisible && isThere && !visible.has(text) && words.length > 2)
      differences.push({ kind: 'kept', text: value.trim(), cause: 'hidden', isContact });
  }
  return { differences, visibleWords, keptWords };
}

/** Tests for whole words in a text, or for letters where elements without white space between them glue words together. */
const hasWords = (text: string, words: string): boolean =>
  text.includes(` ${words} `) ||
  (words.length >= GLUED && text.replaceAll(' ', '').includes(words.replaceAll(' ', '')));
/** Fewer letters are found in any text. */
const GLUED = 8;

/** Markdown without escapes and addresses, with its raw HTML as text. */
function plainOf(markdown: string): string {
  const text = markdown
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/<((?:https?|mailto|tel):[^<>\s]*)>/g, ' $1 ')
    .replaceAll(LINK_END, ']');
  // A text with a link in its midst stays in one piece.
  const contacts = [...markdown.matchAll(LINK_END)].map(([, address = '']) => address).filter(isContactAddress);
  const plain = [text, ...contacts].join(' ');
  return /<[a-z]|&\w+;/i.test(plain) ? textOf(parseHtml(plain)) : plain;
}

const LINK_END = /\]\(([^()\s]*)(?:\s"[^"]*")?\)/g;
const isContactAddress = (address: string): boolean => /^(?:tel|mailto):/.test(address);
