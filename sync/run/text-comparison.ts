import { decodeEntities } from '../wordpress/text.ts';

/** Elements whose text nobody is shown. */
const UNSHOWN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'textarea', 'select']);

/** The words of HTML, folded, in order; markup and what browsers do not show is left out. Linear in the length. */
export function wordsOf(html: string): string[] {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    parts.push(open === -1 ? html.slice(at) : html.slice(at, open));
    if (open === -1) break;
    at = endOfMarkup(html, lower, open);
  }
  return (
    decodeEntities(parts.join(' '))
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** More characters between two signs are no shortcode and no address. */
const MOST_BETWEEN = 2000;

/** A text without what stands between two signs, and without these. Linear in the length. */
export function withoutBetween(text: string, open: string, close: string): string {
  const parts = text.split(close);
  const last = parts.pop() ?? '';
  const kept = parts.map((part) => {
    const at = part.indexOf(open, part.length - MOST_BETWEEN - open.length);
    return at === -1 ? part + close : `${part.slice(0, at)} `;
  });
  return kept.join('') + last;
}

function endOfMarkup(html: string, lower: string, open: number): number {
  const after = (mark: string, from: number) => {
    const found = lower.indexOf(mark, from);
    return found === -1 ? html.length : found + mark.length;
  };
  if (lower.startsWith('<!--', open)) return after('-->', open + 4);
  const name = /^<\/?([a-z][a-z0-9-]*)/.exec(lower.slice(open, open + 24))?.[1];
  // A sign for «less than», not a tag.
  if (name === undefined && !/^<[!/?]/.test(lower.slice(open, open + 2))) return open + 1;
  const end = endOfTag(html, open);
  if (name === undefined || !UNSHOWN.has(name) || lower[open + 1] === '/') return end;
  const close = lower.indexOf(`</${name}`, end);
  return close === -1 ? html.length : after('>', close);
}

/** The end of a tag: a `>` inside quotes does not count. */
function endOfTag(html: string, open: number): number {
  let quote = '';
  for (let at = open; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && html.charAt(at - 1) === '=') quote = character;
  }
  return html.length;
}

/**
 * The part of a text that another one holds too, from 0 to 1, counted in word triples (w-shingling, w = 3), or in words when it
 * has fewer; 1 for a text without words.
 */
export function overlapOf(words: readonly string[], within: readonly string[]): number {
  if (words.length === 0) return 1;
  const width = Math.min(3, words.length);
  const there = new Set(shingles(within, width));
  const own = shingles(words, width);
  return own.filter((shingle) => there.has(shingle)).length / own.length;
}

/**
 * The length of the longest passage of a text that another one does not hold, in word triples: of so many words within a text
 * that is otherwise there, two less.
 */
export function longestGap(words: readonly string[], within: readonly string[]): number {
  const there = new Set(shingles(within, 3));
  let longest = 0;
  let gap = 0;
  for (const shingle of shingles(words, 3)) {
    gap = there.has(shingle) ? 0 : gap + 1;
    longest = Math.max(longest, gap);
  }
  return longest;
}

function shingles(words: readonly string[], width: number): string[] {
  return words.slice(0, Math.max(0, words.length - width + 1)).map((_, at) => words.slice(at, at + width).join(' '));
}
