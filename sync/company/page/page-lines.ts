import { decodeCloudflareEmail } from '../../markdown/address.ts';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { isForScreenReaders } from '../../markdown/clean/screen-readers.ts';
import { classMatcher } from '../../markdown/parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../../markdown/parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../../markdown/parse/tree.ts';
import { isOthers, partOf, type Part } from './page-parts.ts';

/** A link with the words under which it is seen. */
type PageLink = { readonly href: string; readonly label: string };

/** An element that begins and ends lines, with the one around it and the number of lines in it. */
export type Block = { readonly around: Block | undefined; lines: number };

/** One line of what a visitor sees: the text between two ends of blocks, rows or `br`, with the links in it. */
export type Line = {
  readonly text: string;
  readonly part: Part;
  readonly links: readonly PageLink[];
  /** 1–6 for a heading, else 0. */
  readonly heading: number;
  /** Of no heading: entry of a list, title by its class or of what it opens, first cell of a row, or text that is all in bold. */
  readonly title: 'item' | 'title' | 'cell' | 'bold' | undefined;
  /** Of somebody else: testimonials, comments, cards of posts, members, cookie notices, the agency's credit. */
  readonly foreign: boolean;
  /** In an `address` element, beside a map sign, or in a link to a map. */
  readonly atMap: boolean;
  /** In a menu. */
  readonly nav: boolean;
  /** The innermost block in which it begins. */
  readonly block: Block;
};

