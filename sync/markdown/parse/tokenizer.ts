/** Tokenizes the tags of a page, for steps before parsing. */
import { memory } from '../memory.ts';

// Tag with the end index of each part in the page.
type Tag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
};

// Consecutive calls request the tokens of the same page.
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

// Comment with its start and end index in the page.
type Comment = { readonly name: '!--'; readonly start: number; readonly end: number };

/** Tokenizes a page into tags. Comments and raw text do not contain tags (HTML 13.2.5). */
export function* tagsOf(html: string): Generator<Tag> {
  for (const token of tokensOf(html)) if ('nameEnd' in token) yield token;
}

const tokensOf = memory((html: string): readonly (Tag | Comment)[] => [...tokenize(html)], LAST_PAGES);

function* tokenize(html: string): Generator<Tag | Comment> {
  const pattern = new RegExp(TAG);
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    const [, comment, slash, tagName = ''] = match;
    const nameEnd = pattern.lastIndex;
    const name = tagName.toLowerCase();
    const end = comment
      ? after(COMMENT_END, html, match.index + 2)
      : name === ''
        ? after(/>/g, html, nameEnd)
        : endOfAttributes(html, nameEnd);
    if (end < 0) return;
    if (comment) yield { name: '!--', start: match.index, end };
    const rawTextEnd = slash ? undefined : RAW_TEXT.get(name);
    const next = rawTextEnd ? after(rawTextEnd, html, end) : end;
    if (name !== '') yield { name, isEnd: slash === '/', start: match.index, nameEnd, end };
    if (next < 0) return;
    pattern.lastIndex = next;
  }
}

function endOfAttributes(html: string, from: number): number {
  ATTRIBUTE.lastIndex = from;
  let last = from;
  while (ATTRIBUTE.test(html)) last = ATTRIBUTE.lastIndex;
  return after(TAG_END, html, last);
}

// End index of the first match from an index on; -1 without a match.
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
