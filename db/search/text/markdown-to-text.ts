/** A Markdown document as plain text: a line for each block, and a separate array of headings. */
export type PlainText = { readonly headings: readonly string[]; readonly text: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const RULE = /^ {0,3}(?:[-*_][ \t]*){3,}$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const TABLE_RULE = /^[ \t]*\|?[ \t:|-]*-[ \t:|-]*$/;
const MARKER = /^[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/;
const REFERENCE = /^ {0,3}\[[^\]]{1,999}\]:[ \t]*\S/;
// A line that contains only an image, with or without a link.
const PICTURE = /^\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?$/;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Converts Markdown to plain text in linear time. */
export function markdownToText(markdown: string): PlainText {
  const headings: string[] = [];
  const blocks: string[] = [];
  let paragraph: string[] = [];
  let fence: string | undefined;

  let isAfterPicture = false;

  const close = () => {
    const source = paragraph.join(' ').trim();
    const text = collapseSpace(inline(source));
    paragraph = [];
    if (text === '') return text;
    // A text that is both the alternative text and the caption of an image is stored once.
    if (isAfterPicture && isContainedIn(blocks.at(-1) ?? '', text)) blocks.pop();
    else if (isAfterPicture && isContainedIn(text, blocks.at(-1) ?? '')) return text;
    blocks.push(text);
    isAfterPicture = PICTURE.test(source);
    return text;
  };
  const heading = () => {
    const text = close();
    if (text !== '') headings.push(text);
  };

  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      else if (line.trim() !== '') {
        blocks.push(collapseSpace(line));
        isAfterPicture = false;
      }
      continue;
    }
    if (mark !== undefined) {
      close();
      fence = mark;
      continue;
    }
    const content = withoutMarkers(line);
    if (content !== line) close();
    if (content.trim() === '' || REFERENCE.test(content)) close();
    else if (paragraph.length > 0 && UNDERLINE.test(content)) heading();
    else if (RULE.test(content) || TABLE_RULE.test(content)) close();
    else if (HEADING.test(content)) {
      close();
      paragraph.push(content.replace(HEADING, '').replace(/[ \t]#+[ \t]*$/, ''));
      heading();
    } else if (content.trimStart().startsWith('|')) {
      close();
      paragraph.push(cells(content));
      close();
    } else paragraph.push(content);
  }
  close();
  return { headings, text: blocks.join('\n') };
}

// True if the second string contains all words of the first string, adjacent and in the same order.
function isContainedIn(text: string, other: string): boolean {
  return wordsOf(other).includes(wordsOf(text));
}

const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

// Removes the markers of block quotes and list items.
function withoutMarkers(line: string): string {
  let content = line;
  for (let depth = 0; depth < 100 && !RULE.test(content); depth++) {
    const marker = MARKER.exec(content)?.[0];
    if (marker === undefined) break;
    content = content.slice(marker.length);
  }
  return content;
}

function cells(row: string): string {
  return row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ');
}

function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

// Removes emphasis, code marks, tags, and the targets of links and images.
function inline(text: string): string {
  let out = '';
  let opened = 0;
  const closing = parentheses(text);
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\' && ESCAPABLE.test(next)) {
      out += next;
      at += 1;
    } else if (char === '`' || (char === '*' && !(isSpace(text.charAt(at - 1)) && isSpace(next)))) continue;
    else if (char === '~' && next === '~') at += 1;
    else if (char === '_' && !(isWord(text.charAt(at - 1)) && isWord(next))) continue;
    else if (char === '!' && next === '[') continue;
    else if (char === '[') opened += 1;
    else if (char === ']' && opened > 0) {
      opened -= 1;
      at = skipTarget(text, at + 1, closing) - 1;
    } else if (char === '<') {
      const tag = tagAt(text, at);
      if (tag === undefined) out += char;
      else {
        out += tag.text;
        at = tag.end - 1;
      }
    } else if (char === '&') {
      const entity = /^&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/i.exec(text.slice(at, at + 12));
      const decoded = entity?.[1] === undefined ? undefined : decode(entity[1]);
      out += decoded ?? char;
      if (entity && decoded !== undefined) at += entity[0].length - 1;
    } else out += char;
  }
  return out;
}

const isSpace = (char: string) => char === '' || char === ' ' || char === '\t';
const isWord = (char: string) => /^[\p{L}\p{N}_]$/u.test(char);

// Returns the end of the `(target "title")` or `[reference]` at an offset; the offset itself without a target.
function skipTarget(text: string, start: number, closing: ReadonlyMap<number, number>): number {
  const open = text.charAt(start);
  if (open === '(') return (closing.get(start) ?? start - 1) + 1;
  if (open !== '[') return start;
  const end = text.slice(start, start + 1000).indexOf(']');
  return end < 0 ? start : start + end + 1;
}

// Offsets of closing parentheses by the offset of the opening parenthesis.
function parentheses(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  if (!text.includes('](')) return closing;
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '(') open.push(at);
    else if (char === ')') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  return closing;
}

// Parses the tag or autolink at an offset: its end and its text.
function tagAt(text: string, start: number): { readonly end: number; readonly text: string } | undefined {
  if (!/[a-z/!]/i.test(text.charAt(start + 1))) return undefined;
  const length = text.slice(start, start + 2000).indexOf('>');
  if (length < 0) return undefined;
  const inside = text.slice(start + 1, start + length);
  const isAddress = /^(?:mailto:|tel:|[^\s@/]+@)/i.test(inside);
  return { end: start + length + 1, text: isAddress ? inside.replace(/^[a-z]+:/i, '') : ' ' };
}

function decode(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point > 0 && point <= 0x10_ffff && !(point >= 0xd800 && point <= 0xdfff)
    ? String.fromCodePoint(point)
    : undefined;
}
