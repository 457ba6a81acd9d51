import { decodePercent } from '../../markdown/address.ts';
import type { Trace } from '../../markdown/clean/main-content.ts';
import { convert } from '../../markdown/convert.ts';
import { allElements, chainOf, parseHtml, textOf } from '../../markdown/parse/html.ts';
import { readPage } from '../../markdown/parse/page.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import { NUMBER, numbered, type Shown } from './renderer.ts';

/** A text that visitors see but the Markdown lacks (`lost`), or the reverse (`kept`). */
export type Difference = {
  readonly kind: 'lost' | 'kept';
  readonly text: string;
  /** The rule that removed it, or `not written`; `hidden` for text that visitors do not see. */
  readonly cause: string;
  /** True if it contains a telephone number, an e-mail address or a price, or is a contact link. */
  readonly isContact: boolean;
};

export type Comparison = {
  readonly differences: readonly Difference[];
  /** Number of visible words of page furniture, which the Markdown omits, by rule (docs/visibility.md). */
  readonly furniture: ReadonlyMap<string, number>;
  /** Number of visible words in the main region, and of those in the Markdown. */
  readonly visibleWords: number;
  readonly keptWords: number;
  /** The same for images; all sizes of a WordPress file count as a single image. */
  readonly visibleImages: number;
  readonly keptImages: number;
};

// Removals of visible page furniture: forms, navigation, share links, comments.
const FURNITURE =
  /^(?:<|role |class |id |a form|a footer|an aside|a share|links to share|a link that|the site|recommended|a button|duplicate|only for screen)/;
const isFurniture = (reason: string | undefined): boolean => reason !== undefined && FURNITURE.test(reason);
const SHORTCODE = 'shortcode ';
const CONTACT = /(?:\+?\d[\s().-]?){9,}|[\w.+-]+@[\w-]+\.\w{2,}|[€$£]\s?\d|\d\s?(?:€|EUR|USD)/;

// Words in lower case, without Markdown syntax.
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Compares the page in Chromium with the Markdown of its HTML, or with published Markdown. */
export function compare(html: string, baseUrl: string, shown: readonly Shown[], published?: string): Comparison {
  const { markdown } = convert(readPage(html), { baseUrl, source: 'page' });
  return compareMarkdown(published ?? markdown, inMainRegion(numbered(html), baseUrl, shown));
}

const numberOf = ({ attribs }: HtmlElement): string | undefined => attribs[NUMBER];

// Content of the main region, with the rule that removed it. Content that only scripts write is not in the HTML.
function inMainRegion(html: string, baseUrl: string, shown: readonly Shown[]): readonly Item[] {
  const [reasons, notations] = [new Map<string | undefined, string>(), new Set<string>()];
  let region: string | undefined;
  const trace: Trace = {
    removed: (element, reason) => {
      if (reason.startsWith(SHORTCODE)) notations.add(reason.slice(SHORTCODE.length));
      else reasons.set(numberOf(element), reason);
    },
    mainContent: (element) => (region = numberOf(element)),
  };
  convert(readPage(html), { baseUrl, source: 'page', trace });
  reasons.delete(undefined);
  const { body, elements: all } = readPage(html);
  const elements = new Map<string | undefined, HtmlElement>(all.map((element) => [numberOf(element), element]));
  elements.set(undefined, body);
  const root = elements.get(region) ?? body;
  const inside = new Set([root, ...allElements(root)]);
  return shown.flatMap((item): Item[] => {
    const element = elements.get(item.element);
    if (!element || !inside.has(element)) return [];
    const { name, attribs } = element;
    const isInHtml = {
      text: () => wordsOf(textOf(element)).join('').includes(wordsOf(item.value).join('')),
      image: () => name === 'img',
      link: () => URL.parse(attribs['href']?.trim() ?? '')?.href === item.value,
    }[item.kind];
    if (!isInHtml()) return [];
    let { value } = item;
    for (const notation of notations) value = value.replaceAll(notation, ' ');
    const reason = reasons.get(chainOf(element).findLast((around) => reasons.has(numberOf(around)))?.attribs[NUMBER]);
    return [{ ...item, value, reason }];
  });
}

type Item = Shown & { readonly reason: string | undefined };