const UNREAD = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'select',
  'textarea',
  'iframe',
  'object',
  'button-icon',
  'head',
  'datalist',
]);
const BLOCK =
  /^(?:address|article|aside|blockquote|body|br|button|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const MAP_SIGN = /map-marker|map-pin|location|fa-map|icon-map|marker|fa-home\b|dashicons-location/i;
const MOST_LINES = 20_000;
const LONGEST_LINE = 4_000;
/** Links of one line that are kept: lists of more tell of everybody. */
const MOST_LINKS = 300;

type Surroundings = {
  readonly part: Part | 'undecided';
  readonly foreign: boolean;
  readonly heading: number;
  readonly title: Line['title'];
  readonly atMap: boolean;
  readonly nav: boolean;
  readonly block: Block;
};

type Step = { readonly node: HtmlNode; readonly around: Surroundings } | { readonly end: true };

/** Reads the lines of a page's body, in their order, without the nodes that nobody sees. */
export function readLines(body: HtmlParent, hidden: ReadonlySet<HtmlNode>): readonly Line[] {
  const lines: Line[] = [];
  const undecided: Surroundings = {
    part: 'undecided',
    foreign: false,
    heading: 0,
    title: undefined,
    atMap: false,
    nav: false,
    block: { around: undefined, lines: 0 },
  };
  let text = '';
  let links: PageLink[] = [];
  let current = undecided;
  let sign = false;

  /** Beginning of the line whose first part was seen. */
  function begin(around: Surroundings): void {
    if (text.trim() === '' && links.length === 0) current = around;
  }

  function end(): void {
    const line = cleanLine(text).normalize();
    const kept = links;
    text = '';
    links = [];
    if (line === '' && kept.length === 0) return;
    const { part, ...rest } = current;
    count(rest.block);
    lines.push({
      ...rest,
      atMap: rest.atMap || sign,
      text: line,
      links: kept,
      part: part === 'undecided' ? 'main' : part,
    });
    sign = false;
  }

  const steps: Step[] = body.children.map((node) => ({ node, around: undecided })).toReversed();
  for (let step = steps.pop(); step && lines.length < MOST_LINES; step = steps.pop()) {
    if ('end' in step) {
      end();
      continue;
    }
    const { node, around } = step;
    if (hidden.has(node)) continue;
    if (isText(node)) {
      if (node.data.trim() !== '') {
        begin(around);
        if (current.title === 'bold' && around.title !== 'bold') current = { ...current, title: undefined };
      }
      if (text.length < LONGEST_LINE) text += node.data.slice(0, LONGEST_LINE);
      continue;
    }
    if (!isElement(node)) continue;
    if (UNREAD.has(node.name) || isHiddenByClass(node)) continue;
    const inner = surroundingsIn(node, around);
    if (/^(?:i|span|img|em|figure|div)$/.test(node.name) && MAP_SIGN.test(attribute(node, 'class'))) sign = true;
    const isBlock = BLOCK.test(node.name) || isOfLines(node);
    if (isBlock) end();
    // `<b>Tel</b><span>91…`, `<a>Tel 91…</a><a>Fax…`: style sheets set them apart.
    else if ((node.name === 'a' || /[\p{L}:]$/u.test(text)) && node.prev && isElement(node.prev)) text += ' ';
    const encoded = attribute(node, 'data-cfemail');
    const link = links.length < MOST_LINKS ? linkOf(node) : undefined;
    if (link) {
      begin(inner);
      links.push(link);
    }
    if (encoded !== '') {
      begin(inner);
      text += ` ${decodeCloudflareEmail(encoded) ?? ''} `;
      continue;
    }
    if (isBlock) steps.push({ end: true });
    for (const child of node.children.toReversed()) steps.push({ node: child, around: inner });
  }
  end();
  return lines;
}

/** A link with lines in it, street and town of an office, is a block by its style sheet. */
const isOfLines = (element: HtmlElement): boolean =>
  element.name === 'a' && [...elementsBelow(element)].some(({ name }) => name === 'br');

function surroundingsIn(element: HtmlElement, around: Surroundings): Surroundings {
  const tokens = `${attribute(element, 'class')} ${attribute(element, 'id')}`.split(/\s+/);
  const heading = /^h([1-6])$/.exec(element.name)?.[1];
  return {
    part: around.part === 'undecided' ? partOf(element, tokens) : around.part,
    foreign: around.foreign || isOthers(element, tokens),
    heading: heading === undefined ? around.heading : Number(heading),
    title: titleOf(element, around.title),
    atMap: around.atMap || element.name === 'address' || (element.name === 'a' && isMap(attribute(element, 'href'))),
    nav: around.nav || element.name === 'nav' || attribute(element, 'role') === 'navigation',
    block: BLOCK.test(element.name) && element.name !== 'br' ? { around: around.block, lines: 0 } : around.block,
  };
}

/** Kind of title that an element makes of its text; builders make titles of other elements than headings. */
function titleOf(element: HtmlElement, around: Line['title']): Line['title'] {
  const { name, classes } = element;
  if (name === 'summary' || name === 'dt' || attribute(element, 'role') === 'tab') return 'title';
  if (classes.some((one) => TITLE_CLASS.test(one))) return 'title';
  if (name === 'li') return 'item';
  if (name === 'td' || name === 'th') return element.prev ? undefined : 'cell';
  return around ?? (name === 'b' || name === 'strong' ? 'bold' : undefined);
}
const TITLE_CLASS = /(?:^|[-_])(?:title|heading|headline)(?:-text)?$/i;

/** No line is counted further out: builders nest a heading in so many. */
const MOST_AROUND = 16;

function count(block: Block): void {
  let next: Block | undefined = block;
  for (let depth = 0; next && depth < MOST_AROUND; depth++) {
    next.lines++;
    next = next.around;
  }
}

/** The block that a title is the title of: the nearest around it with more lines than its own. */
export function titledBlock(title: Line): Block | undefined {
  let block: Block | undefined = title.block;
  for (let depth = 0; block && depth < MOST_AROUND; depth++) {
    if (block.lines > 1) return block;
    block = block.around;
  }
  return undefined;
}

/** True for a line in a block, at any depth that is counted. */
export function isWithin(line: Pick<Line, 'block'>, outer: Block): boolean {
  let block: Block | undefined = line.block;
  for (let depth = 0; block && depth < MOST_AROUND; depth++) {
    if (block === outer) return true;
    block = block.around;
  }
  return false;
}

/** Links to a place on a map. */
function isMap(href: string): boolean {
  return (
    /^(?:https?:)?\/\/(?:www\.|maps\.)?(?:google\.[a-z.]{2,6}\/maps|maps\.google\.|goo\.gl\/maps|maps\.app\.goo\.gl|apple\.com\/\?|g\.page\/)/i.test(
      href,
    ) || /^geo:/i.test(href)
  );
}

const ON_CLICK = /(?:https?:\/\/(?:api\.|web\.)?(?:wa\.me|whatsapp\.com)\/|whatsapp:\/\/send|tel:)[^'"\s)]+/i;

function linkOf(element: HtmlElement): PageLink | undefined {
  const href = element.name === 'a' || element.name === 'area' ? attribute(element, 'href') : '';
  const target =
    href !== '' && href !== '#' ? href : (ON_CLICK.exec(attribute(element, 'onclick').slice(0, 1_000))?.[0] ?? '');
  if (target === '') return undefined;
  const words =
    cleanLine(textOf(element).slice(0, 500)) || attribute(element, 'aria-label') || attribute(element, 'title');
  return { href: target.slice(0, 2_000), label: cleanLine(words || imageText(element)) };
}

function imageText(element: HtmlElement): string {
  const image = element.children.filter(isElement).find(({ name }) => name === 'img');
  return image ? attribute(image, 'alt') : '';
}

/** Hidden by a class of a theme whose style sheet is in a file of its own. */
function isHiddenByClass({ classes }: HtmlElement): boolean {
  if (isForScreenReaders(classes)) return true;
  return hidingClass(classes) !== undefined && !classes.some((name) => SHOWN_FROM.test(name));
}
const hidingClass = classMatcher('hidden d-none');
/** Hidden on small screens only: `hidden md:block`, `d-none d-lg-flex`. */
const SHOWN_FROM = /\b(?:sm|md|lg|xl):|d-(?:sm|md|lg|xl)-/;
