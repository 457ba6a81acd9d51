import { decodePercent } from '../../markdown/address.ts';
import { mainContent } from '../../markdown/clean/main-content.ts';
import { convert } from '../../markdown/convert.ts';
import { allElements, parseHtml, textOf } from '../../markdown/parse/html.ts';
import { readPage, type Page } from '../../markdown/parse/page.ts';
import type { HtmlElement, HtmlParent } from '../../markdown/parse/tree.ts';
import type { Shown } from './renderer.ts';

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
  /** Number of visible words in the main region, and of those in the Markdown. */
  readonly visibleWords: number;
  readonly keptWords: number;
  /** The same for images; all sizes of a WordPress file count as a single image. */
  readonly visibleImages: number;
  readonly keptImages: number;
};

// Removals of visible page furniture: forms, navigation, share links, comments.
const FURNITURE =
  /^(?:<|role |class |id |a form|a footer|an aside|a share|a link that|the site|recommended|a button|duplicate|only for screen)/;
const CONTACT = /(?:\+?\d[\s().-]?){9,}|[\w.+-]+@[\w-]+\.\w{2,}|[€$£]\s?\d|\d\s?(?:€|EUR|USD)/;

// Words in lower case, without Markdown syntax.
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Compares the page in Chromium with the Markdown of its HTML, or with published Markdown. */
export function compare(html: string, baseUrl: string, shown: readonly Shown[], published?: string): Comparison {
  const removed: Removed[] = [];
  const regions: HtmlParent[] = [];
  const { markdown } = convert(readPage(html), {
    baseUrl,
    source: 'page',
    trace: {
      removed: (element, reason) =>
        removed.push({
          text: ` ${wordsOf(textOf(element)).join(' ')} `,
          links: linksIn(element),
          images: imagesIn(element),
          reason,
        }),
      mainContent: (element) => regions.push(element),
    },
  });
  const region = originalOf(regions.at(-1), readPage(html));
  const text = wordsOf(textOf(region)).join('');
  const [links, images] = [linksIn(region), imagesIn(region)];
  const isInRegion = ({ kind, value }: Shown): boolean =>
    kind === 'text'
      ? text.includes(wordsOf(value).join(''))
      : kind === 'link'
        ? links.has(value)
        : imagesOf(value).some((image) => images.has(image));
  return compareMarkdown(published ?? markdown, shown.filter(isInRegion), removed);
}

// The main region in the original HTML: the element with the same name, id and classes.
function originalOf(region: HtmlParent | undefined, page: Page): HtmlParent {
  if (!region || !('attribs' in region)) return mainContent(page.body);
  const { name, attribs } = region as HtmlElement;
  const isSame = (one: HtmlElement) =>
    one.name === name && one.attribs['id'] === attribs['id'] && one.attribs['class'] === attribs['class'];
  return { children: page.elements.filter(isSame) };
}

const within = (parent: HtmlParent): readonly HtmlElement[] => [
  ...('name' in parent ? [parent as HtmlElement] : []),
  ...allElements(parent),
];

// Addresses of links, as browsers normalize them.
const linksIn = (parent: HtmlParent): ReadonlySet<string> =>
  new Set(
    within(parent).flatMap(({ name, attribs }) =>
      name === 'a' && attribs['href'] !== undefined ? (URL.parse(attribs['href'].trim())?.href ?? []) : [],
    ),
  );

// Image files in a text, without folder, size and extension.
const imagesOf = (text: string): readonly string[] =>
  [
    ...decodePercent(text).matchAll(
      /([^\s/"'(),?#=\\]+?)(?:-\d+x\d+|-scaled)?(?:\.(?:jpe?g|png))?\.(?:jpe?g|png|webp|avif|gif|svg)(?![\w.])/gi,
    ),
  ].map(([, name = '']) => name.toLowerCase());

const imagesIn = (parent: HtmlParent): ReadonlySet<string> =>
  new Set(
    within(parent).flatMap(({ name, attribs }) =>
      /^(?:img|source)$/.test(name) ? Object.values(attribs).flatMap(imagesOf) : [],
    ),
  );

type Removed = {
  readonly text: string;
  readonly links: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
  readonly reason: string;
};

// `removed` contains texts that rules removed, with the reason.
function compareMarkdown(markdown: string, shown: readonly Shown[], removed: readonly Removed[] = []): Comparison {
  const published = ` ${wordsOf(plainOf(markdown)).join(' ')} `;
  const joined = published.replaceAll(' ', '');
  const has = (text: string) => published.includes(` ${text} `) || joined.includes(text.replaceAll(' ', ''));
  const differences: Difference[] = [];
  const visible = new Set(
    shown.flatMap(({ kind, value, isVisible }) => (kind === 'text' && isVisible ? wordsOf(value).join(' ') : [])),
  );
  const images = new Set(imagesOf(markdown));
  const visibleImages = new Set(
    shown.flatMap(({ kind, value, isVisible }) => (kind === 'image' && isVisible ? imagesOf(value).slice(-1) : [])),
  );
  let [visibleWords, keptWords] = [0, 0];
  for (const { kind, value, isVisible } of shown) {
    const words = wordsOf(kind === 'link' ? value.replace(/^[a-z]+:/, '') : value);
    const text = words.join(' ');
    const image = imagesOf(value).at(-1);
    if (text === '' || (kind === 'image' && image === undefined)) continue;
    const isIn = {
      text: () => has(text),
      link: () => markdown.includes(value) || has(text),
      image: () => images.has(image ?? ''),
    }[kind];
    const isRemoved = (one: Removed): boolean =>
      kind === 'text' ? hasWords(one.text, text) : kind === 'link' ? one.links.has(value) : one.images.has(image ?? '');
    const isThere = isIn();
    const isContact = kind === 'link' || (kind === 'text' && CONTACT.test(value));
    const reasons = removed.filter(isRemoved);
    const reason = (reasons.find((one) => FURNITURE.test(one.reason)) ?? reasons[0])?.reason;
    if (isVisible && !isThere && reason !== undefined && FURNITURE.test(reason)) {
      if (kind === 'image') visibleImages.delete(image ?? '');
      continue;
    }
    if (isVisible && kind !== 'image') visibleWords += words.length;
    if (isVisible && kind !== 'image' && isThere) keptWords += words.length;
    const cause = kind === 'image' ? `image ${reason ?? 'not written'}` : (reason ?? 'not written');
    if (isVisible && !isThere) differences.push({ kind: 'lost', text: value.trim(), cause, isContact });
    const isKept =
      kind === 'text' ? !visible.has(text) && words.length > 2 : kind === 'image' && !visibleImages.has(image ?? '');
    if (isKept && !isVisible && isThere)
      differences.push({
        kind: 'kept',
        text: value.trim(),
        cause: kind === 'image' ? 'image hidden' : 'hidden',
        isContact,
      });
  }
  const keptImages = [...visibleImages].filter((image) => images.has(image)).length;
  return { differences, visibleWords, keptWords, visibleImages: visibleImages.size, keptImages };
}

// Matches whole words, or letters if elements without white space between them join words.
const hasWords = (text: string, words: string): boolean =>
  text.includes(` ${words} `) ||
  (words.length >= GLUED && text.replaceAll(' ', '').includes(words.replaceAll(' ', '')));
// Fewer letters match by chance.
const GLUED = 8;

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
