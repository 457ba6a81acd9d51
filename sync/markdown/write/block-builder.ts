import type { InlineContext } from './escape.ts';
import { createInlineCollector } from './inline-collector.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { isBlank, STRONG, withMarks, type InlineRun } from './inline.ts';
import { continuedList, finishLists, implicitList, isList, itemFor } from './lists.ts';
import { leafElement, MarkdownElement } from './markdown-tree.ts';

/** Builds the tree of Markdown blocks during a walk: open containers, and the inline content of the current leaf. */
export function createBlockBuilder() {
  const root = new MarkdownElement('BODY');
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
    if (!isBlank(runs)) add(leafElement('P', inlineMarkdown(runs, 'paragraph')));
  }

  function add(element: MarkdownElement): void {
    if (!isList(container) || !container.parentNode) {
      container.append(element);
      return;
    }
    // A block directly in a list is not an item, so it splits the list.
    const around = container.parentNode;
    container = continuedList(container);
    around.append(element);
    around.append(container);
  }

  // Opens a container block until the returned function is called.
  function open(name: string, attributes: Record<string, string> = {}): () => void {
    flush();
    const inner = new MarkdownElement(name, attributes);
    if (isList(container) && isList(inner)) itemFor(container).append(inner);
    else if (isList(container) && name === 'LI') container.append(inner);
    else if (name === 'LI') implicitList(container).append(inner);
    else add(inner);
    const outer = container;
    container = inner;
    return () => {
      flush();
      container = outer;
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
      add(leafElement(hasText ? level : 'P', inlineMarkdown(runs, 'heading')));
    };
  }

  const cell = (): (() => readonly InlineRun[]) => line('cell');

  // Converts the list item that has just begun to a task. Returns `false` without such an item.
  function checkbox(isChecked: boolean): boolean {
    const isItem = container.nodeName === 'LI' && container.childNodes.length === 0 && isBlank(pending());
    if (isItem) container.attributes['task'] = isChecked ? 'x' : ' ';
    return isItem;
  }

  function finish(): MarkdownElement {
    flush();
    finishLists(root);
    return root;
  }

  return { ...inline, boundary, flush, add, open, heading, cell, checkbox, finish, context: () => context };
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
