/** Adapter of turndown: its engine, with a replacement for every element of the Markdown tree. */
// The Node build of turndown also loads an HTML parser, which a tree does not need.
import TurndownService from 'turndown/lib/turndown.browser.cjs.js';
import { codeBlock } from './code.ts';
import type { MarkdownElement } from './markdown-tree.ts';

type Replacement = (content: string, node: MarkdownElement) => string;

const heading: Replacement = (content, node) => block(`${'#'.repeat(Number(node.nodeName.slice(1)))} ${content}`);
const list: Replacement = (content, node) => (isTightNested(node) ? `\n${content.trim()}\n` : block(content));

const REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  P: (content, node) => (isInTightList(node) ? content : block(content)),
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
  PRE: (content, node) => block(codeBlock(content, node.getAttribute('language') ?? '')),
  HR: block,
  TABLE: block,
};

const service = createService();

/** Serializes a Markdown tree. */
export function toMarkdown(root: MarkdownElement): string {
  // The type is a DOM element; turndown only reads the subset in `MarkdownElement`.
  return service.turndown(root);
}

function createService(): TurndownService {
  const turndown = new TurndownService();
  // A single rule, because turndown tests every rule for every element.
  const rule = {
    filter: () => true,
    replacement: (content: string, node: MarkdownElement) =>
      REPLACEMENTS[node.nodeName]?.(node.text || content, node) ?? content,
  };
  turndown.addRule('element', rule);
  return turndown;
}

function block(content: string): string {
  return `\n\n${content}\n\n`;
}

function prefix(content: string, filled: string, empty: string): string {
  return content.replace(/^.*$/gm, (line) => (line === '' ? empty : filled + line));
}

// A list may interrupt the paragraph of its item, unless its first number is not 1 (CommonMark 5.3).
function isTightNested(node: MarkdownElement): boolean {
  const mayFollow = node.nodeName === 'UL' || node.getAttribute('start') === '1';
  return mayFollow && isInTightList(node);
}

// Whether a block is in an item of a tight list.
function isInTightList({ parentNode: around }: MarkdownElement): boolean {
  return around?.nodeName === 'LI' && around.parentNode?.getAttribute('spacing') === 'tight';
}

function item(content: string, node: MarkdownElement): string {
  const marker = node.getAttribute('marker') ?? '-';
  const indent = ' '.repeat(marker.length + 1);
  const text = content.trim().replace(/\n(?=[^\n])/g, `\n${indent}`);
  const separator = node.parentNode?.getAttribute('spacing') === 'tight' ? '\n' : '\n\n';
  return `${separator}${marker} ${text}${separator}`;
}
