/** The door to turndown: its rule engine, with one rule for every element that flow.ts makes. */
import TurndownService from 'turndown';
import { LINE_BREAK, type MarkdownElement } from './nodes.ts';

type Rule = {
  readonly filter: string | readonly string[];
  readonly replacement: (content: string, node: MarkdownElement) => string;
};

/** Element by element, what it looks like in Markdown. */
const RULES: Readonly<Record<string, Rule>> = {
  paragraph: { filter: 'p', replacement: (content) => block(withBreaks(content)) },
  heading: {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => block(`${'#'.repeat(Number(node.nodeName.slice(1)))} ${content}`),
  },
  quotation: { filter: 'blockquote', replacement: (content) => block(prefix(content.trim(), '> ', '>')) },
  list: {
    filter: ['ul', 'ol'],
    replacement: (content, node) => (isTightNested(node) ? `\n${content.trim()}\n` : block(content)),
  },
  item: { filter: 'li', replacement: item },
  checkbox: { filter: 'input', replacement: (_, node) => (node.getAttribute('checked') ? '[x] ' : '[ ] ') },
  codeBlock: { filter: 'pre', replacement: codeBlock },
  rule: { filter: 'hr', replacement: () => block('***') },
  table: { filter: 'table', replacement: (content) => block(content.trim()) },
  row: { filter: 'tr', replacement: row },
  cell: { filter: ['th', 'td'], replacement: (content) => ` ${content} |` },
  lineBreak: { filter: 'br', replacement: (_, node) => (node.getAttribute('place') === 'cell' ? '<br>' : '  \n') },
  strong: { filter: 'strong', replacement: (content) => `**${content}**` },
  emphasis: { filter: 'em', replacement: (content) => `*${content}*` },
  deletion: { filter: 'del', replacement: (content) => `~~${content}~~` },
  code: { filter: 'code', replacement: codeSpan },
  link: { filter: 'a', replacement: link },
  image: {
    filter: 'img',
    replacement: (_, node) => `![${node.getAttribute('alt') ?? ''}](${node.getAttribute('src') ?? ''})`,
  },
};

const service = createService();

/** Writes the little tree as Markdown. */
export function toMarkdown(root: MarkdownElement): string {
  // turndown wants a DOM element, and reads of it exactly what MarkdownElement has.
  return service.turndown(root);
}

function createService(): TurndownService {
  const turndown = new TurndownService();
  // Escaping needs to know what stands beside a text, so it is done where that is known: in runs.ts.
  turndown.escape = (text) => text;
  for (const [name, rule] of Object.entries(RULES)) turndown.addRule(name, rule as unknown as TurndownService.Rule);
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

/** A list may follow the text of its item at once, unless it begins with another number than 1 (CommonMark 5.3). */
function isTightNested(node: MarkdownElement): boolean {
  const mayFollow = node.nodeName === 'UL' || node.getAttribute('start') === '1';
  return (
    mayFollow && node.parentNode?.nodeName === 'LI' && node.parentNode.parentNode?.getAttribute('spacing') === 'tight'
  );
}

function item(content: string, node: MarkdownElement): string {
  const list = node.parentNode;
  const marker = node.getAttribute('marker') ?? '-';
  const indent = ' '.repeat(marker.length + 1);
  const text = withBreaks(content.trim()).replace(/\n(?=[^\n])/g, `\n${indent}`);
  const separator = list?.getAttribute('spacing') === 'tight' ? '\n' : '\n\n';
  return `${separator}${marker} ${text}${separator}`;
}

function codeBlock(_: string, node: MarkdownElement): string {
  const code = node.textContent;
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return block(`${fence}${node.getAttribute('language') ?? ''}\n${code}\n${fence}`);
}

function codeSpan(_: string, node: MarkdownElement): string {
  const inCell = node.getAttribute('place') === 'cell';
  const code = inCell ? node.textContent.replaceAll('|', '\\|') : node.textContent;
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** A link that shows its own address is an autolink (CommonMark 6.5), which nothing in the address can break. */
function link(content: string, node: MarkdownElement): string {
  const href = node.getAttribute('href') ?? '';
  const text = node.textContent;
  const isOwnAddress = /^https?:\/\/[^\s<>]+$/.test(text) && (text === href || `${text}/` === href);
  return isOwnAddress ? `<${text}>` : `[${content}](${href})`;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function row(content: string, node: MarkdownElement): string {
  const isFirst = node.previousSibling === null;
  const delimiter = isFirst ? `\n|${' --- |'.repeat(node.childNodes.length)}` : '';
  return `\n|${content}${delimiter}\n`;
}
