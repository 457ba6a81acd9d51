import { DEL, inlineRun, UNMARKED, withMarks, type InlineRun, type Link, type Marks } from './inline.ts';

/** Collects the inline runs of consecutive leaf blocks: paragraphs, headings, table cells. */
export function createInlineCollector() {
  let runs: InlineRun[] = [];
  let marks: Marks = UNMARKED;
  // Links with visible content.
  const shown = new Set<Link>();
  // Links around whole blocks, after they have been written on a block.
  const spent = new Set<Link>();

  function push(run: InlineRun, isVisible: boolean): void {
    const link = run.link && !spent.has(run.link) ? run.link : undefined;
    if (link && isVisible) shown.add(link);
    runs.push(link === run.link ? run : withMarks(run, run.emphasis, link));
  }

  function text(value: string): void {
    const isVisible = value.trim() !== '';
    // Most texts of a page only indent its source. Do not add a run if white space collapses to nothing.
    if (isVisible || (value !== '' && !isAtLineStart())) push(inlineRun('text', value, marks), isVisible);
  }

  function isAtLineStart(): boolean {
    const last = runs.at(-1);
    return !last || last.kind === 'break' || (last.kind === 'text' && last.text.trim() === '');
  }

  function code(value: string): void {
    const collapsed = value.replace(/\s+/g, ' ').trim();
    if (collapsed !== '') push(inlineRun('code', collapsed, marks), true);
  }

  function image(src: string, alt: string): void {
    // Strikethrough has no meaning for an image.
    push(inlineRun('image', alt, { ...marks, emphasis: marks.emphasis & ~DEL }, src), true);
  }

  function lineBreak(): void {
    runs.push(inlineRun('break', '', UNMARKED));
  }

  // Adds marks until the returned function is called.
  function mark(more: Partial<Marks>): () => void {
    const outer = marks;
    marks = { emphasis: outer.emphasis | (more.emphasis ?? 0), link: more.link ?? outer.link };
    return () => {
      marks = outer;
    };
  }

  // Ends a leaf block and returns its runs.
  function take(): InlineRun[] {
    const taken = runs;
    runs = [];
    return taken;
  }

  // Records that a block with these runs was written, so links with `once` are not repeated.
  function spend(written: readonly InlineRun[]): void {
    for (const { link } of written) if (link?.once && shown.has(link)) spent.add(link);
  }

  // Tests the text at the end for a pattern.
  function endsIn(pattern: RegExp): boolean {
    const last = runs.at(-1);
    return last?.kind === 'text' && pattern.test(last.text);
  }

  return {
    text,
    code,
    image,
    lineBreak,
    mark,
    take,
    spend,
    endsIn,
    endsInWord: () => endsIn(/[\p{L}\p{N}]$/u),
    pending: (): readonly InlineRun[] => runs,
    link: () => marks.link,
    isShown: (link: Link) => shown.has(link),
  };
}
