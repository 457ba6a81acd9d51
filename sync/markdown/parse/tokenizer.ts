/** The tags of a page, for what must be settled before it is parsed. */
import { memory } from '../memory.ts';

/** A tag, by the indices where it and its parts end in the page. */
type Tag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly nameEnd: number;
  /** The beginning of the attributes that are too many. */
  readonly excess: number | undefined;
  readonly end: number;
};

/** More attributes than any element has. For every attribute, parse5 searches all before it of the same tag. */
const MAX_ATTRIBUTES = 500;
const SHORT_PAGE = 20_000;

/** Many ask for the same of one page, one after the other. */
const LAST_PAGES = { most: 4, longest: 1_000_000 };

const TAG = /<(?:(!--)|(\/?)([a-z][^\s/>]*)|[!?/])/gi;
const COMMENT_END = /-->|--!>/g;
const ATTRIBUTE = /[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|(?!["'])[^\s>]*))?/y;
const TAG_END = /[\s/]*>/y;
const RAW_TEXT = new Map(
  'iframe noembed noframes script style textarea title xmp'
    .split(' ')
    .map((name) => [name, new RegExp(`(?=</${name}[\\s/>])`, 'gi')]),
);

/** A comment, by the indices where it begins and ends in the page. */
type Comment = { readonly name: '!--'; readonly start: number; readonly end: number };

/** Tokenizes a page into its tags; comments and raw text hold none (HTML 13.2.5). */
export function* tagsOf(html: string): Generator<Tag> {
  for (const token of tokensOf(html)) if ('nameEnd' in token) yield token;
}

/** The tokens of a page. */
const tokensOf = memory((html: string): readonly (Tag | Comment)[] => [...tokenize(html)], LAST_PAGES);

function* tokenize(html: string): Generator<Tag | Comment> {
  const pattern = new RegExp(TAG);
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    const [, comment, slash, tagName = ''] = match;
    const nameEnd = pattern.lastIndex;
    const name = tagName.toLowerCase();
    const { excess, end } = comment
      ? { excess: undefined, end: after(COMMENT_END, html, match.index + 2) }
      : name === ''
        ? { excess: undefined, end: after(/>/g, html, nameEnd) }
        : readAttributes(html, nameEnd);
    if (end < 0) return;
    if (comment) yield { name: '!--', start: match.index, end };
    const rawTextEnd = slash ? undefined : RAW_TEXT.get(name);
    const next = rawTextEnd ? after(rawTextEnd, html, end) : end;
    if (name !== '') yield { name, isEnd: slash === '/', start: match.index, nameEnd, excess, end };
    if (next < 0) return;
    pattern.lastIndex = next;
  }
}

function readAttributes(html: string, from: number): Pick<Tag, 'excess' | 'end'> {
  ATTRIBUTE.lastIndex = from;
  let last = from;
  let excess: number | undefined;
  for (let count = 1; ATTRIBUTE.test(html); count++) {
    if (count > MAX_ATTRIBUTES) excess ??= last;
    last = ATTRIBUTE.lastIndex;
  }
  return { excess, end: after(TAG_END, html, last) };
}

/** The end of the first match from an index on; -1 if there is none. */
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The same page without the attributes of a tag beyond the first five hundred. */
export function limitAttributes(html: string): string {
  // A shorter page has too few attributes to cost anything.
  if (html.length < SHORT_PAGE) return html;
  const parts: string[] = [];
  let copied = 0;
  for (const { excess, end } of tagsOf(html)) {
    if (excess === undefined) continue;
    parts.push(html.slice(copied, excess));
    copied = end - 1;
  }
  if (parts.length === 0) return html;
  parts.push(html.slice(copied));
  return parts.join('');
}
