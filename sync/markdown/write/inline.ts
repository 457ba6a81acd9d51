import type { InlineContext } from './escape.ts';

/** Link; `once`: it surrounds whole blocks, and is only written on the first block. */
export type Link = { readonly href: string; readonly once: boolean };

/** Kinds of emphasis as bit flags. */
export const STRONG = 1;
export const EM = 2;
export const DEL = 4;
export const EMPHASIS: readonly number[] = [STRONG, EM, DEL];

/** Formatting of an inline run: a set of emphasis flags, and a link. */
export type Marks = { readonly emphasis: number; readonly link: Link | undefined };
/** Range of inline content with the same marks. `inlineRun` creates all objects, for a single object shape. */
export type InlineRun = Marks & {
  readonly kind: 'text' | 'code' | 'image' | 'break';
  /** Text, or the alternative text of an image. */
  readonly text: string;
  /** Address of an image. */
  readonly src: string;
};

export const UNMARKED: Marks = { emphasis: 0, link: undefined };

export function inlineRun(kind: InlineRun['kind'], text: string, { emphasis, link }: Marks, src = ''): InlineRun {
  return { kind, text, src, emphasis, link };
}

/** Returns a copy of a run with a new text. */
export function withText({ kind, src, emphasis, link }: InlineRun, text: string): InlineRun {
  return { kind, text, src, emphasis, link };
}

/** Returns a copy of a run with new marks. */
export function withMarks({ kind, text, src }: InlineRun, emphasis: number, link: Link | undefined): InlineRun {
  return { kind, text, src, emphasis, link };
}

/** Tests for runs without visible content. */
export function isBlank(runs: readonly InlineRun[]): boolean {
  return runs.every((run) => run.kind === 'break' || (run.kind === 'text' && run.text.trim() === ''));
}

/** Tests two runs for the same formatting. */
export function sameMarks(a: Marks, b: Marks): boolean {
  return a.link === b.link && a.emphasis === b.emphasis;
}

// White space besides single spaces.
const UNCOLLAPSED = /[\n\t\r\f]| {2}/;

/** Collapses white space (CSS Text 3), joins runs with the same marks, and separates adjacent links by a space. */
export function collapseWhiteSpace(runs: readonly InlineRun[], context: InlineContext): readonly InlineRun[] {
  if (runs.length === 1 && isTidy(runs[0])) return runs;
  const out: InlineRun[] = [];
  // Whether the last text ends in a space. Testing the joined string would copy it each time.
  let endsInSpace = false;
  const atLineStart = () => {
    const last = out.at(-1);
    return !last || last.kind === 'break' || (last.kind === 'text' && endsInSpace);
  };
  const dropTrailingSpace = () => {
    const last = out.at(-1);
    if (last?.kind !== 'text' || !last.text.endsWith(' ')) return;
    out.pop();
    if (last.text.length > 1) out.push(withText(last, last.text.slice(0, -1)));
  };
  const push = (run: InlineRun) => {
    const last = out.at(-1);
    const isAtStart = atLineStart();
    endsInSpace = run.kind === 'text' && run.text.endsWith(' ');
    if (last?.link && run.link && last.link !== run.link && !isAtStart) {
      if (!(run.kind === 'text' && run.text.startsWith(' '))) out.push(inlineRun('text', ' ', UNMARKED));
    }
    if (last && last.kind === run.kind && sameMarks(last, run) && (last.kind === 'text' || last.kind === 'code')) {
      out[out.length - 1] = withText(last, last.text + run.text);
    } else out.push(run);
  };
  for (const run of runs) {
    if (run.kind === 'text') {
      const collapsed = UNCOLLAPSED.test(run.text) ? run.text.replace(/[ \n\t\r\f]+/g, ' ') : run.text;
      const text = atLineStart() ? collapsed.replace(/^ /, '') : collapsed;
      if (text !== '') push(text === run.text ? run : withText(run, text));
    } else if (run.kind === 'break' && context === 'heading') {
      if (!atLineStart()) push(inlineRun('text', ' ', UNMARKED));
    } else if (run.kind === 'break') {
      dropTrailingSpace();
      const last = out.at(-1);
      if (last && last.kind !== 'break') out.push(run);
    } else push(run);
  }
  dropTrailingSpace();
  while (out.at(-1)?.kind === 'break') {
    out.pop();
    dropTrailingSpace();
  }
  return out;
}

// Whether a text is unchanged if it is a whole paragraph.
function isTidy(run: InlineRun | undefined): boolean {
  return run?.kind === 'text' && run.text.trim().length === run.text.length && !UNCOLLAPSED.test(run.text);
}
