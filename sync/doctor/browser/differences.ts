import { mainContent } from '../../markdown/clean/main-content.ts';
import { convert } from '../../markdown/convert.ts';
import { parseHtml, textOf } from '../../markdown/parse/html.ts';
import { readPage } from '../../markdown/parse/page.ts';
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
  const removed: { readonly text: string; readonly reason: string }[] = [];
  const { markdown } = convert(html, {
    baseUrl,
    source: 'page',
    trace: {
      removed: (element, reason) => removed.push({ text: ` ${wordsOf(textOf(element)).join(' ')} `, reason }),
      mainContent: () => undefined,
    },
  });
  const region = wordsOf(textOf(mainContent(readPage(html).body))).join('');
  return compareMarkdown(
    published ?? markdown,
    shown.filter(({ kind, value }) => kind !== 'text' || region.includes(wordsOf(value).join(''))),
    removed,
  );
}

/** Compares what Chromium shows with a Markdown; `removed` are texts that rules left out, with the reason. */
function compareMarkdown(
  markdown: string,
  shown: readonly Shown[],
  removed: readonly { readonly text: string; readonly reason: string }[] = [],
): Comparison {
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
    const reason = removed.find((one) => one.text.includes(` ${text.slice(0, 50)}`))?.reason;
    if (isVisible && reason !== undefined && FURNITURE.test(reason)) continue;
    if (isVisible) visibleWords += words.length;
    if (isVisible && isThere) keptWords += words.length;
    if (isVisible && !isThere)
      differences.push({ kind: 'lost', text: value.trim(), cause: reason ?? 'not written', isContact });
    if (kind === 'text' && !isVisible && isThere && !visible.has(text) && words.length > 2)
      differences.push({ kind: 'kept', text: value.trim(), cause: 'hidden', isContact });
  }
  return { differences, visibleWords, keptWords };
}

/** Markdown without escapes and addresses, with its raw HTML as text. */
function plainOf(markdown: string): string {
  const text = markdown
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/\]\([^()\s]*(?:\s"[^"]*")?\)/g, (link) => (/\((?:tel|mailto)/.test(link) ? ` ${link} ` : ']'));
  return /<[a-z]|&\w+;/i.test(text) ? textOf(parseHtml(text)) : text;
}
