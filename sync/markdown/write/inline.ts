/** Inline content of a paragraph, heading or cell: its text, and the marks of ranges of the text. */
import type { InlineContext } from './escape.ts';

export type Mark = {
  readonly kind: 'strong' | 'em' | 'del' | 'link' | 'code' | 'image';
  /** Destination of a link, address of an image. */
  readonly href: string;
  /** Alternative text of an image. */
  readonly alt: string;
  /** The link surrounds blocks, and is only written on the first block. */
  readonly once: boolean;
  /** The link has visible content. */
  isShown: boolean;
  isSpent: boolean;
};

/** Range of the text, in UTF-16 code units. */
export type Range = { readonly mark: Mark; readonly from: number; readonly to: number };

type Open = { readonly mark: Mark; from: number };

/** White space is collapsed. A line feed is a hard line break, and `IMAGE` the place of an image. */
export type Inline = { readonly text: string; readonly ranges: readonly Range[] };

/** Object replacement character; cleaning removes it from texts. */
export const IMAGE = '\uFFFC';

type Details = Partial<Pick<Mark, 'href' | 'alt' | 'once'>>;

export function createMark(kind: Mark['kind'], { href = '', alt = '', once = false }: Details = {}): Mark {
  return { kind, href, alt, once, isShown: false, isSpent: false };
}

export const STRONG = createMark('strong');
export const EM = createMark('em');
export const DEL = createMark('del');
const CODE = createMark('code');

// White space besides single spaces.
const UNCOLLAPSED = /[\n\t\r\f]| {2}/;

/** Collects inline content. White space and line breaks are pending until further content, so none is at an edge. */
export function createInlineCollector() {
  let text = '';
  let ranges: Range[] = [];
  let finished: Inline[] = [];
  let context: InlineContext = 'paragraph';
  let hasSpace = false;
  let breaks = 0;
  // End of the last text. Reading the end of the joined string would copy it each time.
  let tail = '';
  let lastLink: Range | undefined;
  // Open marks; `from` is infinite for a link that a link inside interrupts.
  const open: Open[] = [];

  const link = (): Mark | undefined => open.findLast(({ mark }) => mark.kind === 'link')?.mark;

  function append(content: string, leaf?: Mark): void {
    const current = link();
    if (text !== '') {
      const isAfterLink = current && lastLink && lastLink.mark !== current && lastLink.to === text.length;
      if (breaks > 1 && context === 'paragraph') cut();
      else if (breaks > 0) interrupt(open, context === 'heading' ? ' ' : '\n');
      else if (hasSpace) text += ' ';
      else if (isAfterLink) interrupt(open, ' ');
    }
    const from = text.length;
    // Strikethrough has no meaning for an image.
    if (leaf?.kind === 'image')
      interrupt(
        open.filter((entry) => entry.mark === DEL),
        content,
      );
    else text += content;
    if (leaf) ranges.push({ mark: leaf, from, to: text.length });
    if (current && !current.isSpent) {
      current.isShown = true;
      lastLink = { mark: current, from, to: text.length };
    }
    tail = leaf ? '' : content.slice(-2);
    hasSpace = false;
    breaks = 0;
  }

  // Adds content between ranges of some open marks.
  function interrupt(entries: readonly Open[], content: string): void {
    closeAll(entries);
    text += content;
    for (const entry of entries) if (entry.from !== Infinity) entry.from = text.length;
  }

  // Ends ranges at the last content, before pending white space.
  function closeAll(entries: readonly Open[]): void {
    for (let i = ranges.length - 1; (ranges[i]?.to ?? 0) > text.length; i--)
      ranges[i] = { ...(ranges[i] as Range), to: text.length };
    for (const entry of entries) close(entry, text.length);
  }

  // Index of the next content.
  const end = (isPending: boolean): number => text.length + (text !== '' && isPending ? 1 : 0);

  function addText(value: string): void {
    const collapsed = UNCOLLAPSED.test(value) ? value.replace(/[ \n\t\r\f]+/g, ' ') : value;
    const shown = collapsed.trim();
    if (collapsed.startsWith(' ')) hasSpace = true;
    if (shown === '') return;
    append(shown);
    hasSpace = collapsed.endsWith(' ');
  }

  function addCode(value: string): void {
    const collapsed = value.replace(/\s+/g, ' ').trim();
    if (collapsed !== '') append(collapsed, CODE);
  }

  function close({ mark, from }: Open, to = end(hasSpace && breaks === 0)): void {
    if (from < to && !mark.isSpent) ranges.push({ mark, from, to });
  }

  // Adds a mark until the returned end handler runs. Links do not nest.
  function addMark(added: Mark): () => void {
    const outer = added.kind === 'link' ? open.findLast((entry) => entry.mark.kind === 'link') : undefined;
    if (outer) {
      close(outer);
      outer.from = Infinity;
    }
    const entry = { mark: added, from: end(hasSpace || breaks > 0) };
    open.push(entry);
    return () => {
      close(entry);
      open.pop();
      if (outer) outer.from = text.length;
    };
  }

  // Ends a paragraph or line; open marks continue after it.
  function cut(): void {
    closeAll(open);
    for (const entry of open) if (entry.from !== Infinity) entry.from = 0;
    if (text !== '') finished.push({ text, ranges });
    [text, ranges, tail, hasSpace, breaks, lastLink] = ['', [], '', false, 0, undefined];
  }

  // Ends a leaf block. Returns its paragraphs: empty lines separate them.
  function take(): readonly Inline[] {
    cut();
    const taken = finished;
    finished = [];
    for (const inline of taken) for (const range of inline.ranges) if (range.mark.once) range.mark.isSpent = true;
    return taken;
  }

  const endsIn = (pattern: RegExp): boolean => !hasSpace && breaks === 0 && pattern.test(tail);

  return {
    text: addText,
    code: addCode,
    image: (href: string, alt: string) => append(IMAGE, createMark('image', { href, alt })),
    lineBreak: () => void breaks++,
    mark: addMark,
    take,
    endsIn,
    endsInWord: () => endsIn(/[\p{L}\p{N}]$/u),
    isEmpty: () => text === '' && finished.length === 0,
    link,
    context: () => context,
    setContext: (next: InlineContext) => void (context = next),
  };
}
