import type { InlineContext } from './escape.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { createInlineCollector, IMAGE, type Inline } from './inline.ts';
import { createBlock, isList, type Block } from './blocks.ts';

/** Builds the tree of Markdown blocks during a walk: open containers, and the inline content of the current leaf. */
export function createBlockBuilder() {
  const root = createBlock('BODY');
  const { take, isEmpty, setContext, ...inline } = createInlineCollector();
  const { context, lineBreak } = inline;
  let container = root;

  // Handles the edge of a block: ends the paragraph, or the line within a heading or cell.
  function boundary(): void {
    if (context() === 'paragraph') flush();
    else lineBreak();
  }

  function flush(): void {
    for (const paragraph of take()) add(createBlock('P', { text: inlineMarkdown(paragraph, 'paragraph') }));
  }

  // Adds a block. A block directly in a list belongs to its last item. An item outside lists continues the list before it.
  function add(block: Block): void {
    const last = container.children.at(-1);
    const isItem = block.name === 'LI';
    if (isList(container) === isItem) container.children.push(block);
    else if (last && (!isItem || isList(last))) last.children.push(block);
    else container.children.push({ ...createBlock(isItem ? 'UL' : 'LI'), children: [block] });
  }

  // Opens a container block until the returned end handler runs. Empty containers are not written.
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
  function line(kind: InlineContext): () => Inline {
    flush();
    setContext(kind);
    return () => {
      const [content = { text: '', ranges: [] }] = take();
      setContext('paragraph');
      return content;
    };
  }

  // Opens a heading. Within a line, it is only a separate line.
  function heading(level: string): () => void {
    if (context() !== 'paragraph') {
      boundary();
      return boundary;
    }
    const close = line('heading');
    return () => {
      const { text, ranges } = close();
      if (text === '') return;
      // A heading is already bold.
      const content = { text, ranges: ranges.filter(({ mark }) => mark.kind !== 'strong') };
      const hasText = text.replaceAll(IMAGE, '').trim() !== '';
      add(createBlock(hasText ? level : 'P', { text: inlineMarkdown(content, 'heading') }));
    };
  }

  // Converts the list item that has just begun to a task. Returns `false` without such an item.
  function checkbox(isChecked: boolean): boolean {
    const isItem = container.name === 'LI' && container.children.length === 0 && isEmpty();
    if (isItem) container.task = isChecked ? 'x' : ' ';
    return isItem;
  }

  function finish(): Block {
    flush();
    return root;
  }

  return { ...inline, boundary, flush, add, open, heading, cell: () => line('cell'), checkbox, finish };
}
export type BlockBuilder = ReturnType<typeof createBlockBuilder>;
