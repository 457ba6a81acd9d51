/** Block around inline content. A heading is a single line; a table cell is a single line that supports `<br>`. */
export type InlineContext = 'paragraph' | 'heading' | 'cell';

// Neighbours of a text in its line: `''` at the beginning or end of the line.
type Surroundings = {
  /** Previous character of the written Markdown. */
  readonly before: string;
  readonly after: string;
  readonly context: InlineContext;
  /** Within a link, parsers do not recognize autolinks. */
  readonly inLink: boolean;
};

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
// Beginnings of extended autolinks (GFM 6.9) that autolink.ts did not recognize.
const AUTOLINK_START = /(?<![a-z])(www(?=\.)|(?:https?|ftp)(?=:\/\/))([.:])/gi;
const MAYBE_AUTOLINK = /w\.|:\/\//i;
const SPECIAL = /[\\`*_[\]<&~|!]/g;

/** Escapes a string with the minimum of backslashes, so CommonMark and GFM parsers return exactly its characters. */
export function escapeText(text: string, around: Surroundings): string {
  const special = text.replace(SPECIAL, (character, index: number) =>
    needsBackslash(character, text, index, around) ? `\\${character}` : character,
  );
  const escaped = around.inLink || !MAYBE_AUTOLINK.test(special) ? special : special.replace(AUTOLINK_START, '$1\\$2');
  return around.before === '' && around.context === 'paragraph' ? escapeLineStart(escaped) : escaped;
}

function needsBackslash(character: string, text: string, index: number, around: Surroundings): boolean {
  const before = index > 0 ? text.charAt(index - 1) : around.before;
  const after = index + 1 < text.length ? text.charAt(index + 1) : around.after;
  switch (character) {
    case '\\':
      return after === '' || index + 1 === text.length || PUNCTUATION.test(after);
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '_':
      return !(WORD.test(before) && WORD.test(after));
    case '<':
      return index + 1 === text.length || /[a-z/!?]/i.test(after);
    case '&':
      return /^&(?:#?\w+;|#?\w*$)/.test(text.slice(index, index + 40));
    case '~':
      return !(isSpace(before) && /\d/.test(after));
    case '|':
      return around.context === 'cell';
    case '!':
      return index + 1 === text.length && around.after === '[';
    default:
      return true;
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n';
}

// Beginning of an ATX heading, list item, block quote, thematic break, setext underline or delimiter row.
const BLOCK_START = /^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|>|[-=]+\s*$|(?=[-:|\s]*$)[:|\s]*-)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

function escapeLineStart(escaped: string): string {
  if (NUMBERED.test(escaped)) return escaped.replace(NUMBERED, '$1\\$2');
  return BLOCK_START.test(escaped) ? `\\${escaped}` : escaped;
}

/** Writes a code span (CommonMark 6.1). */
export function codeSpan(text: string, context: InlineContext): string {
  const code = context === 'cell' ? text.replaceAll('|', '\\|') : text;
  const fence = '`'.repeat(longestBacktickRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

export function longestBacktickRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