// Image files in a text, without folder, size and extension.
const imagesOf = (text: string): readonly string[] =>
  [
    ...decodePercent(text).matchAll(
      /([^\s/"'(),?#=\\]+?)(?:-\d+x\d+|-scaled)?(?:\.(?:jpe?g|png))?\.(?:jpe?g|png|webp|avif|gif|svg)(?![\w.])/gi,
    ),
  ].map(([, name = '']) => name.toLowerCase());

function compareMarkdown(markdown: string, items: readonly Item[]): Comparison {
  const published = ` ${wordsOf(plainOf(markdown)).join(' ')} `;
  const joined = published.replaceAll(' ', '');
  const differences: Difference[] = [];
  const letters = items.map(({ kind, value }) => (kind === 'text' ? wordsOf(value).join('') : ''));
  const visible = new Set(letters.filter((_, at) => items[at]?.isVisible));
  // A short text also counts with its neighbours: `f` and `ish` make `fish`.
  const hasText = (words: readonly string[], at: number): boolean => {
    const before = letters
      .slice(Math.max(0, at - NEIGHBOURS), at)
      .join('')
      .slice(-GLUED);
    const after = letters
      .slice(at + 1, at + 1 + NEIGHBOURS)
      .join('')
      .slice(0, GLUED);
    const isJoined = (text: string) => text.length >= GLUED && joined.includes(text);
    return hasWords(published, joined, words) || isJoined(before + letters[at]) || isJoined(letters[at] + after);
  };
  const images = new Set(imagesOf(markdown));
  const visibleImages = new Set(
    items.flatMap(({ kind, value, isVisible, reason }) =>
      kind === 'image' && isVisible && !isFurniture(reason) ? imagesOf(value).slice(-1) : [],
    ),
  );
  const furniture = new Map<string, number>();
  let [visibleWords, keptWords] = [0, 0];
  for (const [at, { kind, value, isVisible, hiding, reason }] of items.entries()) {
    const words = wordsOf(kind === 'link' ? value.replace(/^[a-z]+:/, '') : value);
    const image = imagesOf(value).at(-1) ?? '';
    if (words.length === 0 || (kind === 'image' && image === '')) continue;
    const isThere =
      kind === 'text'
        ? hasText(words, at)
        : kind === 'image'
          ? images.has(image)
          : markdown.includes(value) || hasWords(published, joined, words);
    const isContact = kind === 'link' || (kind === 'text' && CONTACT.test(value));
    if (isVisible && !isThere && isFurniture(reason)) {
      if (kind === 'text') furniture.set(reason ?? '', (furniture.get(reason ?? '') ?? 0) + words.length);
      continue;
    }
    if (isVisible && kind !== 'image') visibleWords += words.length;
    if (isVisible && kind !== 'image' && isThere) keptWords += words.length;
    const prefix = kind === 'text' ? '' : `${kind}, `;
    if (isVisible && !isThere)
      differences.push({ kind: 'lost', text: value.trim(), cause: `${prefix}${reason ?? 'not written'}`, isContact });
    const isKept =
      kind === 'text'
        ? !visible.has(letters[at] ?? '') && words.length > 2
        : kind === 'image' && !visibleImages.has(image);
    if (isKept && !isVisible && isThere)
      differences.push({ kind: 'kept', text: value.trim(), cause: `${prefix}${hiding ?? 'hidden'}`, isContact });
  }
  const keptImages = [...visibleImages].filter((image) => images.has(image)).length;
  return { differences, furniture, visibleWords, keptWords, visibleImages: visibleImages.size, keptImages };
}

// Matches whole words, or letters if elements without white space between them join words.
const hasWords = (published: string, joined: string, words: readonly string[]): boolean => {
  const own = words.join('');
  return published.includes(` ${words.join(' ')} `) || (own.length >= GLUED && joined.includes(own));
};
// Fewer letters match by chance.
const GLUED = 8;
const NEIGHBOURS = 4;

// Markdown without escapes and addresses; raw HTML as text.
function plainOf(markdown: string): string {
  const text = markdown
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/<((?:https?|mailto|tel):[^<>\s]*)>/g, ' $1 ')
    .replaceAll(LINK_END, ']');
  // A text with a link inside it stays in one piece.
  const contacts = [...markdown.matchAll(LINK_END)].map(([, address = '']) => address).filter(isContactAddress);
  const plain = [text, ...contacts].join(' ');
  return /<[a-z]|&\w+;/i.test(plain) ? textOf(parseHtml(plain)) : plain;
}

const LINK_END = /\]\(([^()\s]*)(?:\s"[^"]*")?\)/g;
const isContactAddress = (address: string): boolean => /^(?:tel|mailto):/.test(address);
