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
