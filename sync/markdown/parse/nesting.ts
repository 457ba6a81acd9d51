/**
 * Takes absurd nesting out of a page, tag by tag, so that it can be read in a time that grows with its length. All of the
 * text stays; of formatting within formatting only the attributes do, for they may hide it.
 */
import { DEEPEST } from './tree.ts';

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** Elements without content, and those of which there is one. A link ends where the next begins. */
const NOT_NESTED = words('area base br col embed hr img input link meta param source track wbr html head body a');
/** The parser opens these again in every paragraph until they are closed (HTML 13.2.4.3). */
const FORMATTING = words('b big code em font i nobr s small strike strong tt u');
const BLOCKS = words(`
  address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 header hgroup main menu nav ol pre search section summary table ul`);
/** Elements out of which no other element's end is looked for. */
const SCOPES = new Set([...BLOCKS, ...words('applet button caption marquee object select td template th')]);
const ALL_BUT_TABLE = new Set([...SCOPES].filter((name) => name !== 'table'));

/** What a start tag closes of the elements that are open, and out of which others it does. */
type Closing = { readonly closed: ReadonlySet<string>; readonly through: ReadonlySet<string> };
const PARAGRAPH: Closing = { closed: words('p'), through: new Set() };
const CLOSINGS: Readonly<Record<string, Closing>> = {
  ...Object.fromEntries([...BLOCKS].map((name) => [name, PARAGRAPH])),
  p: PARAGRAPH,
  li: { closed: words('li'), through: words('address div') },
  ...both('dt dd', 'address div'),
  ...both('td th', ALL_BUT_TABLE),
  ...both('tr', ALL_BUT_TABLE),
  ...both('tbody thead tfoot caption colgroup', ALL_BUT_TABLE),
};

function both(names: string, through: string | ReadonlySet<string>): Record<string, Closing> {
  const closed = words(names);
  const closing = { closed, through: typeof through === 'string' ? words(through) : through };
  return Object.fromEntries([...closed].map((name) => [name, closing]));
}

/** The same page with everything too deep, and all formatting within formatting, taken out. */
export function withoutAbsurdNesting(html: string): string {
  const nesting = createNesting();
  const parts: string[] = [];
  let copied = 0;
  for (const { name, isEnd, start, nameEnd, end } of tagsOf(html)) {
    if (NOT_NESTED.has(name)) continue;
    const written = isEnd ? nesting.end(name) : nesting.start(name);
    if (written === name) continue;
    parts.push(html.slice(copied, start));
    if (written === 'br') parts.push('<br>');
    else if (written !== '') parts.push(isEnd ? '</' : '<', written, html.slice(nameEnd, end));
    copied = end;
  }
  parts.push(html.slice(copied));
  return parts.join('');
}

/** Follows what is open, and says as what a tag is to be written: itself, a `span`, a `br`, or nothing. */
function createNesting() {
  const open: { readonly name: string; readonly written: string }[] = [];
  const dropped = new Map<string, number>();
  /** The formatting that the parser opens again. */
  let active: string | undefined;

  const indexOf = (isFound: (name: string) => boolean, isScope: (name: string) => boolean): number => {
    for (let index = open.length - 1; index >= 0; index--) {
      const { name = '' } = open[index] ?? {};
      if (isFound(name)) return index;
      if (isScope(name)) return -1;
    }
    return -1;
  };

  function start(name: string): string {
    const closing = CLOSINGS[name];
    if (closing) {
      const index = indexOf(
        (other) => closing.closed.has(other),
        (other) => SCOPES.has(other) && !closing.through.has(other),
      );
      if (index >= 0) open.length = index;
    }
    if (open.length >= DEEPEST) {
      if (closing && !BLOCKS.has(name)) return name;
      dropped.set(name, (dropped.get(name) ?? 0) + 1);
      return BLOCKS.has(name) ? 'br' : '';
    }
    const written = active !== undefined && FORMATTING.has(name) ? 'span' : name;
    if (FORMATTING.has(written)) active = written;
    open.push({ name, written });
    return written;
  }

  function end(name: string): string {
    const absent = dropped.get(name) ?? 0;
    if (absent > 0) {
      dropped.set(name, absent - 1);
      return BLOCKS.has(name) ? 'br' : '';
    }
    if (FORMATTING.has(name)) return endFormatting(name);
    const isInline = !SCOPES.has(name) && !CLOSINGS[name];
    const index = indexOf(
      (other) => other === name,
      (other) => isInline && (SCOPES.has(other) || other in CLOSINGS),
    );
    if (index >= 0) open.length = index;
    // An end of a paragraph that is not open makes an empty one.
    return index >= 0 || name === 'p' ? name : '';
  }

  /** Formatting ends also out of the blocks around it (HTML 13.2.6.4.7). */
  function endFormatting(name: string): string {
    const index = open.findLastIndex((other) => other.name === name);
    const written = index < 0 ? (active ?? '') : (open[index]?.written ?? '');
    if (index >= 0) open.splice(index, 1);
    if (written === 'span') return written;
    if (written !== name) return '';
    active = undefined;
    return name;
  }

  return { start, end };
}

type Tag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
};

const TAG = /<(?:(!--)|(\/?)([a-z][^\s/>]*)|[!?/])/gi;
const COMMENT_END = /-->|--!>/g;
const ATTRIBUTE = /[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|(?!["'])[^\s>]*))?/y;
const TAG_END = /[\s/]*>/y;
const RAW_TEXT = words('iframe noembed noframes script style textarea title xmp');

/** The tags of a page in order; those in comments, scripts and the like are none (HTML 13.2.5). */
function* tagsOf(html: string): Generator<Tag> {
  TAG.lastIndex = 0;
  for (let match = TAG.exec(html); match; match = TAG.exec(html)) {
    const [, comment, slash, tagName = ''] = match;
    const nameEnd = TAG.lastIndex;
    const name = tagName.toLowerCase();
    const end = comment
      ? after(COMMENT_END, html, match.index + 2)
      : name === ''
        ? after(/>/g, html, nameEnd)
        : tagEnd(html, nameEnd);
    if (end < 0) return;
    const next = !slash && RAW_TEXT.has(name) ? after(new RegExp(`(?=</${name}[\\s/>])`, 'gi'), html, end) : end;
    if (name !== '') yield { name, isEnd: slash === '/', start: match.index, nameEnd, end };
    if (next < 0) return;
    TAG.lastIndex = next;
  }
}

function tagEnd(html: string, from: number): number {
  ATTRIBUTE.lastIndex = from;
  let last = from;
  while (ATTRIBUTE.test(html)) last = ATTRIBUTE.lastIndex;
  return after(TAG_END, html, last);
}

/** Where a match that begins there or later ends; -1 if there is none. */
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
