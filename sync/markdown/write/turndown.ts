/** The door to turndown: its engine, with a replacement for every element of the Markdown tree. */
import TurndownService from 'turndown';
import { LINE_BREAK, textOf, type MarkdownElement } from './markdown-tree.ts';

type Replacement = (content: string, node: MarkdownElement) => string;

const heading: Replacement = (content, node) => block(`${'#'.repeat(Number(node.nodeName.slice(1)))} ${content}`);
const list: Replacement = (content, node) => (isTightNested(node) ? `\n${content.trim()}\n` : block(content));
const cell: Replacement = (content) => ` ${content} |`;

/** The Markdown of every element. */
const REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  P: (content) => block(withBreaks(content)),
  H1: heading,
  H2: heading,
  H3: heading,
  H4: heading,
  H5: heading,
  H6: heading,
  BLOCKQUOTE: (content) => block(prefix(content.trim(), '> ', '>')),
  UL: list,
  OL: list,
  LI: item,
  PRE: codeBlock,
  HR: () => block('***'),
  TABLE: (content) => block(content.trim()),
  TR: row,
  TH: cell,
  TD: cell,
  BR: (_, node) => (node.getAttribute('context') === 'cell' ? '<br>' : '  \n'),
  STRONG: (content) => `**${content}**`,
  EM: (content) => `*${content}*`,
  DEL: (content) => `~~${content}~~`,
  CODE: codeSpan,
  A: link,
  IMG: (_, node) => `![${node.getAttribute('alt') ?? ''}](${node.getAttribute('src') ?? ''})`,
};

const service = createService();

/** Serializes a Markdown tree. */
export function toMarkdown(root: MarkdownElement): string {
  // turndown wants a DOM element, and reads of it exactly what MarkdownElement has.
  return service.turndown(root);
}

function createService(): TurndownService {
  const turndown = new TurndownService();
  // Escaping needs the neighbours of a text, so it is done where they are known: in inline-nodes.ts.
  turndown.escape = (text) => text;
  // One rule for all: turndown would ask every rule about every element.
  const rule = {
    filter: () => true,
    replacement: (content: string, node: MarkdownElement) => REPLACEMENTS[node.nodeName]?.(content, node) ?? content,
  };
  turndown.addRule('element', rule);
  return turndown;
}

function block(content: string): string {
  return `\n\n${content}\n\n`;
}

function withBreaks(content: string): string {
  return content.replaceAll(LINE_BREAK, '  \n');
}

function prefix(content: string, filled: string, empty: string): string {
  return content.replace(/^.*$/gm, (line) => (line === '' ? empty : filled + line));
}

/** A list may interrupt the paragraph of its item, unless it begins with another number than 1 (CommonMark 5.3). */
function isTightNested(node: MarkdownElement): boolean {
  const mayFollow = node.nodeName === 'UL' || node.getAttribute('start') === '1';
  return (
    mayFollow && node.parentNode?.nodeName === 'LI' && node.parentNode.parentNode?.getAttribute('spacing') === 'tight'
  );
}

function item(content: string, node: MarkdownElement): string {
  const marker = node.getAttribute('marker') ?? '-';
  const indent = ' '.repeat(marker.length + 1);
  const text = withBreaks(content.trim()).replace(/\n(?=[^\n])/g, `\n${indent}`);
  const separator = node.parentNode?.getAttribute('spacing') === 'tight' ? '\n' : '\n\n';
  return `${separator}${marker} ${text}${separator}`;
}

function codeBlock(_: string, node: MarkdownElement): string {
  const code = textOf(node);
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return block(`${fence}${node.getAttribute('language') ?? ''}\n${code}\n${fence}`);
}

function codeSpan(_: string, node: MarkdownElement): string {
  const inCell = node.getAttribute('context') === 'cell';
  const code = inCell ? textOf(node).replaceAll('|', '\\|') : textOf(node);
  const fence = '`'.repeat(longestBacktickRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** A link that shows its own address is an autolink (CommonMark 6.5), in which nothing needs escaping. */
function link(content: string, node: MarkdownElement): string {
  const href = node.getAttribute('href') ?? '';
  const text = textOf(node);
  const isOwnAddress = /^https?:\/\/[^\s<>]+$/.test(text) && (text === href || `${text}/` === href);
  return isOwnAddress ? `<${text}>` : `[${content}](${href})`;
}

function longestBacktickRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function row(content: string, node: MarkdownElement): string {
  const isFirst = node.previousSibling === null;
  const delimiter = isFirst ? `\n|${' --- |'.repeat(node.childNodes.length)}` : '';
  return `\n|${content}${delimiter}\n`;
}
