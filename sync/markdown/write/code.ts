import type { InlineContext } from './escape.ts';

/** Writes a fenced code block (CommonMark 4.5). */
export function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Writes a code span (CommonMark 6.1). */
export function codeSpan(text: string, context: InlineContext): string {
  const code = context === 'cell' ? text.replaceAll('|', '\\|') : text;
  const fence = '`'.repeat(longestBacktickRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

function longestBacktickRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
