import { decodeCloudflareEmail } from '../../markdown/address.ts';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { isForScreenReaders } from '../../markdown/clean/screen-readers.ts';
import { classMatcher } from '../../markdown/parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../../markdown/parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../../markdown/parse/tree.ts';
import { wordsOf } from '../words.ts';

const lists = wordsOf('page');
const HEADER = lists.pattern('header', 'i');
const FOOTER = lists.pattern('footer', 'i');
const POST = lists.pattern('post', 'i');
const OTHERS = lists.pattern('others_class', 'i');
const CREDIT = lists.pattern('credit');
// After an incomplete credit, the next line names the agency.
const OPEN_CREDIT = lists.pattern('open_credit');
const NAMED_OTHERS = lists.pattern('others');

type Part = 'header' | 'footer' | 'main';

type PageLink = { readonly href: string; readonly label: string };

/** An element that begins and ends lines, with its parent block and its number of lines. */
export type Block = { readonly around: Block | undefined; lines: number };

/** A line of visible text between two boundaries of blocks, rows or `br`, with its links. */
export type Line = {
  readonly text: string;
  readonly part: Part;
  readonly links: readonly PageLink[];
  /** 1–6 for a heading; the default is 0. */
  readonly heading: number;
  /**
   * Type of a title that is not a heading: list item, title by its class or role, first cell of a row, or wholly bold
   * text.
   */
  readonly title: 'item' | 'title' | 'cell' | 'bold' | undefined;
  /** Text of third parties: testimonials, comments, post cards, members, cookie notices, agency credits. */
  readonly foreign: boolean;
  /** In an `address` element, beside a map sign, or in a link to a map. */
  readonly atMap: boolean;
  /** In a menu. */
  readonly nav: boolean;
  /** The innermost block at its beginning. */
  readonly block: Block;
};

