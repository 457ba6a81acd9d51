import type { InlineContext } from './escape.ts';
import { createInlineCollector } from './inline-collector.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { isBlank, STRONG, withMarks, type InlineRun } from './inline.ts';
import { createBlock, isList, type Block } from './blocks.ts';

/** Builds the tree of Markdown blocks during a walk: open containers, and the inline content of the current leaf. */
export function createBlockBuilder() {
  const root = createBlock('BODY');
  const { take, spend, pending, ...inline } = createInlineCollector();
  let container = root;
  let context: InlineContext = 'paragraph';

  // Handles the edge of a block: ends the paragraph, or the line within a heading or cell.
  function boundary(): void {
    if (context === 'paragraph') flush();
    else inline.lineBreak();
  }

  function flush(): void {
    if (pending().length === 0) return;
    const runs = take();
    if (runs.length < LEAST_SPLIT) paragraph(runs);
    else for (const part of splitAtEmptyLines(runs)) paragraph(part);
    spend(runs);
  }

  function paragraph(runs: readonly InlineRun[]): void {
    if (!isBlank(runs)) add(createBlock('P', { text: inlineMarkdown(runs, 'paragraph') }));
  }

  // Adds a block. A block directly in a list belongs to its last item. An item outside lists continues the list before it.
  function add(block: Block): void {
    const last = container.children.at(-1);
    const isItem = block.name === 'LI';
    if (isList(container) === isItem) container.children.push(block);
    else if (last && (!isItem || isList(last))) last.children.push(block);
    else container.children.push({ ...createBlock(isItem ? 'UL' : 'LI'), children: [block] });
  }

  // Opens a container block until the returned function is called. Empty containers are not written.
  function open(name: string, start?: number): () => void {
    flush();
    const around = container;
    const inner = createBlock(name, { start });
    container = inner;
    return () => {
      flush();
      container = around;
      if (inner.children.length > 0) add(inner);
    };
  }

  // Collects all content of a heading or cell until the returned function is called.
  function line(kind: InlineContext): () => InlineRun[] {
    flush();
    context = kind;
    return () => {
      const runs = take();
      context = 'paragraph';
      spend(runs);
      return runs;
    };
  }

  // Opens a heading. Within a line, it is only a separate line.
  function heading(level: string): () => void {
    if (context !== 'paragraph') {
      boundary();
      return boundary;
    }
    const close = line('heading');
    return () => {
      // A heading is already bold.
      const runs = close().map(withoutStrong);
      if (isBlank(runs)) return;
      const hasText = runs.some((run) => (run.kind === 'text' && run.text.trim() !== '') || run.kind === 'code');
      add(createBlock(hasText ? level : 'P', { text: inlineMarkdown(runs, 'heading') }));
    };
  }

  const cell = (): (() => readonly InlineRun[]) => line('cell');

  // Converts the list item that has just begun to a task. Returns `false` without such an item.
  function checkbox(isChecked: boolean): boolean {
    const isItem = container.name === 'LI' && container.children.length === 0 && isBlank(pending());
    if (isItem) container.task = isChecked ? 'x' : ' ';
    return isItem;
  }

  function finish(): Block {
    flush();
    return root;
  }

  return {
    ...inline,
    boundary,
    flush,
    add,
    open,
    heading,
    cell,
    checkbox,
    finish,
    context: () => context,
  };
}
export type BlockBuilder = ReturnType<typeof createBlockBuilder>;

// Two texts with two line breaks between them.
const LEAST_SPLIT = 4;

// Splits runs into paragraphs at empty lines.
function splitAtEmptyLines(runs: readonly InlineRun[]): (readonly InlineRun[])[] {
  const paragraphs: (readonly InlineRun[])[] = [];
  let start = 0;
  let breaks = 0;
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'break') breaks++;
    else if (breaks > 0 && (run.kind !== 'text' || run.text.trim() !== '')) {
      if (breaks > 1) {
        paragraphs.push(runs.slice(start, index));
        start = index;
      }
      breaks = 0;
    }
  }
  paragraphs.push(start === 0 ? runs : runs.slice(start));
  return paragraphs;
}

function withoutStrong(run: InlineRun): InlineRun {
  return run.emphasis & STRONG ? withMarks(run, run.emphasis & ~STRONG, run.link) : run;
}
