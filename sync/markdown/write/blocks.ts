/** Tree of Markdown blocks, and its serialization. It is never deep, because its functions recurse. */
import { longestBacktickRun } from './escape.ts';

/** Block with the name of its HTML element. It contains blocks, or as a leaf a text. */
export type Block = {
  readonly name: string;
  /** Text of a leaf: inline Markdown, code, or the rows of a table. */
  text: string;
  readonly children: Block[];
  /** First number of an ordered list. */
  readonly start?: number | undefined;
  /** Language of a code block. */
  readonly language?: string | undefined;
  /** Mark of an item in a task list. */
  task?: 'x' | ' ';
};

type Details = Partial<Pick<Block, 'text' | 'start' | 'language'>>;

export function createBlock(name: string, { text = '', start, language }: Details = {}): Block {
  return { name, text, children: [], start, language };
}

export function isList({ name }: Block): boolean {
  return name === 'UL' || name === 'OL';
}

export function toMarkdown(root: Block): string {
  return writeAll(root.children, false).trim();
}

// Writes consecutive blocks. `isTight`: they belong to an item of a tight list.
function writeAll(blocks: readonly Block[], isTight: boolean): string {
  let written = '';
  let gap = 0;
  let previous: Block | undefined;
  let isOther = false;
  for (const block of blocks) {
    // Adjacent lists of the same type would merge, so the second list has a different marker (CommonMark 5.3).
    isOther = isList(block) && previous?.name === block.name && !isOther;
    const around = isTight ? gapInTightItem(block) : 2;
    if (written !== '') written += '\n'.repeat(Math.max(gap, around));
    written += writeBlock(block, isOther);
    gap = around;
    previous = block;
  }
  return written;
}

// Line breaks around a block of a tight item. A list may interrupt the paragraph of its item, unless its first number is
// not 1 (CommonMark 5.3).
function gapInTightItem({ name, start }: Block): number {
  if (name === 'P') return 0;
  return name === 'UL' || (name === 'OL' && start === 1) ? 1 : 2;
}

function writeBlock(block: Block, isOther: boolean): string {
  const { name, text, language = '' } = block;
  if (isList(block)) return writeList(block, isOther);
  if (name === 'BLOCKQUOTE') return writeAll(block.children, false).replace(/^/gm, '> ').replace(/^> $/gm, '>');
  if (name === 'PRE') return codeBlock(text, language);
  return /^H[1-6]$/.test(name) ? `${'#'.repeat(Number(name.slice(1)))} ${text}` : text;
}

function writeList({ name, start = 1, children }: Block, isOther: boolean): string {
  const isTight = children.every(isTightItem);
  const items = children.map(({ task, children: blocks }, index) => {
    const number = Math.min(999_999_999, Math.max(0, start + index));
    const marker = name === 'OL' ? `${number}${isOther ? ')' : '.'}` : isOther ? '+' : '-';
    const text = writeAll(blocks, isTight).replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length + 1)}`);
    return `${marker} ${task !== undefined && blocks[0]?.name === 'P' ? `[${task}] ` : ''}${text}`;
  });
  return items.join(isTight ? '\n' : '\n\n');
}

// Whether an item fits a tight list (CommonMark 5.3): at most a paragraph, then only lists.
function isTightItem(item: Block): boolean {
  return item.children.every((child, index) => isList(child) || (index === 0 && child.name === 'P'));
}

// Writes a fenced code block (CommonMark 4.5).
function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}