const UNREAD = new Set(
  'script style template noscript svg select textarea iframe object button-icon head datalist'.split(' '),
);
const BLOCK =
  /^(?:address|article|aside|blockquote|body|br|button|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const MAP_SIGN = /map-marker|map-pin|location|fa-map|icon-map|marker|fa-home\b|dashicons-location/i;
const MOST_LINES = 20_000;
const LONGEST_LINE = 4_000;
// Maximum number of links of a line: a line with more links is a directory.
const MOST_LINKS = 300;

type Surroundings = Omit<Line, 'part' | 'text' | 'links'> & { readonly part: Part | 'undecided' };

type Step = { readonly node: HtmlNode; readonly around: Surroundings } | { readonly end: true };

/** Returns the lines of a page's body in order, without hidden nodes. */
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
  let open = false;

  // The context of a line is the context of its first part.
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
    for (const block of blocksAround(rest.block)) block.lines++;
    const isCredit = part !== 'header' && line.length < 200 && isCreditOf(line);
    lines.push({
      ...rest,
      foreign: rest.foreign || isCredit || open || NAMED_OTHERS.test(line),
      atMap: rest.atMap || sign,
      text: line,
      links: kept,
      part: part === 'undecided' ? 'main' : part,
    });
    sign = false;
    open = isCredit && OPEN_CREDIT.test(line);
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
    // `<b>Tel</b><span>91…`, `<a>Tel 91…</a><a>Fax…`: style sheets separate them.
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

// `Web design by Studio Sol`, `Web design:`. A title that is only the term names a service.
function isCreditOf(line: string): boolean {
  const credit = CREDIT.exec(line);
  return credit !== null && (OPEN_CREDIT.test(line) || /[\p{L}\d]/u.test(line.slice(credit.index + credit[0].length)));
}

// A link with several lines, such as street and town of an office, is a block by its style sheet.
const isOfLines = (element: HtmlElement): boolean =>
  element.name === 'a' && [...elementsBelow(element)].some(({ name }) => name === 'br');

function surroundingsIn(element: HtmlElement, around: Surroundings): Surroundings {
  const tokens = `${attribute(element, 'class')} ${attribute(element, 'id')}`.split(/\s+/);
  const heading = /^h([1-6])$/.exec(element.name)?.[1];
  return {
    part: around.part === 'undecided' ? partOf(element, tokens) : around.part,
    foreign: around.foreign || isThirdParty(element, tokens),
    heading: heading === undefined ? around.heading : Number(heading),
    title: titleOf(element, around.title),
    atMap: around.atMap || element.name === 'address' || (element.name === 'a' && MAP.test(attribute(element, 'href'))),
    nav: around.nav || element.name === 'nav' || attribute(element, 'role') === 'navigation',
    block: BLOCK.test(element.name) && element.name !== 'br' ? { around: around.block, lines: 0 } : around.block,
  };
}

// Returns the type of title that an element makes of its text; page builders use elements besides headings.
function titleOf(element: HtmlElement, around: Line['title']): Line['title'] {
  const { name, classes } = element;
  if (name === 'summary' || name === 'dt' || attribute(element, 'role') === 'tab') return 'title';
  if (classes.some((className) => TITLE_CLASS.test(className))) return 'title';
  if (name === 'li') return 'item';
  if (name === 'td' || name === 'th') return element.prev ? undefined : 'cell';
  return around ?? (name === 'b' || name === 'strong' ? 'bold' : undefined);
}
const TITLE_CLASS = /(?:^|[-_])(?:title|heading|headline)(?:-text)?$/i;

// Maximum depth of counted blocks: page builders nest a heading less deeply.
const MOST_AROUND = 16;

/** Returns a block and the blocks around it, the innermost first. */
export function blocksAround(block: Block): readonly Block[] {
  const found: Block[] = [];
  for (let next: Block | undefined = block; next && found.length < MOST_AROUND; next = next.around) found.push(next);
  return found;
}

/** Returns the nearest block with more lines than the title itself. */
export const titledBlock = (title: Line, inside = title): Block | undefined =>
  blocksAround(title.block).find((block) => block.lines > 1 && isWithin(inside, block));

/** Returns true for a line in a block, up to the counted depth. */
export const isWithin = (line: Pick<Line, 'block'>, outer: Block): boolean => blocksAround(line.block).includes(outer);

const MAP =
  /^(?:geo:|(?:https?:)?\/\/(?:www\.|maps\.)?(?:google\.[a-z.]{2,6}\/maps|maps\.google\.|goo\.gl\/maps|maps\.app\.goo\.gl|apple\.com\/\?|g\.page\/))/i;

const ON_CLICK = /(?:https?:\/\/(?:api\.|web\.)?(?:wa\.me|whatsapp\.com)\/|whatsapp:\/\/send|tel:)[^'"\s)]+/i;

function linkOf(element: HtmlElement): PageLink | undefined {
  const href = element.name === 'a' || element.name === 'area' ? attribute(element, 'href') : '';
  const target =
    href !== '' && href !== '#' ? href : (ON_CLICK.exec(attribute(element, 'onclick').slice(0, 1_000))?.[0] ?? '');
  if (target === '') return undefined;
  const image = element.children.filter(isElement).find(({ name }) => name === 'img');
  const label =
    cleanLine(textOf(element).slice(0, 500)) ||
    attribute(element, 'aria-label') ||
    attribute(element, 'title') ||
    (image ? attribute(image, 'alt') : '');
  return { href: target.slice(0, 2_000), label: cleanLine(label) };
}

// Hidden by a class of a theme with an external style sheet.
const isHiddenByClass = ({ classes }: HtmlElement): boolean =>
  isForScreenReaders(classes) || (hidingClass(classes) !== undefined && !classes.some((name) => SHOWN_FROM.test(name)));
const hidingClass = classMatcher('hidden d-none');
// Hidden on small screens only: `hidden md:block`, `d-none d-lg-flex`.
const SHOWN_FROM = /\b(?:sm|md|lg|xl):|d-(?:sm|md|lg|xl)-/;

function partOf(element: HtmlElement, tokens: readonly string[]): Part | 'undecided' {
  const { name } = element;
  if (name === 'main' || name === 'article') return 'main';
  if (name === 'footer' || tokens.some((token) => FOOTER.test(token))) return 'footer';
  return name === 'header' || tokens.some((token) => HEADER.test(token)) ? 'header' : 'undecided';
}

// True for elements of third parties: testimonials, comments, post cards, members.
function isThirdParty({ name }: HtmlElement, tokens: readonly string[]): boolean {
  if (name === 'blockquote') return true;
  if (POST.test(tokens.join(' ')) && !tokens.includes('product-category')) return true;
  return tokens.some((token) => token.length < 60 && OTHERS.test(token));
}
